import { and, asc, count, eq, gte, notInArray, sql } from "drizzle-orm";
import type { Completed, FetchedFile, IngestJob, IngestQueue, NewChunk, QueueLane } from "../../sources/ports.ts";
import type { SourceFailure } from "../../sources/source.ts";
import type { UsageEntry } from "../../usage/usage-entry.ts";
import type { Database, Drizzle } from "../database.ts";
import { chunks, experts, isPending, sources, sourceVersions } from "../schema.ts";
import { logMemoryChange } from "./memory-log.ts";
import { awaitSense, forgetSense } from "./sense-rows.ts";
import { addUsage } from "./usage-rows.ts";
import { admits } from "./vector-rows.ts";

const waiting = eq(sourceVersions.status, "queued");

export function ingestQueueRows({ orm, write }: Database): IngestQueue {
  const addChunk = preparedChunk(orm);
  return {
    claim: (lane, at) => {
      const next = nextOf(orm, lane);
      return next === undefined ? null : write("process", () => take(orm, next, at));
    },
    requeue: (inHand, limit) => write("process", () => requeue(orm, inHand, limit)),
    fetched: (job, document, usage) => write("power", () => fetched(orm, job, { document, usage })),
    addChunks: (job, some) =>
      write("process", () => {
        const isOurs =
          orm.select({ no: sourceVersions.no }).from(sourceVersions).where(inHand(job)).get() !== undefined;
        if (isOurs) for (const chunk of some) addChunk(job, chunk);
        return isOurs;
      }),
    complete: (job, result, usage) => write("power", () => complete(orm, job, { result, usage, addChunk })),
    fail: (job, failure, usage) => write("power", () => fail(orm, job, failure, usage)),
    progress: (job, stage, { done, total, at }) => {
      const now = { stage, progressDone: done, progressTotal: total, updatedAt: at };
      write("process", () => orm.update(sourceVersions).set(now).where(inHand(job)).run());
    },
    release: (job, at, countsAsAttempt) => {
      const attempts = countsAsAttempt ? job.attempts : job.attempts - 1;
      const again = { status: "queued" as const, stage: null, updatedAt: at, attempts };
      write("process", () => orm.update(sourceVersions).set(again).where(inHand(job)).run());
    },
    clear: (versionNo) => write("process", () => clearChunks(orm, versionNo)),
    waiting: () => orm.select({ n: count() }).from(sourceVersions).where(and(waiting, isPending)).get()?.n ?? 0,
  };
}

/** The job's version while nobody deleted or canceled it. */
function inHand({ versionNo }: IngestJob) {
  return and(eq(sourceVersions.no, versionNo), eq(sourceVersions.status, "processing"));
}

/** The bytes of a version that has an address are here once their hash is. */
const isElsewhere = sql`(${sourceVersions.fetchUrl} IS NOT NULL AND ${sourceVersions.sha256} = '')`;

type Waiting = Omit<IngestJob, "attempts"> & { readonly attemptsBefore: number };

function nextOf(orm: Drizzle, lane: QueueLane): Waiting | undefined {
  return orm
    .select({
      versionNo: sourceVersions.no,
      sourceId: sources.id,
      expertId: sources.expertId,
      workspaceId: experts.workspaceId,
      keyId: sourceVersions.keyId,
      language: experts.language,
      title: sourceVersions.title,
      filename: sourceVersions.filename,
      declaredType: sourceVersions.declaredType,
      fetchUrl: sourceVersions.fetchUrl,
      bytes: sourceVersions.bytes,
      attemptsBefore: sourceVersions.attempts,
    })
    .from(sourceVersions)
    .innerJoin(sources, eq(sources.no, sourceVersions.sourceNo))
    .innerJoin(experts, eq(experts.id, sources.expertId))
    .where(and(waiting, isPending, lane === "fetch" ? isElsewhere : sql`NOT ${isElsewhere}`))
    .orderBy(asc(sourceVersions.no))
    .limit(1)
    .get();
}

function take(orm: Drizzle, { attemptsBefore, ...next }: Waiting, at: number): IngestJob {
  const job = { ...next, attempts: attemptsBefore + 1 };
  const taken = {
    status: "processing" as const,
    attempts: job.attempts,
    updatedAt: at,
    progressDone: 0,
    progressTotal: 0,
  };
  orm.update(sourceVersions).set(taken).where(eq(sourceVersions.no, job.versionNo)).run();
  if (attemptsBefore > 0) clearChunks(orm, job.versionNo);
  return job;
}

type RequeueLimit = Parameters<IngestQueue["requeue"]>[1];

