import { isHeader } from "../table-header.ts";
import { tableRowText } from "../table-row.ts";
import type { PdfTableArea } from "./pdf-table-area.ts";
import { type PdfRow, rowsOf } from "./pdf-table-rows.ts";

/** What a table says of itself to its continuation on the next page. */
export interface PdfTableHead {
  /** The names of its columns; empty if it has none. */
  readonly names: readonly string[];
  /** Where its columns begin. */
  readonly lefts: readonly number[];
  readonly page: number;
}

export interface PdfTable extends PdfTableHead {
  /** A text a row. */
  readonly texts: readonly string[];
}

/** Rows that may name the columns together. */
const tallestHead = 3;
/** Columns of a table that goes on begin this near to where they began, in ems. */
const alignment = 1.5;

/** Reads a table. `before` is the one whose continuation this may be, on the page before or above. */
export function readTable(area: PdfTableArea, before: PdfTableHead | null): PdfTable {
  const { lines, columns } = area;
  const rows = rowsOf(lines, columns);
  const lefts = columns.map(({ left }) => left);
  const old = before !== null && goesOn(before, lefts, lines[0]!.size) ? before.names : [];
  const repeated = old.length > 0 ? repeatedHead(rows, old) : 0;
  const head = repeated > 0 ? repeated : headRows(rows, old.length > 0);
  const own = head > 0 && repeated === 0 ? namesOf(rows.slice(0, head), columns.length) : old;
  const texts = rows.slice(head).map(({ cells }) => rowText(own, cells));
  return { texts: texts.filter((text) => text !== ""), names: own, lefts, page: lines[0]!.page };
}

const goesOn = (before: PdfTableHead, lefts: readonly number[], size: number) =>
  before.lefts.length === lefts.length &&
  lefts.every((left, i) => Math.abs(left - before.lefts[i]!) <= alignment * 2 * size);

/** How many of the first rows say again the names of the page before. */
function repeatedHead(rows: readonly PdfRow[], names: readonly string[]): number {
  for (let count = 1; count <= tallestHead && count < rows.length; count++) {
    const said = namesOf(rows.slice(0, count), names.length);
    if (said.every((name, i) => name === names[i])) return count;
  }
  return 0;
}

/**
 * How many of the first rows name the columns: those in a font of their own; else one whose cells are all filled and read
 * like names where the cells below do not.
 */
function headRows(rows: readonly PdfRow[], continues: boolean): number {
  const body = rows.at(-1)?.font;
  const first = rows.findIndex((row) => row.font === body);
  if (first > 0 && first <= tallestHead && first < rows.length) {
    const names = namesOf(rows.slice(0, first), rows[0]!.cells.length);
    if (isHeader(names, rows[first]!.cells)) return first;
  }
  const [row, next] = rows;
  if (continues || row === undefined || next === undefined || row.cells.length < 3) return 0;
  const filled = row.cells.every((cell) => cell !== "");
  return filled && isHeader(row.cells, next.cells) && rows.slice(1, 4).some(({ cells }) => isUnlike(row.cells, cells)) ? 1 : 0;
}

function namesOf(rows: readonly PdfRow[], columns: number): string[] {
  return Array.from({ length: columns }, (_, i) => {
    const said = rows.map((row) => row.spanning.find(({ from, to }) => from <= i && i <= to)?.text ?? row.cells[i]!);
    return [...new Set(said)].filter((name) => name !== "").join(" ");
  });
}

/** Values differ from names: in some column they hold digits, or are far longer. */
function isUnlike(names: readonly string[], values: readonly string[]): boolean {
  return values.some((value, i) => {
    const name = names[i] ?? "";
    return (/\d/.test(value) && !/\d/.test(name)) || value.length > Math.max(25, 2 * name.length);
  });
}

function rowText(names: readonly string[], cells: readonly string[]): string {
  return names.length > 0 ? tableRowText(names, cells) : cells.filter((cell) => cell !== "").join("; ");
}

