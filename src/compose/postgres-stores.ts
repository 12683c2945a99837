/** The same stores over PostgreSQL. */

import { systemClock } from "../kernel/clock.ts";
import { requestsInPostgres } from "../postgres/accounts/counted-requests.ts";
import { expertsInPostgres } from "../postgres/accounts/expert-store.ts";
import { keysInPostgres } from "../postgres/accounts/key-rows.ts";
import { ratesInPostgres } from "../postgres/accounts/rate-buckets.ts";
import { ticketsInPostgres } from "../postgres/accounts/ticket-store.ts";
import { usageInPostgres } from "../postgres/accounts/usage-store.ts";
import { foreseenStandings } from "../postgres/answers/foreseen-standings.ts";
import { passagesInPostgres } from "../postgres/answers/memory-passages.ts";
import { readerInPostgres } from "../postgres/answers/passage-reader.ts";
import { queueInPostgres } from "../postgres/answers/shared-queue.ts";
import { exclusiveIn, leasesIn } from "../postgres/leased-work.ts";
import type { PostgresDatabase } from "../postgres/postgres-database.ts";
import { repliesInPostgres } from "../postgres/sources/reply-store.ts";
import { storeInPostgres } from "../postgres/store-dialect.ts";
import { type Stores, sharedStores } from "./stores.ts";

/**
 * @param node another text for every process: the holder of its leases.
 * @param now milliseconds of a clock that never goes back: how old is what was read ahead
 */
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
    memory: (senseModel) => passagesInPostgres(database, senseModel),
    keys: keysInPostgres(database, standings, now),
    tickets: ticketsInPostgres(database),
    rates: ratesInPostgres(database),
    experts: expertsInPostgres(database),
    usage: usageInPostgres(database),
    requests: requestsInPostgres(database, systemClock.now),
    exclusive: exclusiveIn({ leases }),
    replies: repliesInPostgres(database),
  };
}
