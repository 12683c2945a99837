/**
 * The queue of waiting versions, shared by all nodes. A version that a node takes is its own until the lease ends. A node
 * that lost a lease to another, because it was paused, can change nothing of that version any more.
 */
import { sql } from "drizzle-orm";
import type { Completed, IngestJob, IngestQueue } from "../../sources/ports/queue-ports.ts";
import type { SourceFailure, SourceType } from "../../sources/source.ts";
import { admits } from "../../store/passages/vector-sets.ts";
import {
  clearChunks,
  fail,
  forgetReplaced,
  keepFetched,
  release,
  requeue,
} from "../../store/sources/ingest-outcomes.ts";
import type { Store, Work } from "../../store/work.ts";
import type { UsageEntry } from "../../usage/usage-entry.ts";
import type { PostgresDatabase, PostgresOrm } from "../database.ts";
import { documentStatements } from "../document-statements.ts";
import { changeLog } from "../memory-log.ts";
import { firstRow, inTurn, numberList, rowsOf, storable } from "../plain-statements.ts";
import { tables } from "../schema.ts";
import { storeInPostgres } from "../store-dialect.ts";
import { claimNext, hold, inHand, isInLane, isOurs, now } from "./ingest-claims.ts";
import { addUsage } from "./usage-rows.ts";

/** @param newLease another text each time */
export function queueInPostgres(database: PostgresDatabase, newLease: () => string): IngestQueue {
  const { read, transact } = database;
  const store = storeInPostgres(database, "");
  const together = <T>(work: (orm: PostgresOrm) => Work<T>) => transact((orm) => inTurn(orm, work(orm)));
  return {
    claim: async (lane, at, turn = { after: null, except: new Set() }) => {
      const jobs: IngestJob[] = [];
      let { after } = turn;
      while (jobs.length < (turn.most ?? 1)) {
        const claim = { lane, at, turn: { ...turn, after }, lease: newLease() };
        const job = await transact((orm) => claimNext(orm, claim));
        if (job === null) break;
        jobs.push(job);
        after = job.expertId;
      }
      return jobs;
    },
    requeue: (held, limit) => transact((orm) => requeueInterrupted(store, orm, held, limit)),
    hold: async (jobs) => {
      if (jobs.length > 0) await transact((orm) => hold(orm, jobs));
    },
    fetched: (job, document, usage) =>
      together((orm) => keepFetched(store, orm, { job, inHand: inHand(job), document, usage })),
    addChunks: (job, chunks) =>
      transact(async (orm) => {
        if (!(await isOurs(orm, job))) return false;
        await inTurn(orm, documentStatements.addPassages(orm, job.versionNo, chunks));
        return true;
      }),
    complete: (job, result, usage) => transact((orm) => complete(store, orm, job, { result, usage })),
    fail: (job, failure, usage) => transact((orm) => failOurs(store, orm, job, { failure, usage })),
    progress: (job, stage, { done, total, at }) =>
      transact(async (orm) => {
        await orm.execute(sql`
          UPDATE source_versions SET stage = ${stage}, progress_done = ${done}, progress_total = ${total}, updated_at = ${at}
          WHERE ${inHand(job)}`);
      }),
    release: (job, at, countsAsAttempt) =>
      together((orm) => release(tables, orm, { job, inHand: inHand(job), at, countsAsAttempt })),
    clear: (versionNo) => together(() => clearChunks(versionNo)),
    waiting: async (lane) => {
      const isCounted = lane === undefined ? sql`v.status = 'queued'` : isInLane(lane);
      const row = await read((orm) =>
        firstRow<{ n: number }>(orm, sql`SELECT count(*)::int AS n FROM source_versions v WHERE ${isCounted}`),
      );
      return row?.n ?? 0;
    },
  };
}

/** Versions whose lease has ended. */
async function requeueInterrupted(
  store: Store,
  orm: PostgresOrm,
  held: ReadonlySet<number>,
  limit: Parameters<IngestQueue["requeue"]>[1],
): Promise<readonly number[]> {
  const interrupted = await rowsOf<{ no: number }>(
    orm,
    sql`SELECT v.no::float8 AS no FROM source_versions v
      WHERE v.status = 'processing' AND NOT v.no = ANY(${numberList([...held])})
        AND NOT EXISTS (SELECT 1 FROM version_leases l WHERE l.version_no = v.no AND l.until > ${now})
      ORDER BY v.no FOR UPDATE OF v SKIP LOCKED`,
  );
  const numbers = numberList(interrupted.map(({ no }) => no));
  const which = sql`${tables.sourceVersions.no} = ANY(${numbers})`;
  const failed = await inTurn(orm, requeue(store, orm, { which, limit }));
  await orm.execute(sql`DELETE FROM version_leases WHERE version_no = ANY(${numbers})`);
  return failed;
}

