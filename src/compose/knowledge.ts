import { mkdirSync } from "node:fs";
import { createTableService } from "../answering/computed/table-service.ts";
import { createIntroductions } from "../answering/conversation/introduction.ts";
import { createTrials } from "../answering/finding.ts";
import { createOramaMemory } from "../engine/orama/orama-memory.ts";
import { shareSnapshots } from "../engine/orama/shared-snapshots.ts";
import { createExpertRemoval } from "../experts/expert-removal.ts";
import { createExpertService, type ExpertService } from "../experts/expert-service.ts";
import type { ExpertId } from "../kernel/ids.ts";
import { createAnalyzers, type TermAnalyzers } from "../language/words/analyzer.ts";
import type { Embedder } from "../memory/embedder-ports.ts";
import { MemoryService } from "../memory/memory-service.ts";
import { readingJob } from "../memory/reading-job.ts";
import type { IndexedExpert } from "../memory/row-ports.ts";
import { openReader } from "../models/reader-model.ts";
import { createCallPermits } from "../providers/call-permits.ts";
import { createModelCheck } from "../providers/model-check.ts";
import { openAiChat } from "../providers/openai-chat.ts";
import { betweenQuestions } from "../runner/courtesy.ts";
import { atEachLook, type JobKind, type LaneHandle } from "../runner/job-kind.ts";
import { createIngestPipeline } from "../sources/ingest/ingest-pipeline.ts";
import { outliner } from "../sources/outline/outliner.ts";
import { createSourceService } from "../sources/source-service.ts";
import type { AnswerThreads } from "../worker/answer-threads.ts";
import { threadedExtractor } from "../worker/reading/threaded-extractor.ts";
import { threadedSearchablePdfs } from "../worker/reading/threaded-recogniser.ts";
import { workerEntries } from "../worker-entries.ts";
import type { Accounting } from "./accounting.ts";
import { composeAnswers, composeAnswerThreads, composeReranking, composeRetrieval, memoryFolder } from "./answering.ts";
import { type BuiltInSense, composeSense, type SenseServices } from "./built-in-sense.ts";
import { composeCrawls } from "./crawls.ts";
import type { Foundation } from "./foundation.ts";
import { fetcherFor } from "./http-side.ts";
import { chooseEmbedder } from "./models/chosen-embedder.ts";
import { composeRecogniser } from "./models/chosen-recogniser.ts";
import { composePackVectors, type PackVectors } from "./models/pack-vectors.ts";
import { composeQuestions } from "./questions.ts";

/** Milliseconds between looks for work of other nodes and for unsaved indexes. */
const lookEvery = 10_000;

export type Knowledge = ReturnType<typeof composeKnowledge>;

export function composeKnowledge(
  foundation: Foundation,
  accounting: Accounting,
  builtIn: BuiltInSense | null,
  { closeModels, modelCheck, threads, ...models }: Models,
) {
  const analyzers = createAnalyzers();
  const memory = composeMemory(foundation, analyzers, builtIn, threads);
  const encoding = composeEncoding(foundation, memory, builtIn, models.embedder);
  const reading = composeReading(foundation, accounting, encoding, models.embedder);
  const readings = composeReadings(foundation, analyzers, reading, encoding);
  const experts = composeExperts(foundation, reading, { memory, threads, readings, ...encoding });
  const { keeping, service: sites } = composeCrawls(foundation, experts, reading.sources);
  foundation.runner.add(snapshotJob(memory));
  const found = composeRetrieval(foundation, analyzers, memory, { ...models, threads }, encoding.sense);
  const tryQuestion = createTrials(found);
  const introduce = createIntroductions(found.passages, tryQuestion);
  const reranking = composeReranking(accounting, builtIn);
  const ending = [reading.extractor, encoding.sense, reranking, { close: closeModels }];
  return {
    ...composeQuestions({ ...foundation, analyzers, tryQuestion, changed: encoding.changed }),
    introduce,
    experts,
    sources: reading.sources,
    keeping,
    sites,
    tables: createTableService(found),
    answers: composeAnswers(foundation, accounting, { ...found, introduce }, models),
    reranking: reranking.service,
    memory,
    threads,
    pipeline: reading.pipeline,
    queue: reading.queue,
    modelCheck,
    embedder: models.embedder,
    vectors: encoding.vectors,
    /** Stop the runner first. Saves the indexes. */
    close: () => closeInOrder(threads, ending, memory),
  };
}

async function closeInOrder(
  threads: AnswerThreads | null,
  models: readonly ({ close(): void } | null)[],
  memory: MemoryService,
): Promise<void> {
  await threads?.close();
  for (const model of models) model?.close();
  await memory.close();
}

const snapshotJob = (memory: MemoryService): JobKind<null> => ({
  name: "snapshots",
  ...atEachLook(() => memory.flush()),
  every: lookEvery,
  failed: "memory.not_flushed",
});

interface Encoding {
  readonly sense: SenseServices | null;
  readonly vectors: PackVectors | null;
  /** How often to look for work of other nodes; absent: there are none. */
  readonly every: { readonly every?: number };
  /** Experts whose memory changed since the last checks. */
  readonly changed: Set<ExpertId>;
  readonly refresh: MemoryService["refresh"];
}

