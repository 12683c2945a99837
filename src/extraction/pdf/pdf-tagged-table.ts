/** Tables of tagged files. pdf.js tells neither empty cells nor spans, so cells of short rows find their columns by their place. */
import { mayNameColumns, TableGrid } from "../table-grid.ts";
import { looksLikeValue } from "../table-header.ts";
import { longestCell } from "../table-layout.ts";
import { isOfContents } from "./pdf-flow.ts";
import { lineText, type PdfLine } from "./pdf-line.ts";
import type { TaggedCell, TaggedPart, TaggedTable, TaggedUnit } from "./pdf-tags.ts";

const fewestItems = 3;

/** A table arranges text where a cell has a list in it, or where nothing names its columns and a cell has paragraphs. */
export function isLayout({ rows }: TaggedTable): boolean {
  const cells = rows.flat();
  const isNamed = cells.some(({ isHeader }) => isHeader);
  return cells.some(({ parts }) => {
    const items = parts.filter(({ kind }) => kind === "list_item").length;
    return items >= fewestItems || (!isNamed && parts.length > 1 && lengthOf(parts) > longestCell);
  });
}

const lengthOf = (parts: readonly TaggedPart[]) =>
  parts.reduce((sum, { lines }) => sum + lines.reduce((length, line) => length + lineText(line).length, 0), 0);

/**
 * What a row of such a table says: cells of a line beside text are its label, together with the text's first line; other
 * cells are read one by one.
 */
export function layoutRow(row: readonly TaggedCell[]): {
  readonly label: readonly PdfLine[];
  readonly parts: readonly TaggedPart[];
} {
  const isShort = ({ parts: [first, ...more] }: TaggedCell) => more.length === 0 && first?.lines.length === 1;
  const [text, ...others] = row.filter((cell) => !isShort(cell));
  const parts = row.flatMap((cell) => cell.parts);
  if (text === undefined || others.length > 0 || row.length === 1) return { label: [], parts };
  const [first] = text.parts;
  const isTitle = first?.kind === "paragraph" && first.lines.length === 1 && text.parts.length > 1;
  const label = row.flatMap((cell) => (cell === text && !isTitle ? [] : (cell.parts[0]?.lines ?? [])));
  return { label, parts: isTitle ? text.parts.slice(1) : text.parts };
}

/** A table of contents, of which most rows lead to a page by dots. */
export function isContents({ rows }: TaggedTable): boolean {
  const leading = rows.filter((row) => row.some(({ parts }) => isOfContents(parts.at(-1)!.lines.at(-1)!)));
  return leading.length * 2 > rows.length;
}

const fewestTabbed = 2;

/** Paragraphs of one line with gaps, one below another, are rows that were set with tabs. */
export function* withTabbedRows(units: Iterable<TaggedUnit>): Generator<TaggedUnit> {
  let run: TaggedPart[] = [];
  const joined = (): readonly TaggedPart[] =>
    run.length < fewestTabbed ? run : [{ kind: "loose", level: 0, lines: run.flatMap(({ lines }) => lines) }];
  for (const unit of units) {
    if (isTabbed(unit)) run.push(unit);
    else {
      yield* joined();
      run = [];
      yield unit;
    }
  }
  yield* joined();
}

function isTabbed(unit: TaggedUnit): unit is TaggedPart {
  if (!("kind" in unit) || unit.kind !== "paragraph") return false;
  const [line, ...others] = unit.lines;
  return line !== undefined && others.length === 0 && line.segments.length > 1 && !line.monospaced;
}

interface Extent {
  readonly left: number;
  readonly right: number;
}

interface NamedCell {
  readonly text: string;
  readonly isHeader: boolean;
  readonly columns: number;
}

/** The first row of a table that names its columns, for the rest of the table on the next page. */
export interface TaggedHead {
  readonly cells: readonly NamedCell[];
  readonly width: number;
}

