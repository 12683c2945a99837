import { bodySize, lineOf, type PdfLine, type PdfRun, type PdfSegment, segmentsOf } from "./pdf-line.ts";

interface RunRow {
  readonly y: number;
  readonly runs: PdfRun[];
}

/** A strip between two columns that no run of its rows crosses. */
interface Gutter {
  readonly edge: number;
  readonly from: number;
  readonly to: number;
}

/** Ems. Spaces of justified lines are rarely as wide, and never in one strip. */
const narrowest = 0.55;
/** Ems; nearer rows continue the text above. */
const nextLine = 1.4;
const mostEdges = 12;
/** Pages with more nested regions are drawings. */
const deepest = 10;

/** Rows of a column; fewer are a table or a figure. */
const fewestRows = { drawnInTurn: 4, mixed: 6 } as const;
/** Mean letters of a row; cells of tables have fewer. */
const leastText = { drawnInTurn: 10, mixed: 16 } as const;
const rowsApart = 1.8;

/** Text above a gutter, its columns one by one, then text below. */
export function readingOrder(runs: readonly PdfRun[], page: number): PdfLine[] {
  return regionsOf(runs, bodySize(runs), 0).flatMap((region) => linesOf(region, page));
}

/** The same regions, in the order of their runs: it follows columns that become narrower beside a figure. */
export function readingOrderByRuns(runs: readonly PdfRun[], page: number): PdfLine[] {
  const regions = regionsOf(runs, bodySize(runs), 0).map((region) => ({ region, order: middleOrder(region) }));
  return regions.sort((one, other) => one.order - other.order).flatMap(({ region }) => linesOf(region, page));
}

function middleOrder(runs: readonly PdfRun[]): number {
  const orders = runs.map(({ order }) => order).sort((one, other) => one - other);
  return orders[orders.length >> 1] ?? 0;
}

function regionsOf(runs: readonly PdfRun[], size: number, depth: number): (readonly PdfRun[])[] {
  if (runs.length === 0) return [];
  const rows = rowsOf(runs);
  const gutter = depth < deepest ? widestGutter(rows, size) : null;
  if (gutter === null) return [runs];
  const { edge, from, to } = gutter;
  const columns = rows.slice(from, to).flatMap((row) => row.runs);
  const parts = [
    rows.slice(0, from).flatMap((row) => row.runs),
    columns.filter((run) => run.x < edge),
    columns.filter((run) => run.x >= edge),
    rows.slice(to).flatMap((row) => row.runs),
  ];
  return parts.flatMap((part) => regionsOf(part, size, depth + 1));
}

function rowsOf(runs: readonly PdfRun[]): RunRow[] {
  const rows: RunRow[] = [];
  for (const run of [...runs].sort((one, other) => one.y - other.y)) {
    const row = rows.at(-1);
    if (row !== undefined && run.y - row.y <= 0.25 * run.size) row.runs.push(run);
    else rows.push({ y: run.y, runs: [run] });
  }
  for (const row of rows) row.runs.sort((one, other) => one.x - other.x);
  return rows;
}

function widestGutter(rows: readonly RunRow[], size: number): Gutter | null {
  let best: Gutter | null = null;
  for (const edge of edgesOf(rows, size)) {
    for (const gutter of guttersAt(edge - 0.3, rows, size)) {
      const longer = best === null || gutter.to - gutter.from > best.to - best.from;
      if (longer && partsColumns(gutter, rows)) best = gutter;
    }
  }
  return best;
}

/** Where text begins after a gap, in many rows. */
function edgesOf(rows: readonly RunRow[], size: number): number[] {
  const counts = new Map<number, number>();
  const left = rows.reduce((edge, { runs }) => Math.min(edge, runs[0]!.x), Number.POSITIVE_INFINITY);
  for (const { runs } of rows) {
    let right = Number.NEGATIVE_INFINITY;
    for (const run of runs) {
      if (run.x - right >= narrowest * size && run.x - left > 3 * size)
        counts.set(Math.round(run.x), (counts.get(Math.round(run.x)) ?? 0) + 1);
      right = Math.max(right, run.right);
    }
  }
  return [...counts]
    .filter(([, count]) => count >= fewestRows.drawnInTurn)
    .sort((one, other) => other[1] - one[1])
    .slice(0, mostEdges)
    .map(([edge]) => edge - 0.5);
}

/** Consecutive rows that leave the strip free. */
function guttersAt(edge: number, rows: readonly RunRow[], size: number): Gutter[] {
  const found: Gutter[] = [];
  let from = 0;
  for (let i = 0; i <= rows.length; i++) {
    const crosses = rows[i]?.runs.some((run) => run.x < edge && run.right > edge - narrowest * size) ?? true;
    if (!crosses) continue;
    if (i - from >= fewestRows.drawnInTurn) found.push(...trimmed({ edge, from, to: i }, rows));
    from = i + 1;
  }
  return found;
}

