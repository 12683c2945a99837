import { systemClock } from "../kernel/clock.ts";
import type { PostgresDatabase } from "../store/postgres/database.ts";
import { exclusiveIn, leasesIn } from "../store/postgres/leased-work.ts";
import { readerInPostgres } from "../store/postgres/rows/answer-rows.ts";
import { requestsInPostgres } from "../store/postgres/rows/counted-requests.ts";
import { expertsInPostgres } from "../store/postgres/rows/expert-rows.ts";
import { foreseenStandings } from "../store/postgres/rows/foreseen-standings.ts";
import { queueInPostgres } from "../store/postgres/rows/ingest-queue-rows.ts";
import { keysInPostgres } from "../store/postgres/rows/key-rows.ts";
import { ratesInPostgres } from "../store/postgres/rows/rate-buckets.ts";
import { ticketsInPostgres } from "../store/postgres/rows/ticket-store.ts";
import { usageInPostgres } from "../store/postgres/rows/usage-rows.ts";
import { storeInPostgres } from "../store/postgres/store-dialect.ts";
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
    exclusive: exclusiveIn(leases),
  };
}