/** @param before of the table that this one may go on with @param textOf joins the lines of a part */
export function readTagged(
  { rows }: TaggedTable,
  before: TaggedHead | null,
  textOf: (lines: readonly PdfLine[]) => string,
): { readonly grid: TableGrid; readonly head: TaggedHead | null } {
  const columns = columnsOf(rows);
  const own = withoutFalseHead(rows.map((row) => namedCells(row, columns, textOf)));
  const goesOn = before?.width === columns.length && !isTaggedHead(own[0]!);
  const all = goesOn ? [before.cells, ...own] : own;
  const head = goesOn || isHead(all) ? { cells: all[0]!, width: columns.length } : null;
  const grid = new TableGrid();
  for (const [i, row] of all.entries()) {
    grid.openRow(i === 0 && head !== null);
    for (const { text, isHeader, columns: covered } of row) grid.addCell(text, { header: isHeader, columns: covered });
  }
  return { grid, head };
}

/** Word tags the first row as names, even of a table without any: then a value is the same as the one below. */
function withoutFalseHead(rows: readonly (readonly NamedCell[])[]): readonly (readonly NamedCell[])[] {
  const [first = [], second = [], ...others] = rows;
  const isFalse = first.some(({ text }, i) => looksLikeValue(text) && text === second[i]?.text);
  return isFalse ? [first.map((cell) => ({ ...cell, isHeader: false })), second, ...others] : rows;
}

const isTaggedHead = (row: readonly NamedCell[]) => row.length > 1 && row.every(({ isHeader }) => isHeader);

function isHead([first, second]: readonly (readonly NamedCell[])[]): boolean {
  const texts = (row: readonly NamedCell[]) => row.map(({ text }) => text);
  return isTaggedHead(first!) || (second !== undefined && mayNameColumns(texts(first!), texts(second)));
}

function namedCells(
  row: readonly TaggedCell[],
  columns: readonly Extent[],
  textOf: (lines: readonly PdfLine[]) => string,
): NamedCell[] {
  const cells: NamedCell[] = [];
  let next = 0;
  for (const { cell, from, to } of placed(row, columns)) {
    for (; next < from; next++) cells.push({ text: "", isHeader: false, columns: 1 });
    const text = cell.parts.map(({ lines }) => textOf(lines)).join(" ");
    cells.push({ text, isHeader: cell.isHeader && !text.endsWith(":"), columns: to - from + 1 });
    next = to + 1;
  }
  return cells;
}

function extentOf({ parts }: TaggedCell): Extent {
  const lines = parts.flatMap((part) => part.lines);
  return {
    left: lines.reduce((edge, { x }) => Math.min(edge, x), Number.POSITIVE_INFINITY),
    right: lines.reduce((edge, { right }) => Math.max(edge, right), Number.NEGATIVE_INFINITY),
  };
}

function columnsOf(rows: TaggedTable["rows"]): Extent[] {
  const width = rows.reduce((most, { length }) => Math.max(most, length), 0);
  const full = rows.filter(({ length }) => length === width).map((row) => row.map(extentOf));
  return Array.from({ length: width }, (_, column) => ({
    left: full.reduce((edge, row) => Math.min(edge, row[column]!.left), Number.POSITIVE_INFINITY),
    right: full.reduce((edge, row) => Math.max(edge, row[column]!.right), Number.NEGATIVE_INFINITY),
  }));
}

function placed(row: readonly TaggedCell[], columns: readonly Extent[]) {
  if (row.length === columns.length) return row.map((cell, at) => ({ cell, from: at, to: at }));
  let next = 0;
  return row.map((cell, i) => {
    const last = columns.length - (row.length - i);
    const own = extentOf(cell);
    const from = nearest(own, columns, next, last);
    let to = from;
    while (to < last && covers(own, columns[to + 1]!)) to++;
    next = to + 1;
    return { cell, from, to };
  });
}

/** Of the columns from one to another, the first that the cell overlaps, or else the nearest. */
function nearest({ left, right }: Extent, columns: readonly Extent[], first: number, last: number): number {
  let best = first;
  let least = Number.POSITIVE_INFINITY;
  for (let at = first; at <= last; at++) {
    const column = columns[at]!;
    const apart = Math.max(0, column.left - right, left - column.right);
    if (apart < least) [best, least] = [at, apart];
  }
  return best;
}

/** By half of the column. */
const covers = (own: Extent, column: Extent) =>
  Math.min(own.right, column.right) - Math.max(own.left, column.left) > (column.right - column.left) / 2;
