/** The stores of sources, and what they need beside them, over each database. */

import { immediately } from "../../../src/kernel/awaitable.ts";
import type { PostgresDatabase } from "../../../src/store/postgres/database.ts";
import { expertsInPostgres } from "../../../src/store/postgres/rows/expert-rows.ts";
import { queueInPostgres } from "../../../src/store/postgres/rows/ingest-queue-rows.ts";
import { storeInPostgres } from "../../../src/store/postgres/store-dialect.ts";
import { replyStore } from "../../../src/store/reply-store.ts";
import { sourceStore } from "../../../src/store/sources/source-store.ts";
import type { Database } from "../../../src/store/sqlite/database.ts";
import { storeInSqlite } from "../../../src/store/sqlite/store-dialect.ts";

export const sourceRows = (database: Database) => immediately(sourceStore(storeInSqlite(database)));
export const sourcesInPostgres = (database: PostgresDatabase) => sourceStore(storeInPostgres(database, "node"));

export const makersInPostgres = {
  sources: sourcesInPostgres,
  queue: queueInPostgres,
  perform: (database: PostgresDatabase) => replyStore(storeInPostgres(database, "node")).performOnce,
  experts: expertsInPostgres,
};
