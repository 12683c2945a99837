/** For statements written as SQL. The driver reads a bigint as text, so they cast numbers: `no::float8`. */
import { is, SQL, sql } from "drizzle-orm";
import { revisionsOfCount } from "../memory/change-log.ts";
import { Beside, type Step, type Work } from "../store/work.ts";
import type { PostgresOrm } from "./database.ts";

/** The rows of a statement, as the driver gives them: a whole number is text, except one of 32 bits. */
export async function rowsOf<Row>(orm: PostgresOrm, statement: SQL): Promise<Row[]> {
  const rows = await orm.execute<Record<string, unknown>>(statement);
  return [...rows] as Row[];
}

export async function firstRow<Row extends object>(orm: PostgresOrm, statement: SQL): Promise<Row | undefined> {
  return (await rowsOf<Row>(orm, statement))[0];
}

/** A list of numbers as one value, whatever its length, so that the statement stays the same. */
export function numberList(numbers: readonly number[]): SQL {
  return sql`${numbersText(numbers)}::bigint[]`;
}

export const numbersText = (numbers: readonly number[]) => `{${numbers.join(",")}}`;

export const nextRevision = `(revision / ${revisionsOfCount} + 1) * ${revisionsOfCount} + floor(random() * ${revisionsOfCount})::bigint`;

/** For a statement of every question: if the planner saw a short list, it would plan the statement each time. */
export function unseenList(numbers: readonly number[]): SQL {
  return sql`ARRAY(SELECT unnest(${numberList(numbers)}))`;
}

export async function inTurn<T>(orm: PostgresOrm, work: Work<T>): Promise<T> {
  const resultOf = async (statement: Step) => {
    if (statement instanceof Beside) return [await statement.happen()];
    return (await (is(statement, SQL) ? orm.execute(statement) : statement)) as unknown as unknown[];
  };
  for (let step = work.next([]); ; ) {
    if (step.done === true) return step.value;
    step = work.next(await resultOf(step.value));
  }
}

/** PostgreSQL's text cannot hold U+0000. Another character takes its place, so that positions stay the same. */
export function storable(text: string): string {
  return text.includes("\0") ? text.replaceAll("\0", "\uFFFD") : text;
}
