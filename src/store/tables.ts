import { accountTables } from "./account-tables.ts";
import type { Columns } from "./columns.ts";
import { sourceTables } from "./source-tables.ts";

/** The same in both databases. Tests compare them with the migrations. */
export function tablesOf(columns: Columns) {
  return { ...accountTables(columns), ...sourceTables(columns) };
}

export type Tables = ReturnType<typeof tablesOf>;
