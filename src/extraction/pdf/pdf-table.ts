import { type LooseCells, looseCells } from "../table-layout.ts";
import { plainRow, type SaidRow } from "../table-row.ts";
import type { PdfLine } from "./pdf-line.ts";
import type { PdfColumn, PdfTableArea } from "./pdf-table-area.ts";
import { headRows, namesOf, repeatedHead } from "./pdf-table-head.ts";
import { type PdfRow, rowsOf } from "./pdf-table-rows.ts";

/** What a table says of itself to its continuation on the next page. */
export interface PdfTableHead {
  /** The names of its columns; empty if it has none. */
  readonly names: readonly string[];
  readonly columns: readonly PdfColumn[];
  readonly page: number;
}

export interface PdfTable extends PdfTableHead {
  /** What stands over all of it; empty if nothing does. */
  readonly caption: string;
  readonly rows: readonly SaidRow[];
  /** The same as paragraphs or items, where that is what they are. */
  readonly loose: LooseCells | null;
}

/** Columns of which a single name may stand over some. */
const fewestNamed = 4;
/** Columns of a table that goes on, where others are empty. */
const fewestLeft = 3;
/** Columns of a table that goes on begin this near to where they began, in ems. */
const alignment = 1.5;

/** Reads a table. `before` is the one whose continuation this may be, on the page before or above. */
export function readTable(area: PdfTableArea, before: PdfTableHead | null): PdfTable {
  const { lines } = area;
  const { size } = lines[0]!;
  const isContinued = before !== null && goesOn(before.columns, area.columns, size);
  const columns = isContinued && area.columns.length < before.columns.length ? before.columns : area.columns;
  const all = rowsOf(lines, columns);
  const above = captionRows(all);
  const rows = all.slice(above);
  const old = isContinued ? before.names : [];
  const repeated = old.length > 0 ? repeatedHead(rows, old) : 0;
  const head = repeated > 0 ? { skipped: 0, rows: repeated } : headRows(rows, old.length > 0);
  const names = rows.slice(head.skipped, head.rows);
  const own = names.length > 0 && repeated === 0 ? namesOf(names) : old;
  const body = rows.slice(head.rows).map(({ cells }) => cells);
  const said = [
    ...rows.slice(0, head.skipped).map(({ cells }) => plainRow([], cells)),
    ...body.map((cells) => plainRow(own, cells)),
  ];
  const caption = all.slice(0, above).flatMap(({ cells }) => cells.filter((cell) => cell !== ""));
  return {
    caption: caption.join(" "),
    rows: said.filter(({ text }) => text !== ""),
    loose: own.length === 0 ? looseCells(body) : null,
    names: own,
    columns,
    page: lines[0]!.page,
  };
}

/** Lines at the top of a page in which a cell goes on that was cut. */
const mostCut = 8;

/** The area with the lines above it, where they are the rest of a cell of the table on the page before. */
export function withCutCell(area: PdfTableArea, lines: readonly PdfLine[], before: PdfTableHead | null): PdfTableArea {
  const above = lines.slice(0, area.from);
  const { page } = area.lines[0]!;
  if (before?.page !== page - 1 || before.names.length === 0 || above.length === 0 || above.length > mostCut)
    return area;
  const isInCell = ({ x, size }: PdfLine) => before.columns.some(({ left }) => Math.abs(left - x) <= size / 2);
  return above.every(isInCell) ? { ...area, from: 0, lines: lines.slice(0, area.to) } : area;
}

/** Rows of one cell above the others; over many columns such a cell may name some of them. */
function captionRows(rows: readonly PdfRow[]): number {
  if ((rows[0]?.cells.length ?? 0) >= fewestNamed) return 0;
  const first = rows.findIndex(({ cells }) => cells.filter((cell) => cell !== "").length > 1);
  return first <= 2 ? Math.max(0, first) : 0;
}

/** Whether columns stand where others do; some may be empty, so that there are fewer. */
function goesOn(before: readonly PdfColumn[], columns: readonly PdfColumn[], size: number): boolean {
  const beginsAt = (one: PdfColumn, other: PdfColumn, most: number) => Math.abs(one.left - other.left) <= most;
  if (columns.length < before.length)
    return columns.length >= fewestLeft && columns.every((own) => before.some((old) => beginsAt(own, old, size)));
  const isWide = before.length >= fewestNamed;
  const stands = (one: PdfColumn, other: PdfColumn) =>
    beginsAt(one, other, alignment * 2 * size) || (isWide && overlaps(one, other));
  return columns.length === before.length && columns.every((own, i) => stands(own, before[i]!));
}

/** By half of the narrower one: cells may be centred. */
function overlaps(one: PdfColumn, other: PdfColumn): boolean {
  const width = Math.min(one.right - one.left, other.right - other.left);
  return Math.min(one.right, other.right) - Math.max(one.left, other.left) >= width / 2;
}
