/** How a process takes versions, and knows that it still has them, differs between databases. */
import { and, count, eq, type SQL, sql } from "drizzle-orm";
import type { UsageEntry } from "../../accounting/usage-entry.ts";
import type { ExpertId } from "../../kernel/ids.ts";
import type { Completed, IngestJob, IngestQueue, QueueLane } from "../../sources/ports/queue-ports.ts";
import type { SourceType } from "../../sources/source.ts";
import { admitsFirst, setInUse } from "../passages/vector-sets.ts";
import type { Tables } from "../tables.ts";
import { done, type LaterValue, type Orm, type Store, type Work } from "../work.ts";
import { isPending } from "./document-statements.ts";
import { clearChunks, fail, forgetReplaced, keepFetched, release, requeue } from "./ingest-outcomes.ts";
import { putPages } from "./recognised-page-store.ts";

export interface IngestClaims extends Pick<IngestQueue, "claim" | "hold"> {
  /** Neither deleted, canceled, nor given to another process. @param value of a job */
  inHand(value: (name: "versionNo" | "lease") => unknown): SQL | undefined;
  /** Locks the version until the end of the transaction. */
  isOurs(orm: Orm, job: IngestJob): Work<boolean>;
  /** Versions left by an ended process. */
  interrupted(orm: Orm, held: ReadonlySet<number>): Work<SQL | undefined>;
  leave(orm: Orm, versionNo: number): Work<void>;
}

export function ingestQueue(store: Store, claims: IngestClaims): IngestQueue {
  const { grouped } = store;
  const complete = completion(store, claims);
  return {
    claim: claims.claim,
    hold: claims.hold,
    ...looks(store, claims),
    ...outcomes(store, claims),
    // Nobody waits for it, so it may join a transaction.
    complete: (job, result, usage) => grouped((orm) => complete(orm, job, { result, usage }), "patient"),
  };
}

function outcomes(store: Store, claims: IngestClaims) {
  const { write, tables, documents } = store;
  const inHand = (job: IngestJob) => claims.inHand((name) => job[name] ?? "");
  const made: Omit<IngestQueue, "claim" | "hold" | "complete" | "progress" | "waiting"> = {
    requeue: (held, limit) =>
      write("process", function* (orm) {
        return yield* requeue(store, orm, yield* claims.interrupted(orm, held), limit);
      }),
    fetched: (job, document, usage) =>
      write("power", (orm) => keepFetched(store, orm, { job, inHand: inHand(job), document, usage })),
    addChunks: (job, chunks) =>
      write("process", function* (orm) {
        const isOurs = yield* claims.isOurs(orm, job);
        if (isOurs) yield* documents.addPassages(orm, job.versionNo, chunks);
        return isOurs;
      }),
    keepPage: (job, page) =>
      write("process", function* (orm) {
        if (!(yield* claims.isOurs(orm, job))) return false;
        yield* putPages(tables, orm, job.versionNo, [page]);
        const { no } = tables.sourceVersions;
        yield* done(orm.update(tables.sourceVersions).set({ attempts: 1 }).where(eq(no, job.versionNo)));
        return true;
      }),
    fail: (job, failure, usage) =>
      write("power", function* (orm) {
        if (store.isShared && !(yield* claims.isOurs(orm, job))) return false;
        const isFailed = yield* fail(store, orm, { job, inHand: inHand(job), failure, usage });
        yield* claims.leave(orm, job.versionNo);
        return isFailed;
      }),
    release: (job, at, countsAsAttempt) =>
      write("process", (orm) => release(tables, orm, { job, inHand: inHand(job), at, countsAsAttempt })),
    clear: (versionNo) => write("process", () => clearChunks(versionNo)),
  };
  return made;
}

function looks(store: Store, claims: IngestClaims): Pick<IngestQueue, "progress" | "waiting"> {
  const { read, write, documents } = store;
  const progress = reporting(store, claims);
  const waiting = { fetch: waitingIn(store, "fetch"), read: waitingIn(store, "read") };
  return {
    progress: ({ versionNo, lease = "" }, stage, reached) =>
      write("process", function* (orm) {
        yield* progress(orm, { versionNo, lease, stage, ...reached });
      }),
    waiting: (lane) =>
      read(function* (orm) {
        return lane === undefined ? yield* documents.waiting(orm) : ((yield* waiting[lane](orm, {}))[0]?.n ?? 0);
      }),
  };
}

export function isInLane(tables: Tables, lane: QueueLane): SQL | undefined {
  const { fetchUrl, sha256, status } = tables.sourceVersions;
  const isElsewhere = sql`(${fetchUrl} IS NOT NULL AND ${sha256} = '')`;
  return and(eq(status, "queued"), isPending(tables), lane === "fetch" ? isElsewhere : sql`NOT ${isElsewhere}`);
}

function waitingIn({ tables, kept }: Store, lane: QueueLane) {
  return kept((orm) => orm.select({ n: count() }).from(tables.sourceVersions).where(isInLane(tables, lane)));
}

