import { plainRow, type TableRow } from "../table-row.ts";
import type { PdfTableArea } from "./pdf-table-area.ts";
import { headRows, namesOf, repeatedHead } from "./pdf-table-head.ts";
import { rowsOf } from "./pdf-table-rows.ts";

/** What a table says of itself to its continuation on the next page. */
export interface PdfTableHead {
  /** The names of its columns; empty if it has none. */
  readonly names: readonly string[];
  /** Where its columns begin. */
  readonly lefts: readonly number[];
  readonly page: number;
}

export interface PdfTable extends PdfTableHead {
  readonly rows: readonly TableRow[];
}

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
  const own = head > 0 && repeated === 0 ? namesOf(rows.slice(0, head)) : old;
  const said = rows.slice(head).map(({ cells }) => plainRow(own, cells));
  return { rows: said.filter(({ text }) => text !== ""), names: own, lefts, page: lines[0]!.page };
}

const goesOn = (before: PdfTableHead, lefts: readonly number[], size: number) =>
  before.lefts.length === lefts.length &&
  lefts.every((left, i) => Math.abs(left - before.lefts[i]!) <= alignment * 2 * size);
