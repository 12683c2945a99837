/** A version belongs to a node until its lease ends; from then on that node cannot change it. */
import { type SQL, sql } from "drizzle-orm";
import type { ExpertId } from "../../../kernel/ids.ts";
import type { IngestJob, IngestQueue, QueueLane, QueueTurn } from "../../../sources/ports/queue-ports.ts";
import { clearChunks } from "../../sources/ingest-outcomes.ts";
import { type IngestClaims, ingestQueue, isInLane } from "../../sources/ingest-queue.ts";
import { done, rowsOf, type Work } from "../../work.ts";
import type { PostgresDatabase } from "../database.ts";
import { inTurn, numberList } from "../plain-statements.ts";
import { tables } from "../schema.ts";
import { storeInPostgres } from "../store-dialect.ts";

/** Milliseconds; `hold` renews it. */
const leaseLength = 60_000;
const now = sql`(extract(epoch FROM clock_timestamp()) * 1000)::bigint`;

/** @param newLease unique for each call */
export function queueInPostgres(database: PostgresDatabase, newLease: () => string): IngestQueue {
  return ingestQueue(storeInPostgres(database, ""), leasedClaims(database, newLease));
}

function leasedClaims({ transact }: PostgresDatabase, newLease: () => string): IngestClaims {
  return {
    claim: async (lane, at, turn = { after: null, except: new Set() }) => {
      const jobs: IngestJob[] = [];
      let { after } = turn;
      while (jobs.length < (turn.most ?? 1)) {
        const claim = { lane, at, turn: { ...turn, after }, lease: newLease() };
        const job = await transact((orm) => inTurn(orm, claimNext(claim)));
        if (job === null) break;
        jobs.push(job);
        after = job.expertId;
      }
      return jobs;
    },
    hold: async (jobs) => {
      if (jobs.length > 0) await transact((orm) => inTurn(orm, hold(jobs)));
    },
    inHand,
    *isOurs(_orm, { versionNo, lease = "" }) {
      const mine = inHand((name) => ({ versionNo, lease })[name]);
      return (yield* rowsOf(sql`SELECT no FROM source_versions WHERE ${mine} FOR NO KEY UPDATE`)).length > 0;
    },
    interrupted: (_orm, held) => interrupted(held),
    leave: (_orm, versionNo) => done(sql`DELETE FROM version_leases WHERE version_no = ${versionNo}`),
  };
}

function inHand(value: (name: "versionNo" | "lease") => unknown): SQL {
  return sql`no = ${value("versionNo")} AND status = 'processing' AND EXISTS (
    SELECT 1 FROM version_leases l WHERE l.version_no = ${value("versionNo")} AND l.lease = ${value("lease")})`;
}

function* interrupted(held: ReadonlySet<number>): Work<SQL> {
  const found = yield* rowsOf<{ no: number }>(
    sql`SELECT v.no::float8 AS no FROM source_versions v
      WHERE v.status = 'processing' AND NOT v.no = ANY(${numberList([...held])})
        AND NOT EXISTS (SELECT 1 FROM version_leases l WHERE l.version_no = v.no AND l.until > ${now})
      ORDER BY v.no FOR UPDATE OF v SKIP LOCKED`,
  );
  const numbers = numberList(found.map(({ no }) => no));
  yield* done(sql`DELETE FROM version_leases WHERE version_no = ANY(${numbers})`);
  return sql`${tables.sourceVersions.no} = ANY(${numbers})`;
}

interface LeasedClaim {
  readonly lane: QueueLane;
  readonly at: number;
  readonly turn: QueueTurn;
  readonly lease: string;
}

const compared = 16;

/** Skips versions that another node is taking. */
function* claimNext({ lane, at, turn, lease }: LeasedClaim): Work<IngestJob | null> {
  const expert = yield* nextExpert(lane, turn);
  if (expert === null) return null;
  // A megabyte counts as ten seconds of waiting.
  const [next] = yield* rowsOf<{ no: number; attempts: number }>(
    sql`SELECT no::float8 AS no, attempts::int AS attempts FROM source_versions WHERE no IN (
        SELECT no FROM source_versions WHERE expert_id = ${expert} AND ${waitsIn(lane, turn)}
        ORDER BY no LIMIT ${compared})
      AND status = 'queued' ORDER BY created_at + bytes / 100, no LIMIT 1 FOR UPDATE SKIP LOCKED`,
  );
  if (next === undefined) return null;
  const attempts = next.attempts + 1;
  yield* done(sql`
    UPDATE source_versions SET status = 'processing', attempts = ${attempts}, updated_at = ${at}, progress_done = 0,
      progress_total = 0 WHERE no = ${next.no}`);
  yield* done(sql`
    INSERT INTO version_leases (version_no, lease, until) VALUES (${next.no}, ${lease}, ${now} + ${leaseLength}::bigint)
    ON CONFLICT (version_no) DO UPDATE SET lease = excluded.lease, until = excluded.until`);
  if (next.attempts > 0) yield* clearChunks(next.no);
  const [job] = yield* rowsOf<Omit<IngestJob, "attempts" | "lease" | "versionNo">>(
    sql`SELECT s.id AS "sourceId", s.expert_id AS "expertId", e.workspace_id AS "workspaceId", v.key_id AS "keyId",
        e.language, v.title, v.filename, v.declared_type AS "declaredType", v.fetch_url AS "fetchUrl",
        v.bytes::float8 AS bytes
      FROM source_versions v JOIN sources s ON s.no = v.source_no JOIN experts e ON e.id = s.expert_id
      WHERE v.no = ${next.no}`,
  );
  return job === undefined ? null : { ...job, versionNo: next.no, attempts, lease };
}

function waitsIn(lane: QueueLane, { except, only }: QueueTurn) {
  const isListed = sql`${tables.sourceVersions.no} = ANY(${numberList([...(only ?? except ?? [])])})`;
  return sql`${isInLane(tables, lane)} AND ${only === undefined ? sql`NOT ${isListed}` : isListed}`;
}

function* nextExpert(lane: QueueLane, turn: QueueTurn): Work<ExpertId | null> {
  const from = turn.after ?? "";
  const [row] = yield* rowsOf<{ id: ExpertId }>(
    sql`SELECT expert_id AS id FROM source_versions WHERE ${waitsIn(lane, turn)}
      ORDER BY expert_id <= ${from}, expert_id LIMIT 1`,
  );
  return row?.id ?? null;
}

function* hold(jobs: readonly IngestJob[]): Work<void> {
  for (const { versionNo, lease = "" } of jobs.toSorted((a, b) => a.versionNo - b.versionNo))
    yield* done(sql`
      UPDATE version_leases SET until = ${now} + ${leaseLength}::bigint WHERE version_no = ${versionNo} AND lease = ${lease}`);
}