function reporting({ tables: { sourceVersions }, kept }: Store, { inHand }: IngestClaims) {
  return kept((orm, value) =>
    orm
      .update(sourceVersions)
      .set({
        stage: sql`${value("stage")}`,
        progressDone: sql`${value("done")}`,
        progressTotal: sql`${value("total")}`,
        updatedAt: sql`${value("at")}`,
      })
      .where(inHand(value)),
  );
}

interface Completion {
  readonly result: Completed;
  readonly usage: UsageEntry;
}

function completion(store: Store, claims: IngestClaims) {
  const { tables, dialect, log, documents } = store;
  const markReady = store.kept((orm, value) => readyVersion(tables, claims, orm, value));
  const awaitModels = store.kept((orm, value) => awaitingModels(tables, orm, value));
  const admits = admission(store);
  const answerFrom = answering(store, claims);
  return function* (orm: Orm, job: IngestJob, { result, usage }: Completion): Work<boolean> {
    const { versionNo, expertId, lease = "" } = job;
    if (!(yield* log.lock(expertId))) return false;
    const { lastChunks, vectorSet, warnings, title, content, ...facts } = result;
    const texts = { title: title && dialect.storable(title), content: dialect.storable(content) };
    const columns = { ...facts, ...texts, warnings: JSON.stringify(warnings), at: usage.at };
    const [row] = yield* markReady(orm, { ...columns, versionNo, lease });
    if (row === undefined) return false;
    if (!(yield* admits(orm, expertId, vectorSet))) throw new Error("the memory came to be embedded otherwise");
    yield* documents.addPassages(orm, versionNo, lastChunks);
    yield* awaitModels(orm, { expertId, versionNo, total: facts.chunkCount });
    yield* answerFrom(orm, job, row);
    yield* store.addUsage(orm, usage);
    return true;
  };
}

function answering(store: Store, claims: IngestClaims) {
  const { tables, dialect, log } = store;
  const { sources } = tables;
  const current = store.kept((orm, value) =>
    orm
      .select({ no: sources.currentVersionNo })
      .from(sources)
      .where(eq(sources.no, value("sourceNo"))),
  );
  const setCurrent = store.kept((orm, value) =>
    orm
      .update(sources)
      .set({ currentVersionNo: sql`${value("versionNo")}` })
      .where(eq(sources.no, value("sourceNo"))),
  );
  return function* (orm: Orm, { versionNo, expertId }: IngestJob, { sourceNo, type }: ReadyVersion): Work<void> {
    yield* dialect.lock(sources, eq(sources.no, sourceNo));
    const before = (yield* current(orm, { sourceNo }))[0]?.no ?? null;
    yield* setCurrent(orm, { sourceNo, versionNo });
    if (before !== null) yield* forgetReplaced(store, orm, { type, before, after: versionNo });
    yield* claims.leave(orm, versionNo);
    yield* log.note(orm, expertId, { added: [versionNo], removed: before === null ? [] : [before] });
  };
}

interface ReadyVersion {
  readonly sourceNo: number;
  readonly type: SourceType;
}

function readyVersion({ sourceVersions }: Tables, { inHand }: IngestClaims, orm: Orm, value: LaterValue) {
  const chunkCount = sql`${value("chunkCount")}`;
  const at = sql`${value("at")}`;
  return orm
    .update(sourceVersions)
    .set({
      title: sql`coalesce(${sourceVersions.givenTitle}, CAST(${value("title")} AS text), ${sourceVersions.title})`,
      mimeType: sql`${value("mimeType")}`,
      content: sql`${value("content")}`,
      pageCount: sql`${value("pageCount")}`,
      warnings: sql`${value("warnings")}`,
      chunkCount,
      language: sql`${value("language")}`,
      status: "ready",
      stage: null,
      progressDone: chunkCount,
      progressTotal: chunkCount,
      errorCode: null,
      errorMessage: null,
      errorRetryable: null,
      updatedAt: at,
      readyAt: at,
    })
    .where(inHand(value))
    .returning({ sourceNo: sourceVersions.sourceNo, type: sourceVersions.type });
}

/** Every model must encode the version; a model that is being registered waits (`adoptModel`). */
function awaitingModels({ versionSenses, senseModels }: Tables, orm: Orm, value: LaterValue) {
  const given = orm
    .select({
      modelNo: senseModels.no,
      expertId: sql`CAST(${value("expertId")} AS text)`.as("expert_id"),
      versionNo: sql`CAST(${value("versionNo")} AS bigint)`.as("version_no"),
      reached: sql`0`.as("reached"),
      done: sql`0`.as("done"),
      total: sql`CAST(${value("total")} AS bigint)`.as("total"),
    })
    .from(senseModels);
  return orm.insert(versionSenses).select(given as never);
}

function admission({ tables, kept, changesMore }: Store) {
  const { experts } = tables;
  const setOf = kept((orm, value) =>
    orm
      .select({ no: experts.embeddingNo })
      .from(experts)
      .where(eq(experts.id, value("expert"))),
  );
  return function* (orm: Orm, expert: ExpertId, set: number | null): Work<boolean> {
    const present = (yield* setOf(orm, { expert }))[0]?.no ?? null;
    if (present === set) return true;
    if (set === null && (yield* setInUse(tables, orm, expert))?.mayLack === true) return true;
    yield* changesMore();
    return yield* admitsFirst(expert, set);
  };
}
