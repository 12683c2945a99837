import { plainRow, type TableRow } from "../table-row.ts";
import type { PdfTableArea } from "./pdf-table-area.ts";
import { headRows, namesOf, repeatedHead } from "./pdf-table-head.ts";
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
  /** What stands over all of it; empty if nothing does. */
  readonly caption: string;
  readonly rows: readonly TableRow[];
}

/** Columns of which a single name may stand over some. */
const fewestNamed = 4;
/** Columns of a table that goes on begin this near to where they began, in ems. */
const alignment = 1.5;

/** Reads a table. `before` is the one whose continuation this may be, on the page before or above. */
export function readTable(area: PdfTableArea, before: PdfTableHead | null): PdfTable {
  const { lines, columns } = area;
  const all = rowsOf(lines, columns);
  const above = captionRows(all);
  const rows = all.slice(above);
  const lefts = columns.map(({ left }) => left);
  const old = before !== null && goesOn(before, lefts, lines[0]!.size) ? before.names : [];
  const repeated = old.length > 0 ? repeatedHead(rows, old) : 0;
  const head = repeated > 0 ? repeated : headRows(rows, old.length > 0);
  const own = head > 0 && repeated === 0 ? namesOf(rows.slice(0, head)) : old;
  const said = rows.slice(head).map(({ cells }) => plainRow(own, cells));
  const caption = all.slice(0, above).flatMap(({ cells }) => cells.filter((cell) => cell !== ""));
  return {
    caption: caption.join(" "),
    rows: said.filter(({ text }) => text !== ""),
    names: own,
    lefts,
    page: lines[0]!.page,
  };
}

/** Rows of one cell above the others; over many columns such a cell may name some of them. */
function captionRows(rows: readonly PdfRow[]): number {
  if ((rows[0]?.cells.length ?? 0) >= fewestNamed) return 0;
  const first = rows.findIndex(({ cells }) => cells.filter((cell) => cell !== "").length > 1);
  return first <= 2 ? Math.max(0, first) : 0;
}

const goesOn = (before: PdfTableHead, lefts: readonly number[], size: number) =>
  before.lefts.length === lefts.length &&
  lefts.every((left, i) => Math.abs(left - before.lefts[i]!) <= alignment * 2 * size);
