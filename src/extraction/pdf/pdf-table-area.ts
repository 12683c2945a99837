import type { PdfLine } from "./pdf-line.ts";

export interface PdfColumn {
  readonly left: number;
  readonly right: number;
}

export interface PdfTableArea {
  readonly from: number;
  readonly to: number;
  readonly lines: readonly PdfLine[];
  readonly columns: readonly PdfColumn[];
}

const longestTable = 2_000;
/** Ems between rows, and between lines of one cell. */
const rowGap = 5;
const cellGap = 2.5;
/** Ems between baselines of lines side by side. */
const beside = 0.9;
/** Lines between two rows with several cells on one baseline. */
const tallestRow = 40;
/** Lines above the first such row that may be tops of taller cells. */
const tallestStart = 12;

/** Several cells on a baseline; not code, which has gaps too. */
const isTableRow = (line: PdfLine) => line.segments.length > 1 && !line.monospaced;

export function tableAreas(lines: readonly PdfLine[]): PdfTableArea[] {
  const areas: PdfTableArea[] = [];
  let done = 0;
  for (let i = 0; i < lines.length; ) {
    const area = isTableRow(lines[i]!) ? areaFrom(lines, i, done) : null;
    if (area !== null) areas.push(area);
    done = area === null ? done : area.to;
    i = area === null ? i + 1 : area.to;
  }
  return areas;
}

/** Null: a lone row. */
function areaFrom(lines: readonly PdfLine[], first: number, done: number): PdfTableArea | null {
  const rough = roughEnd(lines, first);
  const seeds = lines.slice(first, rough).filter(isTableRow);
  if (seeds.length < 2) return null;
  const columns = columnsOf(seeds);
  if (columns.length < 2) return null;
  const to = endOf(lines, { first, rough, columns });
  const from = startOf(lines, { first, done, columns });
  return { from, to, lines: lines.slice(from, to), columns };
}

/** Up to the first line that cannot belong to a table. */
function roughEnd(lines: readonly PdfLine[], first: number): number {
  const { column, page } = lines[first]!;
  let at = first + 1;
  let last = at;
  while (at < Math.min(lines.length, first + longestTable)) {
    const line = lines[at]!;
    const down = (line.y - lines[at - 1]!.y) / line.size;
    if (line.page !== page || line.column !== column || down <= 0 || down > (isTableRow(line) ? rowGap : cellGap))
      break;
    at++;
    if (isTableRow(line)) last = at;
    else if (at - last > tallestRow) break;
  }
  return at;
}

interface EdgeSearch {
  readonly first: number;
  readonly columns: readonly PdfColumn[];
}

/** Lines of one cell belong to it if they fit a column; in the first column, only while rows follow. */
function endOf(lines: readonly PdfLine[], { first, rough, columns }: EdgeSearch & { readonly rough: number }): number {
  let end = first + 1;
  for (let at = first + 1; at < rough; at++) {
    const line = lines[at]!;
    if (isTableRow(line)) end = at + 1;
    else {
      const place = placeOf(line, columns);
      if (place === -1) break;
      if (place > 0 || isBeside(line, lines[at - 1]!)) end = at + 1;
    }
  }
  return end;
}

function startOf(lines: readonly PdfLine[], { first, done, columns }: EdgeSearch & { readonly done: number }): number {
  let start = first;
  for (let at = first - 1; at >= Math.max(done, first - tallestStart); at--) {
    const line = lines[at]!;
    const below = lines[at + 1]!;
    const near = line.column === below.column && line.page === below.page && (below.y - line.y) / line.size <= 1.3;
    const place = placeOf(line, columns);
    if (!near || place === -1 || line.y >= below.y) break;
    if (place > 0 || isBeside(below, line)) start = at;
  }
  return start;
}

const isBeside = (line: PdfLine, above: PdfLine) => line.y - above.y < beside * line.size;

/** -1: wider than a column, or between two. */
function placeOf({ x, right, size }: PdfLine, columns: readonly PdfColumn[]): number {
  return columns.findIndex(({ left }, i) => {
    const next = columns[i + 1]?.left ?? Number.POSITIVE_INFINITY;
    const before = columns[i - 1]?.right ?? Number.NEGATIVE_INFINITY;
    return (
      x >= Math.min(left - size, Math.max(before + 0.3 * size, left - 4 * size)) &&
      x < next &&
      right <= next - 0.3 * size
    );
  });
}

/** Ems between columns, and between words of two cells. */
export const columnGap = 0.45;

/** Strips that few rows cross: cells may span columns in a tenth of the rows, or one of four. */
function columnsOf(rows: readonly PdfLine[]): PdfColumn[] {
  const gap = columnGap * rows[0]!.size;
  const crossing = Math.max(rows.length >= 4 ? 1 : 0, Math.floor(rows.length / 10));
  const changes = rows
    .flatMap(({ segments }) =>
      joined(
        segments.flatMap(({ runs }) => runs.map(({ x, right }) => ({ left: x, right }))),
        gap,
      ),
    )
    .flatMap(({ left, right }) => [
      { x: left, by: 1 },
      { x: right, by: -1 },
    ]);
  const columns: PdfColumn[] = [];
  let count = 0;
  let open = 0;
  for (const { x, by } of changes.sort((one, other) => one.x - other.x || one.by - other.by)) {
    if (by > 0 && count === crossing) open = x;
    count += by;
    if (by < 0 && count === crossing) columns.push({ left: open, right: x });
  }
  return joined(columns, gap);
}

function joined(extents: readonly PdfColumn[], gap: number): PdfColumn[] {
  const found: { readonly left: number; right: number }[] = [];
  for (const { left, right } of extents) {
    const last = found.at(-1);
    if (last !== undefined && left - last.right < gap) last.right = Math.max(last.right, right);
    else found.push({ left, right });
  }
  return found;
}
