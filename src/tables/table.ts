/** A table with typed columns, over the text that it stands in. All positions are UTF-16 units of that text. */
import type { TextSpan } from "../language/text/sentences.ts";
import type { CellKind, DecimalMark } from "./cell-value.ts";

/** `year`: whole numbers that are years. `text`: anything that does not compute. */
export type ColumnKind = Exclude<CellKind, "empty"> | "year";

export interface Column {
  /** From 0; columns without any cell are left out. */
  readonly index: number;
  /** As the header says it; empty without one. */
  readonly name: string;
  readonly kind: ColumnKind;
  /** That most of its numbers have: a currency, `%`, `km`; empty without one. */
  readonly unit: string;
  /** For each row where the cell stands in the text; equal for an empty cell. */
  readonly starts: Uint32Array;
  readonly ends: Uint32Array;
  /** For each row the value; NaN for an empty cell, a text, or a cell that was not read. */
  readonly values: Float64Array;
  /** How its cells of two readings (`1,234`) are read; null: as `numberAt` reads them without one. */
  readonly notation: DecimalMark | null;
  /** Rows whose cell should be a value and could not be read as one, ascending. */
  readonly unread: readonly number[];
  /** Whether no two cells say the same, or of a large table, hardly any: rows are not grouped by it. */
  readonly isKey: boolean;
  /** Different cells for each row, 0–1; of a large table, of its first rows. */
  readonly variety: number;
}

export interface Table {
  readonly text: string;
  /** Which table of its document it is, from 1. */
  readonly number: number;
  /** What introduces it: its caption, the sentence before it, or its heading; empty without one. */
  readonly caption: string;
  /** Where the caption stands in the text; null without one. */
  readonly captionAt: TextSpan | null;
  /** The numbers of the tables that it joins (the months of a year as sheets); empty for a table as it stands. */
  readonly parts: readonly number[];
  readonly columns: readonly Column[];
  readonly rowCount: number;
  readonly rows: { readonly starts: Uint32Array; readonly ends: Uint32Array };
  /** Rows that sum up others: they can be looked up, and are left out of computations. */
  readonly totals: ReadonlySet<number>;
  readonly body: readonly number[];
}

export const cellSpan = ({ starts, ends }: Column, row: number): TextSpan => ({ start: starts[row]!, end: ends[row]! });

export const cellText = ({ text }: Table, { starts, ends }: Column, row: number) => text.slice(starts[row], ends[row]);

export const isOrdered = ({ kind }: Column) => kind !== "text";

/** Whether a unit is a sign or a code of money. */
export const isCurrency = (unit: string) =>
  /^(?:[A-Z]{0,3}\$|[€£¥₹₩₽₺฿]|USD|EUR|GBP|CHF|JPY|AUD|CAD|INR|CNY|SEK|NOK|DKK|PLN)$/u.test(unit);

export const isAddable = ({ kind }: Column) => kind === "number" || kind === "percent" || kind === "time";

export interface CellPlace {
  readonly row: number;
  readonly column: number;
}

/** What a query gives, with the cells that it is computed from. */
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
