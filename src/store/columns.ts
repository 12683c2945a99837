/** SQLite's column types. PostgreSQL has its own under the same names, with the same values. */
import { blob, integer, primaryKey, real, sqliteTable, text } from "drizzle-orm/sqlite-core";

export const sqliteColumns = {
  table: sqliteTable,
  key: primaryKey,
  number: () => integer("no").primaryKey({ autoIncrement: true }),
  text: (name: string) => text(name),
  integer: (name: string) => integer(name),
  flag: (name: string) => integer(name, { mode: "boolean" }),
  real: (name: string) => real(name),
  json: (name: string) => text(name, { mode: "json" }),
  bytes: (name: string) => blob(name).$type<Uint8Array>(),
};

export type Columns = typeof sqliteColumns;
