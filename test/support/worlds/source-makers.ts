/** The store of sources over each database. */

import type { PostgresDatabase } from "../../../src/postgres/postgres-database.ts";
import { storeInPostgres } from "../../../src/postgres/store-dialect.ts";
import type { Database } from "../../../src/storage/database.ts";
import { storeInSqlite } from "../../../src/storage/store-dialect.ts";
import { sourceStore } from "../../../src/store/source-store.ts";
import { immediate } from "./immediate.ts";

export const sourceRows = (database: Database) => immediate(sourceStore(storeInSqlite(database)));
export const sourcesInPostgres = (database: PostgresDatabase) => sourceStore(storeInPostgres(database, "node"));
