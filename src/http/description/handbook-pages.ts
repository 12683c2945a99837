import addingSources from "../../../docs/handbook/adding-sources.md" with { type: "text" };
import agents from "../../../docs/handbook/agents.md" with { type: "text" };
import apiKeys from "../../../docs/handbook/api-keys.md" with { type: "text" };
import askingQuestions from "../../../docs/handbook/asking-questions.md" with { type: "text" };
import backup from "../../../docs/handbook/backup.md" with { type: "text" };
import chatClients from "../../../docs/handbook/chat-clients.md" with { type: "text" };
import citations from "../../../docs/handbook/citations.md" with { type: "text" };
import commandLine from "../../../docs/handbook/command-line.md" with { type: "text" };
import connectingPrograms from "../../../docs/handbook/connecting-programs.md" with { type: "text" };
import conversations from "../../../docs/handbook/conversations.md" with { type: "text" };
import embeddings from "../../../docs/handbook/embeddings.md" with { type: "text" };
import experts from "../../../docs/handbook/experts.md" with { type: "text" };
import folders from "../../../docs/handbook/folders.md" with { type: "text" };
import gapsAndChecks from "../../../docs/handbook/gaps-and-checks.md" with { type: "text" };
import gettingStarted from "../../../docs/handbook/getting-started.md" with { type: "text" };
import howAnswersAreMade from "../../../docs/handbook/how-answers-are-made.md" with { type: "text" };
import languageModels from "../../../docs/handbook/language-models.md" with { type: "text" };
import limits from "../../../docs/handbook/limits.md" with { type: "text" };
import manyMachines from "../../../docs/handbook/many-machines.md" with { type: "text" };
import monitoring from "../../../docs/handbook/monitoring.md" with { type: "text" };
import offline from "../../../docs/handbook/offline.md" with { type: "text" };
import questions from "../../../docs/handbook/questions.md" with { type: "text" };
import runningIt from "../../../docs/handbook/running-it.md" with { type: "text" };
import security from "../../../docs/handbook/security.md" with { type: "text" };
import sense from "../../../docs/handbook/sense.md" with { type: "text" };
import tables from "../../../docs/handbook/tables.md" with { type: "text" };
import usage from "../../../docs/handbook/usage.md" with { type: "text" };
import webhooks from "../../../docs/handbook/webhooks.md" with { type: "text" };
import whatDocentIs from "../../../docs/handbook/what-docent-is.md" with { type: "text" };
import whenSomethingGoesWrong from "../../../docs/handbook/when-something-goes-wrong.md" with { type: "text" };
import type { HandbookText } from "./handbook-text.ts";

export const handbookPages: readonly HandbookText[] = [
  { name: "what-docent-is", text: whatDocentIs },
  { name: "getting-started", text: gettingStarted },
  { name: "questions", text: questions },
  { name: "api-keys", text: apiKeys },
  { name: "security", text: security },
  { name: "experts", text: experts },
  { name: "adding-sources", text: addingSources },
  { name: "folders", text: folders },
  { name: "conversations", text: conversations },
  { name: "asking-questions", text: askingQuestions },
  { name: "citations", text: citations },
  { name: "gaps-and-checks", text: gapsAndChecks },
  { name: "tables", text: tables },
  { name: "how-answers-are-made", text: howAnswersAreMade },
  { name: "chat-clients", text: chatClients },
  { name: "connecting-programs", text: connectingPrograms },
  { name: "agents", text: agents },
  { name: "language-models", text: languageModels },
  { name: "sense", text: sense },
  { name: "embeddings", text: embeddings },
  { name: "usage", text: usage },
  { name: "command-line", text: commandLine },
  { name: "running-it", text: runningIt },
  { name: "many-machines", text: manyMachines },
  { name: "backup", text: backup },
  { name: "monitoring", text: monitoring },
  { name: "webhooks", text: webhooks },
  { name: "limits", text: limits },
  { name: "when-something-goes-wrong", text: whenSomethingGoesWrong },
  { name: "offline", text: offline },
];
