/** The only place that builds things: a Config in, a service that can be started and stopped out. */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { createAnalyzers, type TermAnalyzers } from "../analysis/analyzer.ts";
import { loggedAnswers } from "../answering/answer-log.ts";
import { type AnswerService, createAnswerService } from "../answering/answer-service.ts";
import { createRecentFindings, noRecentFindings } from "../answering/recent-findings.ts";
import { type BackupSchedule, createBackupSchedule } from "../backups/backup-schedule.ts";
import { buildInfo } from "../build-info.ts";
import type { Config, LiveConfig } from "../config/load-config.ts";
import { createExpertService, type ExpertService } from "../experts/expert-service.ts";
import { type App, createApp } from "../http/app.ts";
import type { ServiceState } from "../http/edge/service-state.ts";
import { type Clock, systemClock } from "../kernel/clock.ts";
import { type IdMint, sortableIds } from "../kernel/ids.ts";
import type { Log } from "../kernel/log.ts";
import { createKeyDelegation } from "../keys/key-delegation.ts";
import { createKeyService, type KeyService } from "../keys/key-service.ts";
import { createWorkspaceService, type WorkspaceService } from "../keys/workspace-service.ts";
import type { QuotaService } from "../limits/quota-service.ts";
import { createQuestionVectors } from "../memory/embedding/question-vectors.ts";
import type { SenseTraits } from "../memory/index-profile.ts";
import { createMemoryService, type MemoryService } from "../memory/memory-service.ts";
import type { ServiceMeters } from "../metrics/service-meters.ts";
import { createOramaMemory } from "../orama/orama-memory.ts";
import { openAiChat } from "../providers/openai-chat.ts";
import { openAiEmbedder } from "../providers/openai-embedder.ts";
import { createIngestPipeline, type IngestPipeline } from "../sources/ingest-pipeline.ts";
import { createSourceService, type SourceService } from "../sources/source-service.ts";
import { backupShelf } from "../storage/archives/backup-shelf.ts";
import type { Database } from "../storage/database.ts";
import { type HeldFolder, holdDataFolder } from "../storage/folder/data-folder.ts";
import { openOriginalFiles } from "../storage/folder/original-files.ts";
import { answerRows } from "../storage/rows/answer-rows.ts";
import { expertRows } from "../storage/rows/expert-rows.ts";
import { ingestQueueRows } from "../storage/rows/ingest-queue-rows.ts";
import { keyRows } from "../storage/rows/key-rows.ts";
import { passageRows } from "../storage/rows/passage-rows.ts";
import { replyRows } from "../storage/rows/reply-rows.ts";
import { sourceRows } from "../storage/rows/source-rows.ts";
import { vectorRows } from "../storage/rows/vector-rows.ts";
import { workspaceRows } from "../storage/rows/workspace-rows.ts";
import type { UsageService } from "../usage/usage-service.ts";
import { threadedBackup } from "../worker/threaded-backup.ts";
import { threadedExtractor } from "../worker/threaded-extractor.ts";
import { workerEntries } from "../worker-entries.ts";
import { abilitiesOf, fetcherFor, hostNamesOf } from "./compose-http.ts";
import { createCounting, createLimiting } from "./compose-limits.ts";
import { createMeasuring, meteredSide } from "./compose-metrics.ts";
import { type BuiltInSense, builtInSense, makeSenseOf } from "./compose-sense.ts";

/** What the program consists of. The command line uses the services directly, the server through the app. */
export interface Docent {
  readonly workspaces: WorkspaceService;
  readonly keys: KeyService;
  readonly experts: ExpertService;
  readonly sources: SourceService;
  readonly answers: AnswerService;
  readonly usage: UsageService;
  readonly quotas: QuotaService;
  readonly memory: MemoryService;
  readonly pipeline: IngestPipeline;
  readonly app: App;
  readonly state: ServiceState;
  /** Null: it makes no backups by itself. */
  readonly backups: BackupSchedule | null;
  readonly databaseVersion: string;
  readonly clock: Clock;
  /** Requeues what a crash interrupted, and starts ingesting. */
  begin(): void;
  /** Ends ingesting, writes what is due, closes and releases everything. */
  close(): Promise<void>;
}

/** Where the outside comes in; a test passes its own. */
export interface Surroundings {
  readonly log: Log;
  readonly clock?: Clock;
  readonly random?: (bytes: Uint8Array) => Uint8Array;
  /** What can change while the service runs, as it is now. */
  readonly live?: () => LiveConfig;
  /** In place of the built-in model, where that is not switched off. */
  readonly sense?: BuiltInSense;
}

/** A document that makes the process grow by more than this many bytes fails. */
const maxIngestGrowth = 1_500_000_000;
/** Milliseconds between looks for snapshots and backups that are due. */
const flushInterval = 10_000;

/** @throws DataDirError when another process holds the folder, or it cannot be used. */
export function compose(config: Config, surroundings: Surroundings): Docent {
  const held = holdDataFolder(config.dataDir);
  try {
    return assemble(config, surroundings, held);
  } catch (error) {
    held.release();
    throw error;
  }
}