interface Finished {
  readonly sourceNo: number;
  readonly type: SourceType;
}

interface Completion {
  readonly result: Completed;
  readonly usage: UsageEntry;
}

async function complete(
  store: Store,
  orm: PostgresOrm,
  job: IngestJob,
  { result, usage }: Completion,
): Promise<boolean> {
  const { versionNo, expertId } = job;
  if (!(await inTurn(orm, changeLog.lock(expertId)))) return false;
  const row = await markReady(orm, job, { result, usage });
  if (row === undefined) return false;
  if (!(await inTurn(orm, admits(tables, orm, { expert: expertId, set: result.vectorSet }))))
    throw new Error("the memory came to be embedded otherwise");
  await inTurn(orm, documentStatements.addPassages(orm, versionNo, result.lastChunks));
  await awaitSense(orm, job, result.chunkCount);
  await swap(store, orm, row, job);
  await inTurn(orm, addUsage(orm, [usage]));
  return true;
}

function markReady(orm: PostgresOrm, job: IngestJob, { result, usage }: Completion) {
  const { title, mimeType, content, pageCount, chunkCount, language } = result;
  return firstRow<Finished>(
    orm,
    sql`UPDATE source_versions SET title = coalesce(given_title, ${title && storable(title)}::text, title),
        mime_type = ${mimeType}, content = ${storable(content)}, page_count = ${pageCount},
        warnings = ${JSON.stringify(result.warnings)}, chunk_count = ${chunkCount}, language = ${language}, status = 'ready', stage = NULL,
        progress_done = ${chunkCount}, progress_total = ${chunkCount}, error_code = NULL, error_message = NULL,
        error_retryable = NULL, updated_at = ${usage.at}, ready_at = ${usage.at}
      WHERE ${inHand(job)} RETURNING source_no::float8 AS "sourceNo", type`,
  );
}

/**
 * Every model has yet to encode the version. A model that is being registered waits for this transaction (`adoptModel`), so none
 * misses it.
 */
async function awaitSense(orm: PostgresOrm, { expertId, versionNo }: IngestJob, total: number): Promise<void> {
  await orm.execute(sql`
    INSERT INTO version_senses (model_no, expert_id, version_no, total)
    SELECT no, ${expertId}, ${versionNo}::bigint, ${total}::bigint FROM sense_models`);
}

/** Makes this version the one that answers. The previous one keeps its text, and its chunks are deleted. */
async function swap(
  store: Store,
  orm: PostgresOrm,
  { sourceNo, type }: Finished,
  { versionNo, expertId }: IngestJob,
): Promise<void> {
  const before = await firstRow<{ no: number | null }>(
    orm,
    sql`SELECT current_version_no::float8 AS no FROM sources WHERE no = ${sourceNo} FOR NO KEY UPDATE`,
  );
  const old = before?.no ?? null;
  await orm.execute(sql`UPDATE sources SET current_version_no = ${versionNo} WHERE no = ${sourceNo}`);
  if (old !== null) await inTurn(orm, forgetReplaced(store, orm, { type, before: old, after: versionNo }));
  await orm.execute(sql`DELETE FROM version_leases WHERE version_no = ${versionNo}`);
  await inTurn(orm, changeLog.note(expertId, { added: [versionNo], removed: old === null ? [] : [old] }));
}

interface Failing {
  readonly failure: SourceFailure;
  readonly usage: UsageEntry;
}

async function failOurs(store: Store, orm: PostgresOrm, job: IngestJob, failing: Failing): Promise<boolean> {
  if (!(await isOurs(orm, job))) return false;
  await inTurn(orm, fail(store, orm, { job, inHand: inHand(job), ...failing }));
  await orm.execute(sql`DELETE FROM version_leases WHERE version_no = ${job.versionNo}`);
  return true;
}
