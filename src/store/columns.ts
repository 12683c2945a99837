/** SQLite's column types. PostgreSQL has its own under the same names, with the same values. */
import {
  blob,
  integer,
  primaryKey,
  real,
  type SQLiteColumnBuilderBase,
  sqliteTable,
  text,
} from "drizzle-orm/sqlite-core";

export function keyedTables(table: typeof sqliteTable, primary: typeof primaryKey) {
  return <const Name extends string, Own extends Record<string, SQLiteColumnBuilderBase>>(
    name: Name,
    [first, ...others]: readonly [keyof Own, ...(keyof Own)[]],
    columns: Own,
  ) => table(name, columns, (t) => [primary({ columns: [t[first], ...others.map((each) => t[each])] })]);
}

export const sqliteColumns = {
  table: sqliteTable,
  keyed: keyedTables(sqliteTable, primaryKey),
  number: () => integer("no").primaryKey({ autoIncrement: true }),
  text: (name: string) => text(name),
  integer: (name: string) => integer(name),
  flag: (name: string) => integer(name, { mode: "boolean" }),
  real: (name: string) => real(name),
  json: (name: string) => text(name, { mode: "json" }),
  bytes: (name: string) => blob(name).$type<Uint8Array>(),
};

export type Columns = typeof sqliteColumns;
