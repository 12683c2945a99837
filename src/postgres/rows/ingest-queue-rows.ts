/**
 * The queue of waiting versions, shared by all nodes. A version that a node takes is its own until the lease ends. A node
 * that lost a lease to another, because it was paused, can change nothing of that version any more.
 */
import { sql } from "drizzle-orm";
import type { ExpertId } from "../../kernel/ids.ts";
import type { Completed, FetchedFile, IngestJob, IngestQueue } from "../../sources/ports/queue-ports.ts";
import type { SourceFailure, SourceType } from "../../sources/source.ts";
import { forgetSense } from "../../store/passages/background-models.ts";
import { inheritSense } from "../../store/passages/inherited-passages.ts";
import { admits } from "../../store/passages/vector-sets.ts";
import type { UsageEntry } from "../../usage/usage-entry.ts";
import { openTransaction, type PostgresDatabase, type PostgresOrm } from "../database.ts";
import { documentStatements } from "../document-statements.ts";
import { changeLog } from "../memory-log.ts";
import { firstRow, inTurn, numberList, rowsOf, storable } from "../plain-statements.ts";
import { tables } from "../schema.ts";
import { postgresDialect } from "../store-dialect.ts";
import { claimNext, clearChunks, hold, inHand, isInLane, isOurs, now } from "./ingest-claims.ts";
import { addUsage } from "./usage-rows.ts";

const parts = { tables, dialect: postgresDialect };

/** @param newLease another text each time */
export function queueInPostgres({ read, transact }: PostgresDatabase, newLease: () => string): IngestQueue {
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
    requeue: (held, limit) => transact((orm) => requeue(orm, held, limit)),
    hold: async (jobs) => {
      if (jobs.length > 0) await transact((orm) => hold(orm, jobs));
    },
    fetched: (job, document, usage) => transact((orm) => fetched(orm, job, { document, usage })),
    addChunks: (job, chunks) =>
      transact(async (orm) => {
        if (!(await isOurs(orm, job))) return false;
        await inTurn(orm, documentStatements.addPassages(orm, job.versionNo, chunks));
        return true;
      }),
    complete: (job, result, usage) => transact((orm) => complete(orm, job, { result, usage })),
    fail: (job, failure, usage) => transact((orm) => fail(orm, job, failure, usage)),
    progress: (job, stage, { done, total, at }) =>
      transact(async (orm) => {
        await orm.execute(sql`
          UPDATE source_versions SET stage = ${stage}, progress_done = ${done}, progress_total = ${total}, updated_at = ${at}
          WHERE ${inHand(job)}`);
      }),
    release: (job, at, countsAsAttempt) =>
      transact(async (orm) => {
        const attempts = countsAsAttempt ? job.attempts : job.attempts - 1;
        await orm.execute(sql`
          UPDATE source_versions SET status = 'queued', stage = NULL, updated_at = ${at}, attempts = ${attempts}
          WHERE ${inHand(job)}`);
      }),
    clear: (versionNo) => transact((orm) => clearChunks(orm, versionNo)),
    waiting: async (lane) => {
      const isCounted = lane === undefined ? sql`v.status = 'queued'` : isInLane(lane);
      const row = await read((orm) =>
        firstRow<{ n: number }>(orm, sql`SELECT count(*)::int AS n FROM source_versions v WHERE ${isCounted}`),
      );
      return row?.n ?? 0;
    },
  };
}

type RequeueLimit = Parameters<IngestQueue["requeue"]>[1];

interface Interrupted {
  readonly no: number;
  readonly expertId: ExpertId;
  readonly keyId: UsageEntry["keyId"];
  readonly workspaceId: UsageEntry["workspaceId"];
  readonly attempts: number;
}

/** Versions whose lease has ended. */
async function requeue(
  orm: PostgresOrm,
  held: ReadonlySet<number>,
  { maxAttempts, failure, at }: RequeueLimit,
): Promise<readonly number[]> {
  const interrupted = await rowsOf<Interrupted>(
    orm,
    sql`SELECT v.no::float8 AS no, v.expert_id AS "expertId", v.key_id AS "keyId", v.attempts::int AS attempts,
        e.workspace_id AS "workspaceId"
      FROM source_versions v JOIN experts e ON e.id = v.expert_id
      WHERE v.status = 'processing' AND NOT v.no = ANY(${numberList([...held])})
        AND NOT EXISTS (SELECT 1 FROM version_leases l WHERE l.version_no = v.no AND l.until > ${now})
      ORDER BY v.no FOR UPDATE OF v SKIP LOCKED`,
  );
  const failed: number[] = [];
  for (const { no, attempts, ...charged } of interrupted) {
    if (attempts < maxAttempts) {
      await orm.execute(sql`
        UPDATE source_versions SET status = 'queued', stage = NULL, updated_at = ${at} WHERE no = ${no}`);
    } else {
      await markFailed(orm, no, failure, at);
      await clearChunks(orm, no);
      await fallBack(orm, no, at);
      await inTurn(orm, addUsage(orm, [{ ...charged, at, add: { sourcesFailed: 1 } }]));
      failed.push(no);
    }
    await orm.execute(sql`DELETE FROM version_leases WHERE version_no = ${no}`);
  }
  return failed;
}