function requeue(orm: Drizzle, held: ReadonlySet<number>, { maxAttempts, failure, at }: RequeueLimit): number[] {
  const interrupted = and(eq(sourceVersions.status, "processing"), isPending, notInArray(sourceVersions.no, [...held]));
  const failed = orm
    .update(sourceVersions)
    .set({ ...failedWith(failure), updatedAt: at })
    .where(and(interrupted, gte(sourceVersions.attempts, maxAttempts)))
    .returning({ no: sourceVersions.no, expertId: sourceVersions.expertId, keyId: sourceVersions.keyId })
    .all();
  orm.update(sourceVersions).set({ status: "queued", stage: null, updatedAt: at }).where(interrupted).run();
  for (const { no, ...charged } of failed) {
    clearChunks(orm, no);
    const owner = orm
      .select({ workspaceId: experts.workspaceId })
      .from(experts)
      .where(eq(experts.id, charged.expertId));
    for (const { workspaceId } of owner.all())
      addUsage(orm, { ...charged, workspaceId, at, add: { sourcesFailed: 1 } });
  }
  return failed.map(({ no }) => no);
}

interface Fetched {
  readonly document: FetchedFile;
  readonly usage: UsageEntry;
}

function fetched(orm: Drizzle, job: IngestJob, { document, usage }: Fetched): boolean {
  const { file, filename, declaredType } = document;
  const here = {
    bytes: file.bytes,
    sha256: file.sha256,
    filename,
    declaredType,
    status: "queued" as const,
    stage: null,
    attempts: 0,
    updatedAt: usage.at,
  };
  const rows = orm.update(sourceVersions).set(here).where(inHand(job)).returning({ no: sourceVersions.no }).all();
  if (rows.length === 0) return false;
  file.keep(job.versionNo);
  addUsage(orm, usage);
  return true;
}

interface Completion {
  readonly result: Completed;
  readonly usage: UsageEntry;
  readonly addChunk: AddChunk;
}

function complete(orm: Drizzle, job: IngestJob, { result, usage, addChunk }: Completion): boolean {
  const { title, mimeType, content, pageCount, chunkCount } = result;
  const ready = {
    title: title === null ? undefined : sql`coalesce(${sourceVersions.givenTitle}, ${title})`,
    mimeType,
    content,
    pageCount,
    chunkCount,
    status: "ready" as const,
    stage: null,
    progressDone: chunkCount,
    progressTotal: chunkCount,
    errorCode: null,
    errorMessage: null,
    errorRetryable: null,
    updatedAt: usage.at,
    readyAt: usage.at,
  };
  const row = orm
    .update(sourceVersions)
    .set(ready)
    .where(inHand(job))
    .returning({ sourceNo: sourceVersions.sourceNo })
    .get();
  if (row === undefined) return false;
  if (!admits(orm, job.expertId, result.vectorSet)) throw new Error("the memory came to be embedded otherwise");
  for (const chunk of result.lastChunks) addChunk(job, chunk);
  swap(orm, row.sourceNo, job);
  awaitSense(orm, { ...job, total: chunkCount });
  addUsage(orm, usage);
  return true;
}

type AddChunk = (job: IngestJob, chunk: NewChunk) => void;

/** Prepared once: building the statement anew for every batch takes longer than running it. */
function preparedChunk(orm: Drizzle): AddChunk {
  const value = sql.placeholder;
  const row = {
    versionNo: value("versionNo"),
    start: value("start"),
    end: value("end"),
    section: value("section"),
    page: value("page"),
    text: value("text"),
  };
  const insert = orm.insert(chunks).values(row).prepare();
  return ({ versionNo }, chunk) => insert.run({ versionNo, ...chunk });
}

/** Of a version that is not ready; the chunks of one that is are never touched here. */
function clearChunks(orm: Drizzle, versionNo: number): void {
  const isUnfinished = sql`(SELECT status FROM source_versions WHERE no = ${versionNo}) <> 'ready'`;
  orm
    .delete(chunks)
    .where(and(eq(chunks.versionNo, versionNo), isUnfinished))
    .run();
}

/** From now on this version answers; the one that did is kept as text, and its chunks go. */
function swap(orm: Drizzle, sourceNo: number, { versionNo, expertId }: IngestJob): void {
  const source = orm.select({ old: sources.currentVersionNo }).from(sources).where(eq(sources.no, sourceNo)).get();
  const old = source?.old ?? null;
  orm.update(sources).set({ currentVersionNo: versionNo }).where(eq(sources.no, sourceNo)).run();
  if (old !== null) {
    orm.delete(chunks).where(eq(chunks.versionNo, old)).run();
    forgetSense(orm, old);
  }
  logMemoryChange(orm, expertId, { added: [versionNo], removed: old === null ? [] : [old] });
}

function fail(orm: Drizzle, job: IngestJob, failure: SourceFailure, usage: UsageEntry): boolean {
  const failed = { ...failedWith(failure), updatedAt: usage.at };
  const rows = orm.update(sourceVersions).set(failed).where(inHand(job)).returning({ no: sourceVersions.no }).all();
  clearChunks(orm, job.versionNo);
  if (rows.length === 0) return false;
  addUsage(orm, usage);
  return true;
}

function failedWith({ code, message, retryable }: SourceFailure) {
  const error = { errorCode: code, errorMessage: message, errorRetryable: retryable };
  return { status: "failed" as const, stage: null, ...error };
}
