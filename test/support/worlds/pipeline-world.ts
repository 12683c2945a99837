/** Sources over real storage, with a scripted extractor and fetcher. */
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createQuotaService } from "../../../src/accounting/quota-service.ts";
import { requestsInMemory } from "../../../src/accounting/request-counts.ts";
import { defaultSettings, type Expert } from "../../../src/experts/expert.ts";
import { createExpertService } from "../../../src/experts/expert-service.ts";
import { type KeyId, sortableIds } from "../../../src/kernel/ids.ts";
import { silentLog } from "../../../src/kernel/log.ts";
import { realTimer, type StartTimer } from "../../../src/kernel/timer.ts";
import { type ApiKey, scopes } from "../../../src/keys/key.ts";
import { hashSecret } from "../../../src/keys/key-secret.ts";
import type { Workspace } from "../../../src/keys/ports.ts";
import { createRunner } from "../../../src/runner/runner.ts";
import { createIngestPipeline } from "../../../src/sources/ingest/ingest-pipeline.ts";
import type { FetchedDocument, PageRecogniser, PictureReading } from "../../../src/sources/ports/document-ports.ts";
import type { Source } from "../../../src/sources/source.ts";
import type { SourceFacts } from "../../../src/sources/source-addition.ts";
import { createSourceService } from "../../../src/sources/source-service.ts";
import { workspaceStore } from "../../../src/store/account-stores.ts";
import { vectorStore } from "../../../src/store/passages/vector-store.ts";
import { quotaStore } from "../../../src/store/quota-store.ts";
import { replyStore } from "../../../src/store/reply-store.ts";
import { recognisedPageStore } from "../../../src/store/sources/recognised-page-store.ts";
import { openDatabase } from "../../../src/store/sqlite/database.ts";
import { openOriginalFiles } from "../../../src/store/sqlite/folder/original-files.ts";
import { expertRows } from "../../../src/store/sqlite/rows/expert-rows.ts";
import { ingestQueueRows } from "../../../src/store/sqlite/rows/ingest-queue-rows.ts";
import { keyRows } from "../../../src/store/sqlite/rows/key-rows.ts";
import { usageRows } from "../../../src/store/sqlite/rows/usage-rows.ts";
import { recognisedPages } from "../../../src/store/sqlite/schema.ts";
import { storeInSqlite } from "../../../src/store/sqlite/store-dialect.ts";
import { type Extract, scriptedExtractor } from "../fakes/scripted-extractor.ts";
import { clockAt, repeatableRandom, startOfTime } from "../service.ts";
import { sourceRows } from "./source-makers.ts";

export interface Behaviour {
  readonly extract: Extract;
  readonly fetch?: (url: string, signal: AbortSignal) => Promise<FetchedDocument>;
  /** Whether every document takes longer than a slice. */
  readonly isSlow?: boolean;
  readonly readPage?: PictureReading["page"];
  readonly stageTimeout?: (stage: string, bytes: number) => number;
}

/** A promise that ends when the signal does, as a wait that was given up. */
export function untilAborted(signal: AbortSignal): Promise<never> {
  const { promise, reject } = Promise.withResolvers<never>();
  if (signal.aborted) reject(signal.reason);
  signal.addEventListener("abort", () => reject(signal.reason));
  return promise;
}

function scriptedRecogniser(page: PictureReading["page"]): PageRecogniser {
  return { name: "scripted", open: () => ({ page, close: () => undefined }) };
}

/** Timers of a second or less. */
const atOnce: StartTimer = (milliseconds, callback) => realTimer(milliseconds > 1000 ? milliseconds : 0, callback);

export const ingestState = ({ status, stage, attempts, failure }: Source) => ({ status, stage, attempts, failure });

/** The state of a source that was read at the first attempt. */
export const readyState = { status: "ready" as const, stage: null, attempts: 1, failure: null };

function keyIn({ id: workspaceId, createdAt }: Workspace, id: KeyId): ApiKey {
  const never = { lastUsedAt: null, expiresAt: null, revokedAt: null };
  return { id, workspaceId, name: "test", prefix: "dk_test", scopes, expertIds: null, createdAt, ...never };
}

