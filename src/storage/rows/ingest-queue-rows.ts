import { and, eq, gte, notInArray, sql } from "drizzle-orm";
import type { Immediate } from "../../kernel/awaitable.ts";
import type {
  Completed,
  FetchedFile,
  IngestJob,
  IngestQueue,
  QueueLane,
  QueueTurn,
} from "../../sources/ports/queue-ports.ts";
import type { SourceFailure, SourceType } from "../../sources/source.ts";
import { forgetSense } from "../../store/passages/background-models.ts";
import { inheritSense } from "../../store/passages/inherited-passages.ts";
import type { UsageEntry } from "../../usage/usage-entry.ts";
import { builtOnce } from "../built-once.ts";
import { atOnce, type Database, type Drizzle } from "../database.ts";
import { waitingCount } from "../document-statements.ts";
import { chunks, experts, isPending, sourceVersions, tables } from "../schema.ts";
import { sqliteDialect } from "../store-dialect.ts";
import { type IngestStatements, ingestStatements } from "./ingest-statements.ts";

/** Of all methods only `complete` waits: for others, whose transaction it joins. */
type SqliteQueue = Immediate<Omit<IngestQueue, "complete">> & Pick<IngestQueue, "complete">;

export function ingestQueueRows(database: Database): SqliteQueue {
  const { orm, write, writeGrouped } = database;
  const statements = ingestStatements(database);
  const waiting = builtOnce(() => waitingCount(orm));
  return {
    claim: (lane, at, turn = { after: null, except: new Set() }) => {
      const first = nextOf(statements, lane, turn);
      return first === undefined ? [] : write("process", () => takeSome(statements, first, { lane, at, turn }));
    },
    requeue: (held, limit) => write("process", () => requeue(statements, held, limit)),
    fetched: (job, document, usage) => write("power", () => fetched(statements, job, { document, usage })),
    addChunks: ({ versionNo }, some) =>
      write("process", () => {
        const isOurs = statements.inHand().get({ versionNo }) !== undefined;
        if (isOurs) statements.addPassages(versionNo, some);
        return isOurs;
      }),
    // Nobody waits for it as for an acceptance, so it joins one.
    complete: (job, result, usage) => writeGrouped(() => complete(statements, job, { result, usage }), "patient"),
    fail: (job, failure, usage) => write("power", () => fail(statements, job, failure, usage)),
    progress: ({ versionNo }, stage, { done, total, at }) => {
      write("process", () => statements.progress().run({ versionNo, stage, done, total, at }));
    },
    release: (job, at, countsAsAttempt) => {
      const attempts = countsAsAttempt ? job.attempts : job.attempts - 1;
      const again = { status: "queued" as const, stage: null, updatedAt: at, attempts };
      write("process", () => orm.update(sourceVersions).set(again).where(inHand(job)).run());
    },
    clear: (versionNo) => write("process", () => clearChunks(orm, versionNo)),
    waiting: (lane) => (lane === undefined ? waiting() : statements.waitingIn[lane]()).get()?.n ?? 0,
    hold: () => undefined,
  };
}

/** The condition that the job's version was neither deleted nor canceled. */
function inHand({ versionNo }: IngestJob) {
  return and(eq(sourceVersions.no, versionNo), eq(sourceVersions.status, "processing"));
}

/** Experts take turns in the order of their ids, starting again after the last. */
function nextOf(
  { next, nextExpert }: IngestStatements,
  lane: QueueLane,
  { after, except: exceptions }: QueueTurn,
): Waiting | undefined {
  const except = JSON.stringify([...exceptions]);
  const found = (from: string) => nextExpert[lane]().get({ after: from, except });
  const turn = (after === null ? undefined : found(after)) ?? found("");
  return turn && next[lane]().get({ expert: turn.expertId, except });
}

interface Taking {
  readonly lane: QueueLane;
  readonly at: number;
  readonly turn: QueueTurn;
}

function takeSome(statements: IngestStatements, first: Waiting, { lane, at, turn }: Taking): IngestJob[] {
  const jobs = [take(statements, first, at)];
  for (let last = first; jobs.length < (turn.most ?? 1); ) {
    const next = nextOf(statements, lane, { ...turn, after: last.expertId });
    if (next === undefined) break;
    jobs.push(take(statements, next, at));
    last = next;
  }
  return jobs;
}

type Waiting = Omit<IngestJob, "attempts"> & { readonly attemptsBefore: number };

function take({ orm, take: statement }: IngestStatements, { attemptsBefore, ...next }: Waiting, at: number): IngestJob {
  const job = { ...next, attempts: attemptsBefore + 1 };
  statement().run({ versionNo: job.versionNo, attempts: job.attempts, at });
  if (attemptsBefore > 0) clearChunks(orm, job.versionNo);
  return job;
}

