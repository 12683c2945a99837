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
}

export interface Table {
  readonly text: string;
  /** Which table of its document it is, from 1. */
  readonly number: number;
  /** What introduces it: its caption, the sentence before it, or its heading; empty without one. */
  readonly caption: string;
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
