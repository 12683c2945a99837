import type { OutlineCell } from "../text/outline/outline.ts";
import { collapseSpace, normalizeText } from "./normal-text.ts";

/** Names stand in every row: longer ones are cut, or one of a megabyte would be repeated a million times. */
const longestName = 120;
/** Columns whose names a cell over several is given. */
const mostCovered = 20;

/** A row as text, with the positions of its cells in it. */
export interface TableRow {
  readonly text: string;
  readonly cells: readonly OutlineCell[];
  /** Where it is no cell: of a name and its value, the name. */
  readonly label?: string;
  /** It names columns, or heads the rows below it. */
  readonly header?: true;
}

/** A cell as it is given: its text, where it stands, and how many columns it covers. */
export interface GivenCell {
  readonly text: string;
  readonly column: number;
  readonly columns: number;
}

/**
 * A row as a sentence that keeps its column names: `Column: value; Column: value`. Cells without a value are left out,
 * cells without a column name stand alone, and a value under an equal name is not named twice.
 */
export function tableRow(names: readonly string[], cells: readonly GivenCell[], separator = "; "): TableRow {
  const placed: OutlineCell[] = [];
  let text = "";
  for (const { text: written, column, columns } of cells) {
    const value = collapseSpace(normalizeText(written));
    if (value === "") continue;
    const name = columnName(namesOver(names, column, columns));
    if (text !== "") text += separator;
    const at = text.length;
    const isNamed = name !== "" && name !== value;
    if (isNamed) text += `${name}: `;
    const named = isNamed ? { start: at, end: at + name.length } : null;
    placed.push({ value: { start: text.length, end: text.length + value.length }, name: named, column, columns });
    text += value;
  }
  return { text, cells: placed };
}

/** The same for cells of one column each. */
export function plainRow(names: readonly string[], cells: readonly string[]): TableRow {
  return tableRow(
    names,
    cells.map((text, column) => ({ text, column, columns: 1 })),
  );
}

/** The names of the columns that a cell covers. */
function namesOver(names: readonly string[], column: number, columns: number): string {
  if (columns <= 1) return names[column] ?? "";
  const covered = names.slice(column, column + Math.min(columns, mostCovered));
  return [...new Set(covered)].filter((name) => name !== "").join(" / ");
}

function columnName(written: string): string {
  const name = collapseSpace(normalizeText(written)).slice(0, longestName).toWellFormed();
  return name.replace(/:$/, "").trimEnd();
}

/** The text of `plainRow`. */
export const tableRowText = (names: readonly string[], cells: readonly string[]) => plainRow(names, cells).text;
