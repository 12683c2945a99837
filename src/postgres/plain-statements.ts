/** For statements written as SQL. The driver reads a bigint as text, so they cast numbers: `no::float8`. */
import { type SQL, sql } from "drizzle-orm";
import type { Orm } from "./postgres-database.ts";
import { rowsOf } from "./rows-of.ts";

/** Undefined: there is none. */
export async function firstRow<Row extends object>(orm: Orm, statement: SQL): Promise<Row | undefined> {
  return (await rowsOf<Row>(orm, statement))[0];
}

/** A list of numbers as one value, whatever its length, so that the statement stays the same. */
export function numberList(numbers: readonly number[]): SQL {
  return sql`${`{${numbers.join(",")}}`}::bigint[]`;
}
