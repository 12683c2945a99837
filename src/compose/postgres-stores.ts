import { systemClock } from "../kernel/clock.ts";
import type { PostgresDatabase } from "../postgres/database.ts";
import { exclusiveIn, leasesIn } from "../postgres/leased-work.ts";
import { readerInPostgres } from "../postgres/rows/answer-rows.ts";
import { requestsInPostgres } from "../postgres/rows/counted-requests.ts";
import { expertsInPostgres } from "../postgres/rows/expert-rows.ts";
import { foreseenStandings } from "../postgres/rows/foreseen-standings.ts";
import { queueInPostgres } from "../postgres/rows/ingest-queue-rows.ts";
import { keysInPostgres } from "../postgres/rows/key-rows.ts";
import { ratesInPostgres } from "../postgres/rows/rate-buckets.ts";
import { ticketsInPostgres } from "../postgres/rows/ticket-store.ts";
import { usageInPostgres } from "../postgres/rows/usage-rows.ts";
import { storeInPostgres } from "../postgres/store-dialect.ts";
import { type Stores, sharedStores } from "./stores.ts";

/** @param node unique to the process @param now monotonic milliseconds */
export function postgresStores(
  database: PostgresDatabase,
  node: string,
  now: () => number = () => performance.now(),
): Stores {
  const leases = leasesIn(database, node);
  const standings = foreseenStandings(now);
  return {
    ...sharedStores(storeInPostgres(database, node)),
    local: null,
    queue: queueInPostgres(database, () => Bun.randomUUIDv7()),
    passages: (senseModel) => readerInPostgres(database, senseModel, standings),
    keys: keysInPostgres(database, standings, now),
    tickets: ticketsInPostgres(database),
    rates: ratesInPostgres(database),
    experts: expertsInPostgres(database),
    usage: usageInPostgres(database),
    requests: requestsInPostgres(database, systemClock.now),
    exclusive: exclusiveIn({ leases }),
  };
}
