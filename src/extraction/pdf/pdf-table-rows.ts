import { joinLines } from "./pdf-flow.ts";
import { type PdfLine, type PdfRun, type PdfSegment, segmentOf } from "./pdf-line.ts";
import { columnGap, type PdfColumn } from "./pdf-table-area.ts";

export interface PdfRow {
  readonly cells: readonly string[];
  /** Of each cell; of an empty one, its column's. */
  readonly middles: readonly number[];
  readonly font: string;
}

interface ColumnSegment {
  readonly segment: PdfSegment;
  readonly column: number;
}

interface PdfCell {
  readonly column: number;
  readonly pieces: ColumnSegment[];
}

const nextLine = 1.7;

/** Of rows that stand as close as lines, the order tells which lines are one cell, if cells are drawn one by one. */
export function rowsOf(lines: readonly PdfLine[], columns: readonly PdfColumn[], words: ReadonlySet<string>): PdfRow[] {
  const byLine = lines.map((line) => piecesOf(line, columns));
  const apart = rowsApart(byLine);
  const cells = drawnCells(byLine.flat());
  const isDrawnByRow = apart === null && areDrawnByRow(cells, columns.length);
  const groups = isDrawnByRow ? rowsOfCells(cells) : rowsOfLines(byLine, apart);
  return groups.map((pieces) => rowOf(pieces, columns, words));
}

/** Splits segments of nearly joined cells where a column begins. */
function piecesOf({ segments }: PdfLine, columns: readonly PdfColumn[]): ColumnSegment[] {
  return segments
    .flatMap((segment) => partedAt(segment, columns))
    .map((segment) => ({ segment, column: columnOf(segment, columns) }));
}

function partedAt(segment: PdfSegment, columns: readonly PdfColumn[]): PdfSegment[] {
  const { runs, size } = segment;
  const parts: PdfRun[][] = [];
  let right = Number.NEGATIVE_INFINITY;
  for (const run of runs) {
    const begins = columns.some(({ left }) => left > right - 0.3 * size && left <= (run.x + run.right) / 2);
    const isNext = parts.length === 0 || (run.x - right >= columnGap * size && begins && isLater(run, right, columns));
    if (isNext) parts.push([run]);
    else parts.at(-1)!.push(run);
    right = Math.max(right, run.right);
  }
  return parts.length === 1 ? [segment] : parts.map(segmentOf);
}

function isLater(run: PdfRun, right: number, columns: readonly PdfColumn[]): boolean {
  const ended = columns.findLastIndex(({ left }) => left < right);
  return columns.findLastIndex(({ left }) => left <= (run.x + run.right) / 2) > ended;
}

/** The first column that it overlaps, else the nearest. */
function columnOf({ x, right, size }: PdfSegment, columns: readonly PdfColumn[]): number {
  const within = columns.findIndex((column) => Math.min(right, column.right) - Math.max(x, column.left) > 0.3 * size);
  if (within !== -1) return within;
  const away = columns.map((column) => Math.max(column.left - right, x - column.right));
  return away.indexOf(Math.min(...away));
}

function drawnCells(pieces: readonly ColumnSegment[]): PdfCell[] {
  const cells: PdfCell[] = [];
  for (const piece of [...pieces].sort((one, other) => one.segment.order - other.segment.order)) {
    const open = cells.at(-1);
    const last = open?.pieces.at(-1)?.segment;
    const down = last === undefined ? 0 : (piece.segment.y - last.y) / piece.segment.size;
    if (open !== undefined && open.column === piece.column && down >= 0 && down <= nextLine) open.pieces.push(piece);
    else cells.push({ column: piece.column, pieces: [piece] });
  }
  return cells;
}

/** False: drawn by column, or line by line across cells. */
function areDrawnByRow(cells: readonly PdfCell[], columns: number): boolean {
  const turns = cells.filter((cell, i) => i > 0 && cell.column !== cells[i - 1]!.column).length;
  return cells.some(({ pieces }) => pieces.length > 1) && turns > columns;
}

