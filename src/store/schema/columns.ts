/**
 * The kinds of columns that tables have. These are SQLite's; PostgreSQL gives its own under the same names, and both give
 * and take the same values.
 */
import { blob, integer, primaryKey, real, sqliteTable, text } from "drizzle-orm/sqlite-core";

export const sqliteColumns = {
  table: sqliteTable,
  /** The key of more than one column. */
  key: primaryKey,
  /** A row's own number, which is never given to another. */
  number: () => integer("no").primaryKey({ autoIncrement: true }),
  text: (name: string) => text(name),
  /** Up to 2^53. */
  integer: (name: string) => integer(name),
  flag: (name: string) => integer(name, { mode: "boolean" }),
  real: (name: string) => real(name),
  /** A value as JSON, in a column of text. */
  json: (name: string) => text(name, { mode: "json" }),
  bytes: (name: string) => blob(name).$type<Uint8Array>(),
};

export type Columns = typeof sqliteColumns;
