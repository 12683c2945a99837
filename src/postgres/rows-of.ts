import type { SQL } from "drizzle-orm";
import type { Orm } from "./postgres-database.ts";

/** The rows of a statement, as the driver gives them: a whole number is text, except one of 32 bits. */
export async function rowsOf<Row>(orm: Orm, statement: SQL): Promise<Row[]> {
  const rows = await orm.execute<Record<string, unknown>>(statement);
  return [...rows] as Row[];
}
