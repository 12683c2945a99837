/** What a query gives, with the cells that it is computed from. */
import type { Table } from "./table.ts";

export interface CellPlace {
  readonly row: number;
  readonly column: number;
}

export interface TableOutcome {
  /** What is answered: a number, or the texts of cells. */
  readonly value: number | null;
  readonly texts: readonly string[];
  /** The unit of `value`; `days` of dates; empty without one. */
  readonly unit: string;
  /** The cells that the result is computed from, in the order of the rows; of very many, the first ones and the last. */
  readonly inputs: readonly CellPlace[];
  readonly inputCount: number;
  /** The cells that say the result, where cells do. */
  readonly answers: readonly CellPlace[];
  /** Filled cells of the computed column that could not be read as values. */
  readonly unread: readonly CellPlace[];
}

export const noResult = { value: null, texts: [], unit: "", answers: [], unread: [] };

const mostListed = 2000;

export function thinned<T>(items: readonly T[]): readonly T[] {
  return items.length <= mostListed ? items : [...items.slice(0, mostListed - 1), items.at(-1)!];
}

export const place =
  (column: number) =>
  (row: number): CellPlace => ({ row, column });

export function inputsOf(rows: readonly number[], column: number): Pick<TableOutcome, "inputs" | "inputCount"> {
  return { inputs: thinned(rows).map(place(column)), inputCount: rows.length };
}

/** The cells that stand for rows: those of the first column with a cell in each. */
export function labelsOf({ columns }: Table, rows: readonly number[]): Pick<TableOutcome, "inputs" | "inputCount"> {
  const inputs = thinned(rows).flatMap((row): CellPlace[] => {
    const column = columns.findIndex(({ starts, ends }) => starts[row] !== ends[row]);
    return column === -1 ? [] : [{ row, column }];
  });
  return { inputs, inputCount: rows.length };
}

export function unreadAmong(table: Table, column: number, rows: readonly number[]): CellPlace[] {
  const { unread } = table.columns[column]!;
  if (unread.length === 0) return [];
  const own = new Set(rows);
  return unread.filter((row) => own.has(row)).map(place(column));
}
