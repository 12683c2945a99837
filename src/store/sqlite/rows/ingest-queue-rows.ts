import { and, eq, notInArray, sql } from "drizzle-orm";
import type { Immediate } from "../../../kernel/awaitable.ts";
import { builtOnce } from "../../../kernel/stores/recently-used.ts";
import type { IngestJob, IngestQueue, QueueLane, QueueTurn } from "../../../sources/ports/queue-ports.ts";
import { anyTurn, type NextVersion, queueTaking } from "../../sources/ingest-claims.ts";
import { type IngestClaims, ingestQueue } from "../../sources/ingest-queue.ts";
import { known } from "../../work.ts";
import { atOnce, type Database } from "../database.ts";
import { isPending, sourceVersions } from "../schema.ts";
import { statementsIn, storeInSqlite } from "../store-dialect.ts";

/** Only `complete` is asynchronous, because it joins a transaction of others. */
type SqliteQueue = Immediate<Omit<IngestQueue, "complete">> & Pick<IngestQueue, "complete">;

export function ingestQueueRows(database: Database): SqliteQueue {
  return ingestQueue(storeInSqlite(database), claimsOf(database)) as SqliteQueue;
}

function claimsOf({ orm, write }: Database): IngestClaims {
  const inHand = builtOnce(() =>
    orm.select({ no: sourceVersions.no }).from(sourceVersions).where(isTaken(sql.placeholder)).prepare(),
  );
  const taking = queueTaking(statementsIn(orm));
  const next = (lane: QueueLane, turn: QueueTurn) => atOnce(orm, taking.next(orm, lane, turn));
  return {
    claim: (lane, at, turn = anyTurn) => {
      const first = next(lane, turn);
      if (first === undefined) return [];
      return write("process", () => {
        const jobs: IngestJob[] = [];
        for (let found: NextVersion | undefined = first; found !== undefined; ) {
          const job: IngestJob = atOnce(orm, taking.take(orm, found, at));
          jobs.push(job);
          found = jobs.length < (turn.most ?? 1) ? next(lane, { ...turn, after: job.expertId }) : undefined;
        }
        return jobs;
      });
    },
    hold: () => undefined,
    inHand: isTaken,
    isOurs: (_orm, { versionNo }) => known(inHand().get({ versionNo }) !== undefined),
    interrupted: (_orm, held) =>
      known(and(eq(sourceVersions.status, "processing"), isPending, notInArray(sourceVersions.no, [...held]))),
    leave: () => known(undefined),
  };
}

function isTaken(given: (name: "versionNo" | "lease") => unknown) {
  return and(sql`${sourceVersions.no} = ${given("versionNo")}`, eq(sourceVersions.status, "processing"));
}
