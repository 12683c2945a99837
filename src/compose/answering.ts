import { join } from "node:path";
import { type AnswerService, createAnswerService, loggedAnswers } from "../answering/answer-service.ts";
import { createTableShelf } from "../answering/computed/table-shelf.ts";
import type { Introduce } from "../answering/conversation/introduction.ts";
import type { Reader } from "../answering/evidence/evidence.ts";
import { createRecentFindings, noRecentFindings } from "../answering/finding.ts";
import { createForeignReading, createSentenceVectors } from "../answering/foreign/foreign-sentences.ts";
import { createForeignSupport } from "../answering/foreign/foreign-support.ts";
import { createAnswerWriter } from "../answering/generated/generated-reply.ts";
import type { ChatModel } from "../answering/ports.ts";
import { createRerankService } from "../answering/sent-texts.ts";
import { plainAnswerView } from "../api/native-views.ts";
import type { Config } from "../config/load-config.ts";
import { cutAnswers } from "../http/edge/cut-answers.ts";
import { rareError } from "../kernel/log.ts";
import type { TermAnalyzers } from "../language/words/analyzer.ts";
import type { Embedder } from "../memory/embedder-ports.ts";
import type { MemoryService } from "../memory/memory-service.ts";
import { createQuestionVectors } from "../memory/question-vectors.ts";
import { keepingQuestions } from "../quality/gap-service.ts";
import { keepingRecent } from "../quality/recent-answers.ts";
import { databasePath } from "../store/sqlite/folder/data-folder.ts";
import { AnswerThreads } from "../worker/answer-threads.ts";
import { threadedReranker } from "../worker/threaded-sense.ts";
import { workerEntries } from "../worker-entries.ts";
import type { Accounting } from "./accounting.ts";
import type { BuiltInSense, SenseServices } from "./built-in-sense.ts";
import type { Foundation } from "./foundation.ts";
import type { ChosenEmbedder } from "./models/chosen-embedder.ts";

interface ModelServers extends Pick<ChosenEmbedder, "embedder" | "kind"> {
  readonly model: ChatModel | null;
}

/** Null: this thread answers, because vectors are made elsewhere or the database is remote. @param builtIn null: off */
export function composeAnswerThreads(
  { config, stores, clock, log }: Foundation,
  chosen: Pick<ChosenEmbedder, "embedder" | "kind">,
  builtIn: BuiltInSense | null,
): AnswerThreads | null {
  if (config.answerThreads === 0 || !isOwn(chosen) || stores.local === null) return null;
  return new AnswerThreads({
    entry: workerEntries.answer(),
    threads: config.answerThreads,
    opening: {
      database: databasePath(config.dataDir),
      memory: memoryFolder(config),
      sense: builtIn !== null,
      vectors: chosen.embedder !== null,
      reader: config.reader,
      budgetBytes: config.memoryBudgetBytes,
      tableBytes: tableRoom(config),
    },
    clock,
    log,
  });
}

/** Vectors of the executable can be made by every thread. */
const isOwn = ({ embedder, kind }: Pick<ChosenEmbedder, "embedder" | "kind">) =>
  embedder === null || kind === "built-in";

/** Tables get as much memory as indexes, in equal shares for each thread and this one. */
const tableRoom = ({ memoryBudgetBytes, answerThreads }: Config) => Math.floor(memoryBudgetBytes / (answerThreads + 1));

export function memoryFolder({ dataDir }: Config): string {
  return join(dataDir, "memory");
}

interface ReadingModels extends ModelServers {
  readonly threads: AnswerThreads | null;
  readonly reader: Reader | null;
}

export function composeRetrieval(
  { config, stores, clock, log }: Foundation,
  analyzers: TermAnalyzers,
  memory: MemoryService,
  { embedder, kind, threads, reader }: ReadingModels,
  sense: SenseServices | null,
) {
  const passages = stores.passages(sense?.question.model.name ?? null);
  return {
    memory,
    analyzers,
    threads,
    reader,
    passages,
    shelf: createTableShelf(passages, analyzers, tableRoom(config)),
    embedding: embedder && {
      embedder,
      questions: createQuestionVectors({ embedder, clock, log, ...(kind !== "server" && { rest: 0 }) }),
    },
    sense: sense?.question ?? null,
    ...(embedder && kind === "pack"
      ? foreignParts(embedder, rareError(log, clock, "embedding.sentences_failed"))
      : { foreign: null, support: null }),
  };
}

/** Comparing single sentences needs a model whose calls are free. */
function foreignParts(embedder: Embedder, tell: (error: unknown) => void) {
  const vectorsOf = createSentenceVectors(embedder, tell);
  return { foreign: createForeignReading(vectorsOf), support: createForeignSupport(embedder, vectorsOf, tell) };
}

const stages: readonly ((answers: AnswerService, foundation: Foundation) => AnswerService)[] = [
  (answers, { log, live }) => loggedAnswers(answers, log, () => live().logContent),
  (answers, { stores: { asked, recentAnswers } }) =>
    keepingQuestions(answers, { asked, recent: keepingRecent(recentAnswers, plainAnswerView) }),
  (answers, { state }) => cutAnswers(answers, state.cut.signal),
];

export function composeAnswers(
  foundation: Foundation,
  { usage, quotas }: Accounting,
  found: ReturnType<typeof composeRetrieval> & { readonly introduce: Introduce },
  { model, ...chosen }: ModelServers,
): AnswerService {
  const {
    stores: { local },
    clock,
    ids,
    runner,
  } = foundation;
  const answers = createAnswerService({
    ...found,
    usage,
    quotas,
    clock,
    ids,
    writer: model && createAnswerWriter({ ...found, model }),
    recent: isOwn(chosen) && local !== null ? createRecentFindings(local.generation) : noRecentFindings,
    onQuestion: runner.asked,
  });
  return stages.reduce((inner, stage) => stage(inner, foundation), answers);
}

export function composeReranking(accounting: Accounting, builtIn: BuiltInSense | null) {
  const reranker = threadedReranker({ entry: workerEntries.rerank(), sense: builtIn !== null });
  return { service: createRerankService(reranker, accounting.usage, accounting.quotas), close: reranker.close };
}
