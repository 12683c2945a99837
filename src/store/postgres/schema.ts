import { bigint, boolean, customType, doublePrecision, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { type Columns, keyedTables } from "../columns.ts";
import { tablesOf } from "../tables.ts";

/** The driver reads a bigint as text. */
const integer = (name: string) => bigint(name, { mode: "number" });

/** The driver would encode a string for a json column once more. */
const json = customType<{ data: unknown; driverData: string }>({
  dataType: () => "text",
  toDriver: (value) => JSON.stringify(value),
  fromDriver: (stored) => JSON.parse(stored),
});

const bytes = customType<{ data: Uint8Array; driverData: Uint8Array }>({
  dataType: () => "bytea",
  fromDriver: (stored) => new Uint8Array(stored),
});

const postgresColumns = {
  table: pgTable,
  keyed: keyedTables(pgTable as never, primaryKey as never),
  number: () => integer("no").primaryKey().generatedByDefaultAsIdentity(),
  text: (name: string) => text(name),
  integer,
  flag: (name: string) => boolean(name),
  real: (name: string) => doublePrecision(name),
  json: (name: string) => json(name),
  bytes: (name: string) => bytes(name),
};

// Types differ only by the database's name; the stores' contract tests show that values are the same.
export const tables = tablesOf(postgresColumns as unknown as Columns);
