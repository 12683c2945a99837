import { looseCells, sayerOf } from "../table-layout.ts";
import { plainCells, plainRow } from "../table-row.ts";
import type { PdfLine } from "./pdf-line.ts";
import type { PdfColumn, PdfTableArea } from "./pdf-table-area.ts";
import { headRows, namesOf, repeatedHead } from "./pdf-table-head.ts";
import { type PdfRow, rowsOf } from "./pdf-table-rows.ts";

export interface PdfTableHead {
  readonly names: readonly string[];
  readonly columns: readonly PdfColumn[];
  readonly page: number;
}

/** Columns of which a single cell above may name some. */
const fewestNamed = 4;
const fewestLeft = 3;
/** Ems by which columns of a continuation may move. */
const alignment = 1.5;

/** @param before the table that this may continue @param words of the document */
export function readTable(area: PdfTableArea, before: PdfTableHead | null, words: ReadonlySet<string>) {
  const { lines } = area;
  const { size } = lines[0]!;
  const isContinued = before !== null && goesOn(before.columns, area.columns, size);
  const columns = isContinued && area.columns.length < before.columns.length ? before.columns : area.columns;
  const all = rowsOf(lines, columns, words);
  const above = captionRows(all);
  const old = isContinued ? before.names : [];
  const rows = withHeadApart(all.slice(above), old);
  const repeated = old.length > 0 ? repeatedHead(rows, old) : 0;
  const head = repeated > 0 ? { skipped: 0, rows: repeated } : headRows(rows, old.length > 0);
  const names = rows.slice(head.skipped, head.rows);
  const own = names.length > 0 && repeated === 0 ? namesOf(names) : old;
  const body = rows.slice(head.rows).map(({ cells }) => cells);
  const say = sayerOf(own, body);
  const said = [
    ...rows.slice(0, head.skipped).map(({ cells }) => plainRow(cells)),
    ...body.map((cells) => say(plainCells(cells))),
  ];
  const caption = all.slice(0, above).flatMap(({ cells }) => cells.filter((cell) => cell !== ""));
  return {
    caption: caption.join(" "),
    rows: said.filter(({ text }) => text !== ""),
    /** Paragraphs or items; null: a table. */
    loose: own.length === 0 ? looseCells(body) : null,
    names: own,
    columns,
    page: lines[0]!.page,
  };
}

/** The end of a cut cell stands close below the repeated head. */
function withHeadApart(rows: readonly PdfRow[], names: readonly string[]): readonly PdfRow[] {
  const [first, ...others] = rows;
  const goesOn = first !== undefined && names.some((name, i) => name !== "" && first.cells[i]!.startsWith(`${name} `));
  if (!goesOn || !names.every((name, i) => first.cells[i]!.startsWith(name))) return rows;
  const rest = first.cells.map((cell, i) => cell.slice(names[i]!.length).trim());
  return [{ ...first, cells: names }, { ...first, cells: rest }, ...others];
}

/** Lines at the top of a page that finish a cut cell. */
const mostCut = 8;

/** Adds lines above that finish a cell of the previous page. */
export function withCutCell(area: PdfTableArea, lines: readonly PdfLine[], before: PdfTableHead | null): PdfTableArea {
  const above = lines.slice(0, area.from);
  const { page } = area.lines[0]!;
  if (before?.page !== page - 1 || before.names.length === 0 || above.length === 0 || above.length > mostCut)
    return area;
  const isInCell = ({ x, size }: PdfLine) => before.columns.some(({ left }) => Math.abs(left - x) <= size / 2);
  return above.every(isInCell) ? { ...area, from: 0, lines: lines.slice(0, area.to) } : area;
}

function captionRows(rows: readonly PdfRow[]): number {
  if ((rows[0]?.cells.length ?? 0) >= fewestNamed) return 0;
  const first = rows.findIndex(({ cells }) => cells.filter((cell) => cell !== "").length > 1);
  return first <= 2 ? Math.max(0, first) : 0;
}

/** The same columns; empty ones may be missing. */
function goesOn(before: readonly PdfColumn[], columns: readonly PdfColumn[], size: number): boolean {
  const beginsAt = (one: PdfColumn, other: PdfColumn, most: number) => Math.abs(one.left - other.left) <= most;
  if (columns.length < before.length)
    return columns.length >= fewestLeft && columns.every((own) => before.some((old) => beginsAt(own, old, size)));
  const isWide = before.length >= fewestNamed;
  const stands = (one: PdfColumn, other: PdfColumn) =>
    beginsAt(one, other, alignment * 2 * size) || (isWide && overlaps(one, other));
  return columns.length === before.length && columns.every((own, i) => stands(own, before[i]!));
}

/** By half of the narrower one, because cells may be centred. */
function overlaps(one: PdfColumn, other: PdfColumn): boolean {
  const width = Math.min(one.right - one.left, other.right - other.left);
  return Math.min(one.right, other.right) - Math.max(one.left, other.left) >= width / 2;
}