/** Cells of the fullest column begin rows; others join the row beside them. */
function rowsOfCells(cells: readonly PdfCell[]): ColumnSegment[][] {
  const counts = new Map<number, number>();
  for (const { column } of cells) counts.set(column, (counts.get(column) ?? 0) + 1);
  const most = Math.max(...counts.values());
  const key = Math.min(...[...counts].filter(([, count]) => count === most).map(([column]) => column));
  const rows = cells
    .filter(({ column }) => column === key)
    .map((cell) => ({ ...extent(cell), pieces: [...cell.pieces] }));
  for (const cell of cells.filter(({ column }) => column !== key)) {
    const { top, bottom } = extent(cell);
    const beside = rows.find((row) => Math.min(row.bottom, bottom) - Math.max(row.top, top) > 0);
    if (beside === undefined) rows.push({ top, bottom, pieces: [...cell.pieces] });
    else {
      beside.pieces.push(...cell.pieces);
      Object.assign(beside, { top: Math.min(beside.top, top), bottom: Math.max(beside.bottom, bottom) });
    }
  }
  return rows.sort((one, other) => one.top - other.top).map(({ pieces }) => pieces);
}

function extent({ pieces }: PdfCell): { top: number; bottom: number } {
  const first = pieces[0]!.segment;
  return { top: first.y - 0.7 * first.size, bottom: pieces.at(-1)!.segment.y + 0.1 * first.size };
}

type LinePieces = readonly ColumnSegment[];

/** Where cells have several lines, rows stand further apart than lines; else a line without a first cell is of the row above. */
function rowsOfLines(lines: readonly LinePieces[], apart: number | null): ColumnSegment[][] {
  const rows: ColumnSegment[][] = [];
  for (const [i, pieces] of lines.entries()) {
    const begins = apart === null ? pieces[0]!.column === 0 : emsBelow(lines[i - 1], pieces) > apart;
    if (begins || rows.length === 0) rows.push([...pieces]);
    else rows.at(-1)!.push(...pieces);
  }
  return rows;
}

function emsBelow(above: LinePieces | undefined, pieces: LinePieces): number {
  const { y, size } = pieces[0]!.segment;
  return above === undefined ? 0 : (y - above[0]!.segment.y) / size;
}

/** Ems between the lines of a cell. */
const lineDistance = { least: 1, most: 1.6 } as const;
const rowDistance = 1.25;

const goesOn = (pieces: LinePieces) => pieces.every(({ segment }) => /^\p{Ll}/u.test(segment.text));

/** Ems between lines above which a row begins. Null: rows stand as close as lines, or only groups of rows stand apart. */
function rowsApart(lines: readonly LinePieces[]): number | null {
  const distances = lines.slice(1).map((pieces, i) => emsBelow(lines[i], pieces));
  const sorted = distances.filter((one) => one >= lineDistance.least).sort((one, other) => one - other);
  const last = sorted.findIndex((one, i) => sorted[i + 1]! >= rowDistance * one);
  if (last === -1 || sorted[last]! > lineDistance.most) return null;
  const apart = (sorted[last]! + sorted[last + 1]!) / 2;
  // The cells of a row end one after the other, and those of a group of rows do not.
  let first = lines[0]!;
  let [within, ended] = [0, 0];
  for (const [i, pieces] of lines.slice(1).entries()) {
    if (distances[i]! > apart) first = pieces;
    else {
      within++;
      if (pieces.length < first.length || goesOn(pieces)) ended++;
    }
  }
  return ended * 2 >= within ? apart : null;
}

function rowOf(pieces: readonly ColumnSegment[], columns: readonly PdfColumn[], words: ReadonlySet<string>): PdfRow {
  const parts = columns.map((): string[] => []);
  const middles = columns.map(({ left, right }) => (left + right) / 2);
  for (const { segment, column } of [...pieces].sort((one, other) => one.segment.y - other.segment.y)) {
    parts[column]!.push(segment.text);
    middles[column] = (segment.x + segment.right) / 2;
  }
  const cells = parts.map((some) => joinLines(some, words).text.trim());
  const longest = pieces.reduce((best, piece) => (piece.segment.text.length > best.segment.text.length ? piece : best));
  // A bullet in a cell of its own marks the next cell.
  return { cells: cells.map((cell) => (/^[•◦▪■●]$/u.test(cell) ? "" : cell)), middles, font: longest.segment.font };
}