function composeEncoding(
  foundation: Foundation,
  memory: MemoryService,
  builtIn: BuiltInSense | null,
  embedder: Embedder | null,
): Encoding {
  const { stores, runner } = foundation;
  const every = stores.local === null ? { every: lookEvery } : {};
  const after = (...kinds: readonly string[]) => ({ givesWayTo: () => runner.isBusy(kinds), ...every });
  const sense = builtIn && composeSense(builtIn, foundation, memory, after("read"));
  const vectors = composePackVectors(embedder, foundation, memory, after("read", "sense"));
  const changed = new Set<ExpertId>();
  return {
    sense,
    vectors,
    every,
    changed,
    refresh: async (expert, added) => {
      await (sense?.memory ?? memory).refresh(expert, added);
      vectors?.lane.wake();
      changed.add(expert.id);
    },
  };
}

function composeReadings(
  { stores, runner }: Foundation,
  analyzers: TermAnalyzers,
  reading: ComposedReading,
  { refresh, every }: Encoding,
) {
  const replaced = async (expert: Pick<IndexedExpert, "id" | "language">) => {
    await refresh({ ...expert, embedding: (await stores.vectors.standing(expert.id)).embedding });
  };
  return runner.add(readingJob({ rows: stores.readings, analyzers, outline: outliner(reading), replaced, ...every }));
}

export type Models = ReturnType<typeof composeModels>;

export function composeModels(foundation: Foundation, builtIn: BuiltInSense | null, reader = openReader()) {
  const { config, meters, clock } = foundation;
  const calls = createCallPermits();
  const { llm } = config;
  const chat = llm && openAiChat({ ...llm, calls });
  const { embedder, kind, close } = chooseEmbedder(config, builtIn, calls);
  const metered = embedder && meters.embedder(embedder);
  return {
    embedder: metered,
    threads: composeAnswerThreads(foundation, { embedder: metered, kind }, builtIn),
    model: chat && meters.chatModel(chat),
    modelCheck: llm && chat && createModelCheck(chat, { ...llm, now: clock.now }),
    kind,
    reader: config.reader ? reader : null,
    closeModels: close,
  };
}

function composeMemory(
  { config, stores, shared, clock, log }: Foundation,
  analyzers: TermAnalyzers,
  builtIn: BuiltInSense | null,
  threads: AnswerThreads | null,
): MemoryService {
  const directory = memoryFolder(config);
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const sense = builtIn?.model ?? null;
  return new MemoryService({
    engine: createOramaMemory({ directory, analyzers, log, shared: shared && shareSnapshots({ files: shared, log }) }),
    rows: stores.memory(sense?.name ?? null),
    sense,
    log,
    clock,
    budgetBytes: config.memoryBudgetBytes,
    ...(threads && { heldElsewhere: () => threads.heldBytes() }),
  });
}

/** Milliseconds between looks at a version that another node may be reading. */
const lookElsewhere = 200;

function composeReading(
  foundation: Foundation,
  { quotas }: Accounting,
  memory: Pick<MemoryService, "refresh">,
  embedder: Embedder | null,
) {
  const { stores, files, config, clock, log, meters, runner } = foundation;
  const queue = meters.queue(stores.queue);
  const extractor = threadedExtractor({ entry: workerEntries.ingest() });
  const maxFileBytes = config.limits.fileBytes;
  const { recognised, vectors } = stores;
  const scans = { recogniser: composeRecogniser(config), recognised };
  const documents = { queue, files, extractor, ...scans, fetcher: fetcherFor(config), maxFileBytes };
  const { readingThreads } = config;
  const pipeline = createIngestPipeline(
    { ...documents, readingThreads, vectors, embedder, memory, clock, log },
    runner,
  );
  const sources = composeSources(foundation, { quotas, memory, pipeline, recogniser: scans.recogniser });
  return { queue, files, extractor, recognised, pipeline, sources };
}

type SourceParts = Pick<Parameters<typeof createSourceService>[0], "quotas" | "memory" | "pipeline" | "recogniser">;

function composeSources({ stores, files, config, live, clock, ids, runner }: Foundation, parts: SourceParts) {
  return createSourceService({
    ...parts,
    store: stores.sources,
    perform: stores.replies.performOnce,
    files,
    // Documents wait twice: to be received, and to be read.
    giveWay: runner.questionsFirst(betweenQuestions),
    recognised: stores.recognised,
    searchablePdfs: threadedSearchablePdfs(workerEntries.recognition()),
    clock,
    ids,
    maxFileBytes: config.limits.fileBytes,
    maxTextChars: config.limits.textChars,
    maxQueued: () => live().maxQueuedSources,
    fetchesUrls: !config.offline,
    ...(stores.local === null && { lookEvery: lookElsewhere }),
  });
}

type ComposedReading = ReturnType<typeof composeReading>;

interface RememberedParts extends Pick<Encoding, "sense" | "vectors" | "every"> {
  readonly memory: MemoryService;
  readonly threads: AnswerThreads | null;
  readonly readings: Pick<LaneHandle<null>, "wake">;
}

function composeExperts(
  { stores, clock, ids, runner }: Foundation,
  { pipeline, files }: ComposedReading,
  { memory, threads, readings, sense, vectors, every }: RememberedParts,
): ExpertService {
  const store = stores.experts;
  const discard = async (versions: readonly number[]) => {
    await Promise.all(versions.map(pipeline.abort));
    await files.remove(versions);
  };
  const removal = createExpertRemoval({ store, remains: { discard }, ...every }, runner);
  return createExpertService({
    store,
    clock,
    ids,
    progress: {
      sense: (expert) => sense?.progress(expert) ?? null,
      vectors: (expert) => vectors?.progress(expert) ?? null,
    },
    changed: () => {
      sense?.lane.wake();
      readings.wake();
    },
    remains: {
      forget: (expert) => {
        threads?.forget(expert);
        return memory.forget(expert);
      },
    },
    removal,
  });
}
