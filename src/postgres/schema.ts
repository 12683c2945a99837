import { bigint, boolean, customType, doublePrecision, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import type { Columns } from "../store/columns.ts";
import { tablesOf } from "../store/tables.ts";

/** The driver reads a bigint as text. */
const integer = (name: string) => bigint(name, { mode: "number" });

/** (The driver encodes a string that it binds to a column of type json once more.) */
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
  key: primaryKey,
  number: () => integer("no").primaryKey().generatedByDefaultAsIdentity(),
  text: (name: string) => text(name),
  integer,
  flag: (name: string) => boolean(name),
  real: (name: string) => doublePrecision(name),
  json: (name: string) => json(name),
  bytes: (name: string) => bytes(name),
};

// Drizzle's types name the database; names and values of the columns are the same, which the contracts of the stores show.
export const tables = tablesOf(postgresColumns as unknown as Columns);
