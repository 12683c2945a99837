import { lineOf, type PdfLine, type PdfSegment } from "./pdf-line.ts";

/** Fewest lines either side of a gutter; fewer are a table or a figure. */
const fewestLines = 6;
/** Lines of a text column fill it; cells of a table do not. The median line must fill this share. */
const leastFill = 0.45;
/** The greatest number of lines across the gutter (titles, wide figures), for each line next to it. */
const mostCrossing = 0.35;
/** Two gutters make three columns; pages with more are tables. */
const deepest = 3;

/** The segments of a page as lines in reading order: column by column, between lines that extend across all columns. */
export function readingOrder(segments: readonly PdfSegment[], page: number, depth = 0): PdfLine[] {
  const gutter = depth >= deepest ? null : findGutter(segments);
  if (gutter === null) return rows(segments, page);
  const lines: PdfLine[] = [];
  let band: PdfSegment[] = [];
  const endBand = () => {
    lines.push(
      ...readingOrder(
        band.filter((segment) => segment.right <= gutter),
        page,
        depth + 1,
      ),
    );
    lines.push(
      ...readingOrder(
        band.filter((segment) => segment.right > gutter),
        page,
        depth + 1,
      ),
    );
    band = [];
  };
  for (const segment of byPosition(segments)) {
    if (segment.x < gutter && segment.right > gutter) {
      endBand();
      lines.push(...rows([segment], page));
    } else band.push(segment);
  }
  endBand();
  return lines;
}

const byPosition = (segments: readonly PdfSegment[]) =>
  [...segments].sort((one, other) => one.y - other.y || one.x - other.x);

/** Segments of one baseline are one line. */
function rows(segments: readonly PdfSegment[], page: number): PdfLine[] {
  const column = extent(segments);
  const found: PdfSegment[][] = [];
  for (const segment of byPosition(segments)) {
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

function extent(segments: readonly PdfSegment[]): { readonly left: number; readonly right: number } {
  return {
    left: segments.reduce((edge, segment) => Math.min(edge, segment.x), Number.POSITIVE_INFINITY),
    right: segments.reduce((edge, segment) => Math.max(edge, segment.right), 0),
  };
}

/** The position in the middle half of the text that the fewest lines cross; null if the text has no columns. */
function findGutter(segments: readonly PdfSegment[]): number | null {
  const { left, right } = extent(segments);
  let best: { x: number; crossing: number } | null = null;
  for (let step = 25; step <= 75; step++) {
    const x = left + ((right - left) * step) / 100;
    const crossing = segments.filter((segment) => segment.x < x && segment.right > x).length;
    if (best === null || crossing < best.crossing) best = { x, crossing };
  }
  if (best === null) return null;
  const { x, crossing } = best;
  const before = segments.filter((segment) => segment.right <= x);
  const after = segments.filter((segment) => segment.x >= x);
  if (Math.min(before.length, after.length) < fewestLines) return null;
  if (crossing > mostCrossing * (before.length + after.length)) return null;
  return fill(before) >= leastFill && fill(after) >= leastFill ? x : null;
}

/** The share of its column that the median line fills. */
function fill(segments: readonly PdfSegment[]): number {
  const { left, right } = extent(segments);
  const widths = segments.map((segment) => segment.right - segment.x).sort((one, other) => one - other);
  return (widths[Math.floor(widths.length / 2)] ?? 0) / (right - left);
}