async function fetched(
  orm: PostgresOrm,
  job: IngestJob,
  { document, usage }: { readonly document: FetchedFile; readonly usage: UsageEntry },
): Promise<boolean> {
  const { file, filename, declaredType } = document;
  const changed = await rowsOf(
    orm,
    sql`UPDATE source_versions SET bytes = ${file.bytes}, sha256 = ${file.sha256}, filename = ${filename},
        declared_type = ${declaredType}, status = 'queued', stage = NULL, attempts = 0, updated_at = ${usage.at}
      WHERE ${inHand(job)} RETURNING no`,
  );
  if (changed.length === 0) return false;
  await file.keep(job.versionNo, openTransaction(orm));
  await inTurn(orm, addUsage(orm, [usage]));
  return true;
}

interface Finished {
  readonly sourceNo: number;
  readonly type: SourceType;
}

interface Completion {
  readonly result: Completed;
  readonly usage: UsageEntry;
}

async function complete(orm: PostgresOrm, job: IngestJob, { result, usage }: Completion): Promise<boolean> {
  const { versionNo, expertId } = job;
  if (!(await inTurn(orm, changeLog.lock(expertId)))) return false;
  const row = await markReady(orm, job, { result, usage });
  if (row === undefined) return false;
  if (!(await inTurn(orm, admits(tables, orm, { expert: expertId, set: result.vectorSet }))))
    throw new Error("the memory came to be embedded otherwise");
  await inTurn(orm, documentStatements.addPassages(orm, versionNo, result.lastChunks));
  await awaitSense(orm, job, result.chunkCount);
  await swap(orm, row, job);
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
async function swap(orm: PostgresOrm, { sourceNo, type }: Finished, { versionNo, expertId }: IngestJob): Promise<void> {
  const before = await firstRow<{ no: number | null }>(
    orm,
    sql`SELECT current_version_no::float8 AS no FROM sources WHERE no = ${sourceNo} FOR NO KEY UPDATE`,
  );
  const old = before?.no ?? null;
  await orm.execute(sql`UPDATE sources SET current_version_no = ${versionNo} WHERE no = ${sourceNo}`);
  if (old !== null) {
    if (type === "conversation") await inTurn(orm, inheritSense(parts, orm, { before: old, after: versionNo }));
    await orm.execute(sql`DELETE FROM chunks WHERE version_no = ${old}`);
    await inTurn(orm, forgetSense(tables, orm, old));
  }
  await orm.execute(sql`DELETE FROM version_leases WHERE version_no = ${versionNo}`);
  await inTurn(orm, changeLog.note(expertId, { added: [versionNo], removed: old === null ? [] : [old] }));
}

async function fail(orm: PostgresOrm, job: IngestJob, failure: SourceFailure, usage: UsageEntry): Promise<boolean> {
  if (!(await isOurs(orm, job))) return false;
  await markFailed(orm, job.versionNo, failure, usage.at);
  await clearChunks(orm, job.versionNo);
  await fallBack(orm, job.versionNo, usage.at);
  await orm.execute(sql`DELETE FROM version_leases WHERE version_no = ${job.versionNo}`);
  await inTurn(orm, addUsage(orm, [usage]));
  return true;
}

async function markFailed(
  orm: PostgresOrm,
  versionNo: number,
  { code, message, retryable }: SourceFailure,
  at: number,
): Promise<void> {
  await orm.execute(sql`
    UPDATE source_versions SET status = 'failed', stage = NULL, error_code = ${code}, error_message = ${storable(message)},
      error_retryable = ${retryable}, updated_at = ${at} WHERE no = ${versionNo}`);
}

/**
 * A version that was recovered from its original, before its data was moved here, and failed: the recovered version before it
 * waits to be read, if nothing of the source answers. Only recovered versions have no key.
 */
async function fallBack(orm: PostgresOrm, failed: number, at: number): Promise<void> {
  await orm.execute(sql`
    UPDATE source_versions SET status = 'queued', updated_at = ${at} WHERE no = (
      SELECT older.no FROM source_versions newest
      JOIN sources s ON s.no = newest.source_no AND s.current_version_no IS NULL
      JOIN source_versions older ON older.source_no = newest.source_no AND older.version < newest.version
      WHERE newest.no = ${failed} AND newest.key_id = '' AND older.key_id = '' AND older.status = 'canceled'
      ORDER BY older.version DESC LIMIT 1)`);
}
