/** Columns as the stores use them. */
import { bigint, customType } from "drizzle-orm/pg-core";

/** An integer up to 2^53. The driver reads a bigint as text. */
export const integer = (name?: string) =>
  name === undefined ? bigint({ mode: "number" }) : bigint(name, { mode: "number" });

/**
 * A value as JSON in a column of text, as in SQLite. (The driver encodes a string that it binds to a column of type json
 * once more.)
 */
export const json = customType<{ data: unknown; driverData: string }>({
  dataType: () => "text",
  toDriver: (value) => JSON.stringify(value),
  fromDriver: (stored) => JSON.parse(stored),
});

export const bytes = customType<{ data: Uint8Array; driverData: Uint8Array }>({
  dataType: () => "bytea",
  // The driver gives a Buffer.
  fromDriver: (stored) => new Uint8Array(stored),
});
