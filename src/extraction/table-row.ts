import type { OutlineCell } from "../language/structure/outline.ts";
import { cleanText } from "./normal-text.ts";

/** Longer names are cut, because rows repeat them: a megabyte could become a million. */
const longestName = 120;
/** A wide cell gets the names of this many columns. */
const mostCovered = 20;

export interface SaidRow {
  readonly text: string;
  readonly cells: readonly OutlineCell[];
  /** The name in a name–value pair, unless it is a cell. */
  readonly label?: string;
  /** It names columns, or heads the rows below it. */
  readonly header?: true;
}

export interface GivenCell {
  readonly text: string;
  readonly column: number;
  readonly columns: number;
}

/** @param at the position of the row's text; default 0 */
export type RowSayer = (cells: readonly GivenCell[], at?: number) => SaidRow;

/** `Column: value; Column: value`, without empty cells. A value equal to its name stands alone. */
export function rowsUnder(written: readonly string[]): RowSayer {
  const names = written.map(columnName);
  const nameOf = (column: number, columns: number) =>
    columns <= 1 ? (names[column] ?? "") : namesOver(names, column, columns);
  return (cells, at = 0) => {
    const row = new RowText(at);
    for (const { text, column, columns } of cells) {
      const value = cleanText(text);
      if (value !== "") row.add(value, nameOf(column, columns), { column, columns });
    }
    return row;
  };
}

const ownName = /^(\p{L}[^:;\n]{1,40}): \S.{0,80}$/u;

class RowText implements SaidRow {
  text = "";
  readonly cells: OutlineCell[] = [];
  readonly #at: number;

  constructor(at: number) {
    this.#at = at;
  }

  add(value: string, name: string, { column, columns }: { readonly column: number; readonly columns: number }): void {
    if (this.text !== "") this.text += "; ";
    const isNamed = name !== "" && name !== value;
    const start = this.#at + this.text.length;
    if (isNamed) this.text += `${name}: `;
    const own = isNamed ? 0 : (ownName.exec(value)?.[1]?.length ?? 0);
    const from = this.#at + this.text.length + (own > 0 ? own + 2 : 0);
    this.text += value;
    const named = isNamed || own > 0 ? { start, end: start + (own || name.length) } : null;
    this.cells.push({ value: { start: from, end: this.#at + this.text.length }, name: named, column, columns });
  }
}

/** Of two cells, the first names the other, unless it says something itself. */
export const namelessRow: RowSayer = (row, at) => {
  const [first, second] = row;
  const label = cleanText(first?.text ?? "");
  const isPair =
    row.length === 2 && label !== "" && label.length <= longestName && !/:\s/.test(label) && Boolean(second?.text);
  if (!isPair) return rowsUnder([])(row, at);
  return { ...rowsUnder(["", label])([{ ...second!, column: 1 }], at), label };
};

export const plainRow = (cells: readonly string[]): SaidRow => namelessRow(plainCells(cells));

export const plainCells = (cells: readonly string[]): GivenCell[] =>
  cells.map((text, column) => ({ text, column, columns: 1 }));

function namesOver(names: readonly string[], column: number, columns: number): string {
  const covered = names.slice(column, column + Math.min(columns, mostCovered));
  return [...new Set(covered)]
    .filter((name) => name !== "")
    .join(" / ")
    .slice(0, longestName)
    .toWellFormed();
}

function columnName(written: string): string {
  const name = cleanText(written).slice(0, longestName).toWellFormed();
  return name.replace(/:$/, "").trimEnd();
}