type RequeueLimit = Parameters<IngestQueue["requeue"]>[1];

function requeue(
  { orm, addUsage }: IngestStatements,
  held: ReadonlySet<number>,
  { maxAttempts, failure, at }: RequeueLimit,
): number[] {
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
    fallBack(orm, no, at);
    const owner = orm
      .select({ workspaceId: experts.workspaceId })
      .from(experts)
      .where(eq(experts.id, charged.expertId));
    for (const { workspaceId } of owner.all()) addUsage({ ...charged, workspaceId, at, add: { sourcesFailed: 1 } });
  }
  return failed.map(({ no }) => no);
}

interface Fetched {
  readonly document: FetchedFile;
  readonly usage: UsageEntry;
}

function fetched({ orm, addUsage }: IngestStatements, job: IngestJob, { document, usage }: Fetched): boolean {
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
  void file.keep(job.versionNo);
  addUsage(usage);
  return true;
}

interface Completion {
  readonly result: Completed;
  readonly usage: UsageEntry;
}

function complete(statements: IngestStatements, job: IngestJob, { result, usage }: Completion): boolean {
  const { addUsage, addPassages, admits, awaitSense } = statements;
  const { lastChunks, vectorSet, ...facts } = result;
  const warnings = JSON.stringify(facts.warnings);
  const row = statements.complete().get({ ...facts, warnings, versionNo: job.versionNo, at: usage.at });
  // A statement that changes no row returns undefined, although its type does not say so.
  if ((row as typeof row | undefined) === undefined) return false;
  if (!admits(job.expertId, vectorSet)) throw new Error("the memory came to be embedded otherwise");
  addPassages(job.versionNo, lastChunks);
  awaitSense({ ...job, total: facts.chunkCount });
  swap(statements, row, job);
  addUsage(usage);
  return true;
}

/** Only for a version that is not ready. The chunks of a ready version are never changed here. */
function clearChunks(orm: Drizzle, versionNo: number): void {
  const isUnfinished = sql`(SELECT status FROM source_versions WHERE no = ${versionNo}) <> 'ready'`;
  orm
    .delete(chunks)
    .where(and(eq(chunks.versionNo, versionNo), isUnfinished))
    .run();
}

/** Makes this version the one that answers. The previous one keeps its text, and its chunks are deleted. */
function swap(
  { orm, ...statements }: IngestStatements,
  { sourceNo, type }: { readonly sourceNo: number; readonly type: SourceType },
  { versionNo, expertId }: IngestJob,
): void {
  const old = statements.current().get({ sourceNo })?.no ?? null;
  statements.setCurrent().run({ sourceNo, versionNo });
  if (old !== null) {
    if (type === "conversation")
      atOnce(orm, inheritSense({ tables, dialect: sqliteDialect }, orm, { before: old, after: versionNo }));
    orm.delete(chunks).where(eq(chunks.versionNo, old)).run();
    atOnce(orm, forgetSense(tables, orm, old));
  }
  statements.log.note(expertId, { added: [versionNo], removed: old === null ? [] : [old] });
}

function fail({ orm, addUsage }: IngestStatements, job: IngestJob, failure: SourceFailure, usage: UsageEntry): boolean {
  const failed = { ...failedWith(failure), updatedAt: usage.at };
  const rows = orm.update(sourceVersions).set(failed).where(inHand(job)).returning({ no: sourceVersions.no }).all();
  clearChunks(orm, job.versionNo);
  if (rows.length === 0) return false;
  fallBack(orm, job.versionNo, usage.at);
  addUsage(usage);
  return true;
}

/**
 * A version that was recovered from its original and failed: the recovered version before it waits to be read, if nothing of
 * the source answers. So the same version answers as before the database was lost. Only recovered versions have no key.
 */
function fallBack(orm: Drizzle, failed: number, at: number): void {
  orm.run(sql`
    UPDATE source_versions SET status = 'queued', updated_at = ${at} WHERE no = (
      SELECT older.no FROM source_versions AS newest
      JOIN sources ON sources.no = newest.source_no AND sources.current_version_no IS NULL
      JOIN source_versions AS older ON older.source_no = newest.source_no AND older.version < newest.version
      WHERE newest.no = ${failed} AND newest.key_id = '' AND older.key_id = '' AND older.status = 'canceled'
      ORDER BY older.version DESC LIMIT 1)`);
}

function failedWith({ code, message, retryable }: SourceFailure) {
  const error = { errorCode: code, errorMessage: message, errorRetryable: retryable };
  return { status: "failed" as const, stage: null, ...error };
}