function assemble(config: Config, surroundings: Surroundings, { database, release }: HeldFolder): Docent {
  const clock = surroundings.clock ?? systemClock;
  const random = surroundings.random ?? ((bytes) => crypto.getRandomValues(bytes));
  const live = surroundings.live ?? (() => config.live);
  const ids = sortableIds(clock, random);
  const tools = { clock, ids, log: surroundings.log, random };
  const sense = config.sense ? (surroundings.sense ?? builtInSense()) : null;
  const measuring = createMeasuring();
  const counting = createCounting(database, clock, { live, meters: measuring.meters });
  const learning = learn(config, database, { ...tools, ...counting, sense, live, meters: measuring.meters });
  const state: ServiceState = { phase: "starting" };
  const services = { ...learning.services, ...counting, ...admit(database, tools), state, clock };
  const limiting = createLimiting(counting.quotas, clock, live);
  const app = createApp({
    ...services,
    ...tools,
    ...limiting,
    ...meteredSide(measuring, live),
    replies: replyRows(database),
    hasRoom: database.room.hasRoom,
    abilities: abilitiesOf(config, learning.services.embedder, sense),
    corsOrigins: () => live().corsOrigins,
    publicUrl: config.publicUrl,
    hostNames: hostNamesOf(config),
    tls: config.tls !== null,
  });
  const backups = schedule(config, tools);
  measuring.observe({ memory: services.memory, queue: services.queue, database, backups, gates: limiting.gates });
  let looking: ReturnType<typeof setInterval> | null = null;
  return {
    ...services,
    app,
    backups,
    databaseVersion: database.version,
    begin: () => {
      learning.begin();
      void backups?.look();
      looking = setInterval(() => {
        void services.memory.flush();
        void backups?.look();
      }, flushInterval);
      state.phase = "ready";
    },
    close: async () => {
      if (looking !== null) clearInterval(looking);
      backups?.stop();
      await learning.close();
      release();
    },
  };
}

interface Tools {
  readonly clock: Clock;
  readonly ids: IdMint;
  readonly log: Log;
  readonly random: (bytes: Uint8Array) => Uint8Array;
}

/** Who may come in, and what is counted. */
function admit(database: Database, { clock, ids, random }: Tools) {
  const store = keyRows(database);
  const keys = createKeyService({ store, clock, ids, random });
  return {
    workspaces: createWorkspaceService(workspaceRows(database), clock, ids),
    keys,
    delegation: createKeyDelegation({ store, keys, clock }),
  };
}

function schedule({ backups, dataDir }: Config, { clock, log }: Tools): BackupSchedule | null {
  if (backups === null) return null;
  const { dir: folder, every, keep } = backups;
  const maker = threadedBackup({
    entry: workerEntries.backup(),
    dataDir,
    folder,
    madeBy: `docent ${buildInfo.version}`,
  });
  return createBackupSchedule({ shelf: backupShelf(folder), maker, every, keep, clock, log });
}

interface Means extends Tools {
  /** Null: it is switched off. */
  readonly sense: BuiltInSense | null;
  readonly usage: UsageService;
  readonly quotas: QuotaService;
  readonly maxQueued: () => number;
  readonly live: () => LiveConfig;
  readonly meters: ServiceMeters;
}

interface Recalling extends Pick<Tools, "clock" | "log"> {
  readonly analyzers: TermAnalyzers;
  readonly sense: SenseTraits | null;
}

function remember(config: Config, database: Database, { analyzers, sense, clock, log }: Recalling): MemoryService {
  const directory = join(config.dataDir, "memory");
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const engine = createOramaMemory({ directory, analyzers, log });
  const rows = passageRows(database, sense?.name);
  return createMemoryService({ engine, rows, sense, log, clock, budgetBytes: config.memoryBudgetBytes });
}

/** Everything between a document and an answer. */
function learn(config: Config, database: Database, { clock, ids, log, sense, meters, ...means }: Means) {
  const analyzers = createAnalyzers();
  const memory = remember(config, database, { analyzers, sense: sense?.model ?? null, clock, log });
  const meaning = sense && makeSenseOf(sense, database, { memory, log, isReading: () => pipeline.isReading() });
  const embedder = config.embed && meters.embedder(openAiEmbedder(config.embed));
  const queue = meters.queue(ingestQueueRows(database));
  const files = openOriginalFiles(join(config.dataDir, "originals"), database);
  const extractor = threadedExtractor({ entry: workerEntries.ingest(), maxGrowth: maxIngestGrowth });
  const maxFileBytes = config.limits.fileBytes;
  const following = meaning?.memory ?? memory;
  const pipeline = createIngestPipeline({
    queue,
    files,
    extractor,
    fetcher: fetcherFor(config),
    maxFileBytes,
    vectors: vectorRows(database),
    embedder,
    memory: following,
    clock,
    log,
  });
  const experts = createExpertService({
    store: expertRows(database),
    clock,
    ids,
    sense: (expert) => meaning?.progress(expert) ?? null,
    changed: () => meaning?.lane.wake(),
    removed: async (expert, versions) => {
      for (const versionNo of versions) pipeline.abort(versionNo);
      files.remove(versions);
      await memory.forget(expert);
    },
  });
  const arriving = { store: sourceRows(database), files, maxFileBytes, fetchesUrls: !config.offline, queue };
  const sources = createSourceService({ ...arriving, ...means, pipeline, memory: following, clock, ids });
  const answering = createAnswerService({
    memory,
    passages: answerRows(database),
    analyzers,
    clock,
    ids,
    ...means,
    model: config.llm && meters.chatModel(openAiChat(config.llm)),
    embedding: embedder && { embedder, questions: createQuestionVectors({ embedder, clock, log }) },
    sense: meaning?.question ?? null,
    recent: embedder === null ? createRecentFindings(database.generation) : noRecentFindings,
    asked: () => meaning?.lane.holdOff(),
  });
  const answers = loggedAnswers(answering, log, () => means.live().logContent);
  return {
    services: { experts, sources, answers, memory, pipeline, embedder, queue },
    begin: () => {
      pipeline.start();
      meaning?.lane.start();
    },
    close: async () => {
      await Promise.all([pipeline.stop(), meaning?.lane.stop()]);
      extractor.close();
      meaning?.close();
      await memory.close();
    },
  };
}