export function openPipelineWorld() {
  const directory = mkdtempSync(join(tmpdir(), "docent-pipeline-"));
  const database = openDatabase(join(directory, "docent.db"));
  const clock = clockAt(startOfTime);
  const random = repeatableRandom();
  const ids = sortableIds(clock, random);
  const workspace = { id: ids.mint("workspace"), name: "default", createdAt: clock.now() };
  const key = keyIn(workspace, ids.mint("key"));
  // This database does what it is told before the call returns.
  void workspaceStore(storeInSqlite(database)).add(workspace);
  void keyRows(database).add(key, hashSecret(key.name));
  const rest = {
    progress: { sense: () => null, vectors: () => null },
    changed: () => undefined,
    remains: { forget: async () => undefined },
    removal: { wake: () => undefined, settle: async () => undefined },
  };
  const experts = createExpertService({ store: expertRows(database), clock, ids, ...rest });
  const added = (name: string): Expert => {
    const facts = { description: "", instructions: "", language: "en", aliases: [], metadata: {}, embedding: null };
    const at = { createdAt: clock.now(), updatedAt: clock.now() };
    const place = { id: ids.mint("expert"), workspaceId: workspace.id, slug: name.toLowerCase() };
    const made = { ...facts, ...at, ...place, name, settings: defaultSettings };
    expertRows(database).add(made);
    return made;
  };
  const [expert, otherExpert] = [added("Expert"), added("Other")];
  const originals = join(directory, "originals");
  const queue = ingestQueueRows(database);
  const memory = { refresh: async () => undefined };
  const never = new AbortController().signal;

  /** A process that works on the folder; several of them, one after another, are restarts. */
  const start = ({ extract, fetch, stageTimeout, isSlow, readPage }: Behaviour) => {
    const files = openOriginalFiles(originals, database);
    const runner = createRunner({ log: silentLog, ...(isSlow && { startTimer: atOnce }) });
    const parts = {
      queue,
      files,
      clock,
      log: silentLog,
      memory,
      maxFileBytes: 1000,
      recoveryPause: 0,
      vectors: vectorStore(storeInSqlite(database)),
      embedder: null,
      readingThreads: 1,
      recogniser: readPage === undefined ? null : scriptedRecogniser(readPage),
      recognised: recognisedPageStore(storeInSqlite(database)),
      extractor: scriptedExtractor(extract),
      fetcher: { open: fetch ?? (() => Promise.reject(new Error("nothing is to be fetched"))) },
      ...(stageTimeout && { stageTimeout }),
    };
    const pipeline = createIngestPipeline(parts, runner);
    const store = sourceRows(database);
    const serviceParts = {
      store,
      files,
      pipeline,
      recognised: parts.recognised,
      recogniser: parts.recogniser,
      searchablePdfs: { make: () => Promise.reject(new Error("no file is to be made")) },
      clock,
      ids,
      memory,
      maxFileBytes: 1000,
      maxTextChars: 1000,
      fetchesUrls: true,
      perform: replyStore(storeInSqlite(database)).performOnce,
      maxQueued: () => 0,
      quotas: createQuotaService({
        store: quotaStore(storeInSqlite(database)),
        requests: requestsInMemory(usageRows(database)),
        clock,
        standard: () => ({ requests: null, sources: null, bytes: null }),
      }),
    };
    const sources = createSourceService(serviceParts);
    const facts: SourceFacts = {
      type: "file",
      title: null,
      url: null,
      externalId: null,
      filename: null,
      declaredType: null,
      metadata: null,
    };
    return {
      pipeline: { ...pipeline, start: runner.start, stop: runner.stop },
      sources,
      add: async (text: string, given: Partial<SourceFacts> = {}, to = expert) => {
        const content = (async function* () {
          yield new TextEncoder().encode(text);
        })();
        return (await sources.accept(to, key.id, { ...facts, ...given, content })).source;
      },
      addUrl: (fetchUrl: string, given: Partial<SourceFacts> = {}) =>
        sources.add(expert, key.id, {
          facts: { ...facts, type: "url", url: fetchUrl, ...given },
          origin: { fetchUrl },
        }),
      settled: (source: Source, of = expert) => sources.waitFor(of, source, { milliseconds: 600_000, signal: never }),
      /** SQLite answers at once. */
      find: (source: Source) => sources.find(expert, source.id) as Source,
    };
  };
  return {
    database,
    queue,
    experts,
    expert,
    otherExpert,
    keyId: key.id,
    clock,
    ids,
    start,
    /** Names in the folder of original files. */
    originals: () => readdirSync(originals).toSorted(),
    /** Versions and pages that were read from pictures. */
    keptPages: () =>
      database.orm
        .select()
        .from(recognisedPages)
        .all()
        .map(({ versionNo, page }) => [versionNo, page]),
    close: () => {
      database.close();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}