/** Drops rows of one column at the top unless they are near ones of the right, and at the bottom unless near or drawn with it. */
function trimmed({ edge, from, to }: Gutter, rows: readonly RunRow[]): Gutter[] {
  const isLeft = (row: RunRow) => row.runs[0]!.x < edge;
  const isRight = (row: RunRow) => row.runs.at(-1)!.x >= edge;
  const within = rows.slice(from, to);
  const lastRight = within.findLastIndex(isRight);
  const firstBoth = Math.max(within.findIndex(isLeft), within.findIndex(isRight));
  if (lastRight === -1 || !within.some(isLeft)) return [];
  const firstDrawnRight = Math.min(
    ...within.flatMap(({ runs }) => runs.filter((run) => run.x >= edge).map((run) => run.order)),
  );
  let start = Math.max(0, firstBoth);
  while (start > 0 && !isLeft(within[start - 1]!) && isNear(within[start - 1]!, within[start]!)) start--;
  let end = lastRight + 1;
  while (end < within.length) {
    const [row, above] = [within[end]!, within[end - 1]!];
    if (!isNear(above, row) && row.runs.some((run) => run.order > firstDrawnRight)) break;
    end++;
  }
  return [{ edge, from: from + start, to: from + end }];
}

const isNear = (above: RunRow, row: RunRow) => row.y - above.y <= nextLine * row.runs[0]!.size;

/** Columns drawn in turn need little text, lines drawn across more; sides drawn alternately are cells. */
function partsColumns({ edge, from, to }: Gutter, rows: readonly RunRow[]): boolean {
  const within = rows.slice(from, to);
  const left = sideOf(within.map(({ runs }) => runs.filter((run) => run.x < edge)));
  const right = sideOf(within.map(({ runs }) => runs.filter((run) => run.x >= edge)));
  const drawn = within.flatMap(({ runs }) => runs).sort((one, other) => one.order - other.order);
  const turns = drawn.filter((run, i) => i > 0 && run.x < edge !== drawn[i - 1]!.x < edge).length;
  const rowsOfBoth = Math.min(left.rows, right.rows);
  const text = Math.min(left.text, right.text);
  if (turns > 2 + rowsOfBoth / 6 && turns < rowsOfBoth) return false;
  if (turns < rowsOfBoth) return rowsOfBoth >= fewestRows.drawnInTurn && text >= leastText.drawnInTurn;
  const isText = rowsOfBoth >= fewestRows.mixed && text >= leastText.mixed && Math.min(left.fill, right.fill) >= 0.6;
  return isText && !areApart(within);
}

/** Rows of a table may stand further apart, in ems, than lines of text. */
function areApart(rows: readonly RunRow[]): boolean {
  const apart = rows.slice(1).filter((row, i) => row.y - rows[i]!.y > rowsApart * row.runs[0]!.size);
  return apart.length * 2 >= rows.length;
}

/** Rows, mean letters of a row, and the mean share of the width that is filled. */
function sideOf(rows: readonly (readonly PdfRun[])[]): { rows: number; text: number; fill: number } {
  const filled = rows.filter((runs) => runs.length > 0);
  const left = Math.min(...filled.map((runs) => runs[0]!.x));
  const right = Math.max(...filled.map((runs) => runs.at(-1)!.right));
  const sum = (measure: (runs: readonly PdfRun[]) => number) => filled.reduce((all, runs) => all + measure(runs), 0);
  const text = sum((runs) => runs.reduce((count, run) => count + lettersOf(run.text), 0)) / filled.length;
  const width = sum((runs) => runs.at(-1)!.right - runs[0]!.x) / filled.length;
  return { rows: filled.length, text, fill: width / Math.max(1, right - left) };
}

const lettersOf = (text: string) => text.length - (text.match(/[^\p{L}]/gu)?.length ?? 0);

function linesOf(runs: readonly PdfRun[], page: number): PdfLine[] {
  const column = {
    left: runs.reduce((edge, run) => Math.min(edge, run.x), Number.POSITIVE_INFINITY),
    right: runs.reduce((edge, run) => Math.max(edge, run.right), 0),
  };
  const found: PdfSegment[][] = [];
  for (const segment of segmentsOf(runs).sort((one, other) => one.y - other.y || one.x - other.x)) {
    const last = found.at(-1)?.[0];
    if (last !== undefined && segment.y - last.y <= 0.3 * Math.max(last.size, segment.size))
      found.at(-1)!.push(segment);
    else found.push([segment]);
  }
  return found.map((row) =>
    lineOf(
      row.sort((one, other) => one.x - other.x),
      page,
      column,
    ),
  );
}
