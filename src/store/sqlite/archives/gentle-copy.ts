/** Short transactions, so that a server on the same database can keep writing. */
import type { Database as Sqlite } from "bun:sqlite";
import { type CarriedTable, type Copying, copyStatement } from "./carried-tables.ts";

export interface Pace {
  readonly now: () => number;
  readonly pause: (milliseconds: number) => Promise<void>;
}

/** Milliseconds of a transaction, approximately; a server's write waits no longer. */
const turn = 40;
const mostRows = 20_000;

export interface GentleCopying extends Copying {
  readonly pace: Pace;
}

export async function copyGently(sqlite: Sqlite, table: CarriedTable, copying: GentleCopying): Promise<void> {
  const statement = sqlite.query(copyStatement(sqlite, table, copying));
  const lead = Object.values(table.keys)[0] ?? "";
  const range = sqlite.query<{ first: number | null; last: number | null }, [string]>(
    "SELECT min(new) AS first, max(new) AS last FROM temp.numbers WHERE kind = ?",
  );
  const { first, last } = range.get(lead) ?? { first: null, last: null };
  if (first === null || last === null) return;
  let rows = 64;
  for (let after = first - 1; after < last; ) {
    const until = Math.min(last, after + rows);
    const taken = await inTurn(sqlite, copying.pace, () => statement.run({ after, until }));
    rows = nextStep(rows, taken);
    after = until;
  }
}

export async function deleteGently(sqlite: Sqlite, sql: string, pace: Pace, key: string): Promise<void> {
  const statement = sqlite.query(sql);
  for (let deleted = 1; deleted > 0; ) {
    await inTurn(sqlite, pace, () => {
      deleted = statement.run(key).changes;
    });
  }
}

/** Rows for the next transaction; at most twice as many as the last. */
export function nextStep(rows: number, milliseconds: number): number {
  const fitting = Math.floor((rows * turn) / Math.max(milliseconds, 0.1));
  return Math.max(1, Math.min(fitting, rows * 2, mostRows));
}

/** One transaction, then a pause of the same length. Returns its duration. */
async function inTurn(sqlite: Sqlite, { now, pause }: Pace, work: () => void): Promise<number> {
  const began = now();
  sqlite.transaction(work).immediate();
  const taken = now() - began;
  await pause(Math.min(taken, turn));
  return taken;
}
