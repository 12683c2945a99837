/** The store of sources over each database. */

import { immediately } from "../../../src/kernel/awaitable.ts";
import type { PostgresDatabase } from "../../../src/postgres/database.ts";
import { storeInPostgres } from "../../../src/postgres/store-dialect.ts";
import type { Database } from "../../../src/storage/database.ts";
import { storeInSqlite } from "../../../src/storage/store-dialect.ts";
import { sourceStore } from "../../../src/store/sources/source-store.ts";

export const sourceRows = (database: Database) => immediately(sourceStore(storeInSqlite(database)));
export const sourcesInPostgres = (database: PostgresDatabase) => sourceStore(storeInPostgres(database, "node"));
