/** The driver reads a bigint as text, so statements cast numbers: `no::float8`. */
import { is, SQL, sql } from "drizzle-orm";
import { revisionsOfCount } from "../../memory/change-log.ts";
import { Beside, type Step, type Work } from "../work.ts";
import type { PostgresOrm } from "./database.ts";

/** Whole numbers of more than 32 bits are text. */
export async function rowsOf<Row>(orm: PostgresOrm, statement: SQL): Promise<Row[]> {
  const rows = await orm.execute<Record<string, unknown>>(statement);
  return [...rows] as Row[];
}

export async function firstRow<Row extends object>(orm: PostgresOrm, statement: SQL): Promise<Row | undefined> {
  return (await rowsOf<Row>(orm, statement))[0];
}

/** One parameter for any length, so that the statement stays the same. */
export function numberList(numbers: readonly number[]): SQL {
  return sql`${numbersText(numbers)}::bigint[]`;
}

export const numbersText = (numbers: readonly number[]) => `{${numbers.join(",")}}`;

export const nextRevision = `(revision / ${revisionsOfCount} + 1) * ${revisionsOfCount} + floor(random() * ${revisionsOfCount})::bigint`;

/** Hides the length from the planner, which would plan statements with short lists each time. */
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

/** PostgreSQL's text cannot hold U+0000. A replacement keeps positions the same. */
export function storable(text: string): string {
  return text.includes("\0") ? text.replaceAll("\0", "\uFFFD") : text;
}
