/** A version belongs to a node until its lease ends; from then on that node cannot change it. */
import { type SQL, sql } from "drizzle-orm";
import type { IngestJob, IngestQueue, QueueLane, QueueTurn } from "../../../sources/ports/queue-ports.ts";
import { anyTurn, queueTaking } from "../../sources/ingest-claims.ts";
import { type IngestClaims, ingestQueue } from "../../sources/ingest-queue.ts";
import { done, type Orm, rowsOf, type Work } from "../../work.ts";
import type { PostgresDatabase } from "../database.ts";
import { inTurn, numberList } from "../plain-statements.ts";
import { tables } from "../schema.ts";
import { statements, storeInPostgres } from "../store-dialect.ts";

/** Milliseconds; `hold` renews it. */
const leaseLength = 60_000;
const now = sql`(extract(epoch FROM clock_timestamp()) * 1000)::bigint`;

/** @param newLease unique for each call */
export function queueInPostgres(database: PostgresDatabase, newLease: () => string): IngestQueue {
  return ingestQueue(storeInPostgres(database, ""), leasedClaims(database, newLease));
}

function leasedClaims({ transact }: PostgresDatabase, newLease: () => string): IngestClaims {
  return {
    claim: async (lane, at, turn = anyTurn) => {
      const jobs: IngestJob[] = [];
      while (jobs.length < (turn.most ?? 1)) {
        const claim = { lane, at, turn: { ...turn, after: jobs.at(-1)?.expertId ?? turn.after }, lease: newLease() };
        const job = await transact((orm) => inTurn(orm, claimNext(orm, claim)));
        if (job === null) break;
        jobs.push(job);
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

const taking = queueTaking(statements);

function* claimNext(
  orm: Orm,
  { lane, at, turn, lease }: { lane: QueueLane; at: number; turn: QueueTurn; lease: string },
): Work<IngestJob | null> {
  const next = yield* taking.next(orm, lane, turn);
  if (next === undefined) return null;
  const job = yield* taking.take(orm, next, at);
  yield* done(sql`
    INSERT INTO version_leases (version_no, lease, until) VALUES (${next.no}, ${lease}, ${now} + ${leaseLength}::bigint)
    ON CONFLICT (version_no) DO UPDATE SET lease = excluded.lease, until = excluded.until`);
  return { ...job, lease };
}

function* hold(jobs: readonly IngestJob[]): Work<void> {
  for (const { versionNo, lease = "" } of jobs.toSorted((a, b) => a.versionNo - b.versionNo))
    yield* done(sql`
      UPDATE version_leases SET until = ${now} + ${leaseLength}::bigint WHERE version_no = ${versionNo} AND lease = ${lease}`);
}
