import { accountTables } from "./account-tables.ts";
import type { Columns } from "./columns.ts";
import { sourceTables } from "./source-tables.ts";

/** The tables for drizzle, the same in both databases. Tests compare them with what the migrations make. */
export function tablesOf(columns: Columns) {
  return { ...accountTables(columns), ...sourceTables(columns) };
}

export type Tables = ReturnType<typeof tablesOf>;
