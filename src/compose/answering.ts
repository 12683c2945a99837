/** Composes retrieval and answering. */
import type { TermAnalyzers } from "../analysis/analyzer.ts";
import { loggedAnswers } from "../answering/answer-log.ts";
import { type AnswerService, createAnswerService } from "../answering/answer-service.ts";
import type { ChatModel } from "../answering/ports.ts";
import { createRecentFindings, noRecentFindings } from "../answering/recent-findings.ts";
import { createQuestionVectors } from "../memory/embedding/question-vectors.ts";
import type { MemoryService } from "../memory/memory-service.ts";
import type { Embedder } from "../memory/ports.ts";
import { answerRows } from "../storage/rows/answer-rows.ts";
import type { Accounting } from "./accounting.ts";
import type { SenseServices } from "./built-in-sense.ts";
import type { Foundation } from "./foundation.ts";

/** The clients of other servers; null if none is configured. */
interface ModelServers {
  readonly embedder: Embedder | null;
  readonly model: ChatModel | null;
  /** Whether the embedder works in this process. */
  readonly isOurs: boolean;
}

/** How passages are found. */
export function composeRetrieval(
  { database, clock, log }: Foundation,
  analyzers: TermAnalyzers,
  memory: MemoryService,
  { embedder, isOurs }: ModelServers,
  sense: SenseServices | null,
) {
  return {
    memory,
    analyzers,
    passages: answerRows(database),
    embedding: embedder && {
      embedder,
      questions: createQuestionVectors({ embedder, clock, log, ...(isOurs && { rest: 0 }) }),
    },
    sense: sense?.question ?? null,
  };
}

export function composeAnswers(
  { live, database, clock, ids, log }: Foundation,
  { usage, quotas }: Accounting,
  found: ReturnType<typeof composeRetrieval>,
  { embedder, model }: ModelServers,
  onQuestion: () => void,
): AnswerService {
  const answers = createAnswerService({
    ...found,
    usage,
    quotas,
    clock,
    ids,
    model,
    recent: embedder === null ? createRecentFindings(database.generation) : noRecentFindings,
    onQuestion,
  });
  return loggedAnswers(answers, log, () => live().logContent);
}
