/** Who holds which version that waits or is read: what a node claims, and for how long it is its own. */
import { sql } from "drizzle-orm";
import type { ExpertId } from "../../kernel/ids.ts";
import type { IngestJob, QueueLane, QueueTurn } from "../../sources/ports/queue-ports.ts";
import { clearChunks } from "../../store/sources/ingest-outcomes.ts";
import type { PostgresOrm } from "../database.ts";
import { firstRow, inTurn, numberList } from "../plain-statements.ts";

/** Milliseconds for which a version is held; `hold` renews it. */
const leaseLength = 60_000;
export const now = sql`(extract(epoch FROM clock_timestamp()) * 1000)::bigint`;

/** The condition that the version was neither deleted, canceled, nor given to another node. */
export function inHand({ versionNo, lease = "" }: IngestJob) {
  return sql`no = ${versionNo} AND status = 'processing' AND EXISTS (
    SELECT 1 FROM version_leases l WHERE l.version_no = ${versionNo} AND l.lease = ${lease})`;
}

/** Keeps others from changing the version until the end of the transaction. */
export async function isOurs(orm: PostgresOrm, job: IngestJob): Promise<boolean> {
  const row = await firstRow(orm, sql`SELECT no FROM source_versions WHERE ${inHand(job)} FOR NO KEY UPDATE`);
  return row !== undefined;
}

interface Claim {
  readonly lane: QueueLane;
  readonly at: number;
  readonly turn: QueueTurn;
  readonly lease: string;
}

/** Number of an expert's oldest versions that are compared. */
const compared = 16;

/** Versions that another node is taking at this moment are passed over. */
export async function claimNext(orm: PostgresOrm, { lane, at, turn, lease }: Claim): Promise<IngestJob | null> {
  const expert = await nextExpert(orm, lane, turn);
  if (expert === null) return null;
  // A version with an address has its bytes as soon as it has their hash. A megabyte counts as ten seconds of waiting.
  const next = await firstRow<{ no: number; attempts: number }>(
    orm,
    sql`SELECT no::float8 AS no, attempts::int AS attempts FROM source_versions WHERE no IN (
        SELECT no FROM source_versions v WHERE v.expert_id = ${expert} AND ${waitsIn(lane, turn)}
        ORDER BY no LIMIT ${compared})
      AND status = 'queued' ORDER BY created_at + bytes / 100, no LIMIT 1 FOR UPDATE SKIP LOCKED`,
  );
  if (next === undefined) return null;
  const attempts = next.attempts + 1;
  await orm.execute(sql`
    UPDATE source_versions SET status = 'processing', attempts = ${attempts}, updated_at = ${at}, progress_done = 0,
      progress_total = 0 WHERE no = ${next.no}`);
  await orm.execute(sql`
    INSERT INTO version_leases (version_no, lease, until) VALUES (${next.no}, ${lease}, ${now} + ${leaseLength}::bigint)
    ON CONFLICT (version_no) DO UPDATE SET lease = excluded.lease, until = excluded.until`);
  if (next.attempts > 0) await inTurn(orm, clearChunks(next.no));
  const job = await firstRow<Omit<IngestJob, "attempts" | "lease" | "versionNo">>(
    orm,
    sql`SELECT s.id AS "sourceId", s.expert_id AS "expertId", e.workspace_id AS "workspaceId", v.key_id AS "keyId",
        e.language, v.title, v.filename, v.declared_type AS "declaredType", v.fetch_url AS "fetchUrl",
        v.bytes::float8 AS bytes
      FROM source_versions v JOIN sources s ON s.no = v.source_no JOIN experts e ON e.id = s.expert_id
      WHERE v.no = ${next.no}`,
  );
  return job === undefined ? null : { ...job, versionNo: next.no, attempts, lease };
}

/** Versions `v` that wait in the lane. */
function waitsIn(lane: QueueLane, { except }: QueueTurn) {
  return sql`${isInLane(lane)} AND NOT v.no = ANY(${numberList([...except])})`;
}

export function isInLane(lane: QueueLane) {
  const isElsewhere = sql`(v.fetch_url IS NOT NULL AND v.sha256 = '')`;
  return sql`v.status = 'queued' AND ${lane === "fetch" ? isElsewhere : sql`NOT ${isElsewhere}`}`;
}

/** Experts take turns in the order of their ids, starting again after the last. */
async function nextExpert(orm: PostgresOrm, lane: QueueLane, turn: QueueTurn): Promise<ExpertId | null> {
  const from = turn.after ?? "";
  const row = await firstRow<{ id: ExpertId }>(
    orm,
    sql`SELECT v.expert_id AS id FROM source_versions v WHERE ${waitsIn(lane, turn)}
      ORDER BY v.expert_id <= ${from}, v.expert_id LIMIT 1`,
  );
  return row?.id ?? null;
}

export async function hold(orm: PostgresOrm, jobs: readonly IngestJob[]): Promise<void> {
  for (const { versionNo, lease = "" } of jobs.toSorted((a, b) => a.versionNo - b.versionNo)) {
    await orm.execute(sql`
      UPDATE version_leases SET until = ${now} + ${leaseLength}::bigint WHERE version_no = ${versionNo} AND lease = ${lease}`);
  }
}
