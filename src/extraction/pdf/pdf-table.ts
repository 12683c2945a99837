import { isHeader } from "../table-header.ts";
import { tableRowText } from "../table-row.ts";
import type { PdfLine } from "./pdf-line.ts";

/** Two or more cells on one baseline. */
export const isTableRow = (line: PdfLine) => line.segments.length > 1;

/** Cells that begin within this many ems of each other stand in one column. */
const alignment = 1.5;

interface Row {
  readonly cells: string[];
  readonly font: string;
}

export interface PdfTable {
  /** A text a row. */
  readonly texts: readonly string[];
  /** How many lines it takes. */
  readonly lines: number;
  /** The names of its columns; empty if it has none. */
  readonly names: readonly string[];
}

/**
 * The table that begins with the first line, or null where that line stands alone. A line that leaves the first column
 * empty continues the row above it. `before` names the columns of the table on the page before, should this go on.
 */
export function tableRows(lines: readonly PdfLine[], before: readonly string[]): PdfTable | null {
  const taken = tableLength(lines);
  const body = lines.slice(0, taken);
  if (body.filter(isTableRow).length < 2) return null;
  const columns = columnsOf(body);
  const rows = rowsOf(body, columns);
  const head = headRow(rows);
  const names = rows[head]?.cells ?? (before.length === columns.length ? before : []);
  const texts = rows.flatMap((row, i) => (i === head ? [] : [rowText(i < head ? [] : names, row)]));
  return { texts, lines: taken, names };
}

function rowsOf(lines: readonly PdfLine[], columns: readonly number[]): Row[] {
  const rows: Row[] = [];
  for (const line of lines) {
    const places = line.segments.map((segment) => columnAt(columns, segment.x));
    if (rows.length === 0 || places[0] === 0) rows.push({ cells: columns.map(() => ""), font: line.font });
    const { cells } = rows.at(-1)!;
    for (const [i, segment] of line.segments.entries()) {
      const at = places[i]!;
      cells[at] = `${cells[at]} ${segment.text}`.trim();
    }
  }
  return rows;
}

/** Rows follow each other closely; a line of one cell belongs to them while it leaves the first column empty. */
function tableLength(lines: readonly PdfLine[]): number {
  const first = lines[0]!;
  let left = first.x;
  let taken = 1;
  while (taken < lines.length) {
    const line = lines[taken]!;
    const above = lines[taken - 1]!;
    const down = (line.y - above.y) / line.size;
    const inside = isTableRow(line) || line.x - left > alignment * line.size;
    if (line.page !== first.page || down <= 0 || down > (isTableRow(line) ? 5 : 2.5) || !inside) break;
    left = Math.min(left, line.x);
    taken++;
  }
  return taken;
}

/** Where columns begin: where cells of two rows begin, or of the widest row. Near places are one. */
function columnsOf(lines: readonly PdfLine[]): number[] {
  const rows = lines.filter(isTableRow);
  const widest = rows.reduce((best, line) => (line.segments.length > best.segments.length ? line : best), lines[0]!);
  const cells = rows
    .flatMap((line) => line.segments.map(({ x }) => ({ x, votes: line === widest ? 2 : 1 })))
    .sort((one, other) => one.x - other.x);
  const clusters: { readonly start: number; votes: number }[] = [];
  for (const { x, votes } of cells) {
    const last = clusters.at(-1);
    if (last === undefined || x - last.start > alignment * lines[0]!.size) clusters.push({ start: x, votes });
    else last.votes += votes;
  }
  return clusters.filter((cluster) => cluster.votes > 1).map((cluster) => cluster.start);
}

function columnAt(columns: readonly number[], x: number): number {
  let nearest = 0;
  for (const [i, start] of columns.entries()) {
    if (Math.abs(start - x) < Math.abs(columns[nearest]! - x)) nearest = i;
  }
  return nearest;
}

/**
 * The row that names the columns, or -1: the first, or the second under one that spans them, if every cell is filled and
 * reads like a name, and either its font is its own or there are three columns and more.
 */
function headRow(rows: readonly Row[]): number {
  return rows.slice(0, 2).findIndex((row, i) => {
    const next = rows[i + 1];
    const filled = row.cells.every((cell) => cell !== "");
    if (next === undefined || !filled || !isHeader(row.cells, next.cells)) return false;
    return (i === 0 && row.font !== next.font) || (row.cells.length > 2 && isUnlike(row.cells, next.cells));
  });
}

/** Values differ from names: in some column they hold digits, or are far longer. */
function isUnlike(names: readonly string[], values: readonly string[]): boolean {
  return values.some((value, i) => {
    const name = names[i] ?? "";
    return (/\d/.test(value) && !/\d/.test(name)) || value.length > Math.max(25, 2 * name.length);
  });
}

function rowText(names: readonly string[], row: Row): string {
  return names.length > 0 ? tableRowText(names, row.cells) : row.cells.filter((cell) => cell !== "").join("; ");
}
