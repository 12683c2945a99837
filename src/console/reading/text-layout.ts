/** Divides a source's text into stretches that the browser can skip, and these into the blocks of its outline, pages and marks. */
import type { Chunk } from "../../api/shapes.ts";

export interface TextRun {
  readonly text: string;
  readonly isMarked: boolean;
  readonly isPassage: boolean;
}

/** A block of the outline; one that is cut by the end of a stretch comes in two pieces. */
export interface TextPiece {
  readonly kind: Chunk["blocks"][number]["kind"];
  readonly level: number;
  readonly isBulleted: boolean;
  readonly runs: readonly TextRun[];
}

export type Piece = TextPiece | { readonly kind: "page"; readonly page: number };

export interface Stretch {
  readonly pieces: readonly Piece[];
  /** UTF-16 units, to estimate the height. */
  readonly length: number;
}

export interface LayoutOptions {
  /** Code points, half-open; null: mark nothing. */
  readonly mark: readonly [number, number] | null;
  readonly chunks: readonly Chunk[];
  /** Whether every other passage is tinted, to show how the text was divided. */
  readonly showPassages: boolean;
}

/** Least UTF-16 units of a stretch. It ends at a line break. */
const stretchLength = 3000;

/** Half-open, in UTF-16 units. */
interface Placed {
  readonly start: number;
  readonly end: number;
}

type PlacedBlock = Chunk["blocks"][number];

export function layOut(content: string, options: LayoutOptions): readonly Stretch[] {
  const stretches: Stretch[] = [];
  let segments: Segment[] = [];
  let from = 0;
  for (const segment of segmentsOf(content, options)) {
    const { end } = segment;
    segments.push(segment);
    if ((end - from < stretchLength || content[end - 1] !== "\n") && end < content.length) continue;
    stretches.push({ pieces: piecesOf(content, segments), length: end - from });
    [segments, from] = [[], end];
  }
  return stretches;
}

const plain: Omit<PlacedBlock, "end"> = { kind: "paragraph", level: 0, start: 0 };

function piecesOf(content: string, segments: readonly Segment[]): readonly Piece[] {
  const pieces: Piece[] = [];
  let runs: TextRun[] | null = null;
  for (const [i, { start, end, page, block, ...marks }] of segments.entries()) {
    const text = content.slice(start, end);
    if (page !== null) pieces.push({ kind: "page", page });
    if (page !== null || segments[i - 1]?.block !== block) runs = null;
    // What stands between blocks is only space, where the outline is known.
    if (runs === null && (block !== null || text.trim() !== "")) {
      runs = [];
      const { kind, level, bullet, start: begun } = block ?? plain;
      pieces.push({ kind, level, isBulleted: bullet === true && start === begun, runs });
    }
    runs?.push({ text, ...marks });
  }
  return pieces;
}

/** A part of the text that is all the same. */
interface Segment extends Placed, Pick<TextRun, "isMarked" | "isPassage"> {
  /** That begins with it. */
  readonly page: number | null;
  readonly block: PlacedBlock | null;
}

function* segmentsOf(content: string, { mark, chunks, showPassages }: LayoutOptions): Generator<Segment> {
  const place = placer(content, mark, chunks);
  const marked = mark === null ? [] : [place({ start: mark[0], end: mark[1] })];
  const passages = showPassages ? chunks.map(place) : [];
  const blocks = chunks.flatMap((chunk) => chunk.blocks.map((block): PlacedBlock => ({ ...block, ...place(block) })));
  const pageAt = new Map(pagesOf(chunks).map(({ page, start }) => [place({ start, end: start }).start, page]));
  const borders = [marked, blocks, passages].flat().flatMap(({ start, end }) => [start, end]);
  const ends = new Set([...borders, ...pageAt.keys(), ...lineEnds(content), content.length]);
  const [blockAt, passageAt, markAt] = [finder(blocks), finder(passages), finder(marked)];
  let start = 0;
  for (const end of [...ends].filter((at) => at > 0).sort((a, b) => a - b)) {
    const marks = { isMarked: markAt(start) === 0, isPassage: passageAt(start) % 2 === 1 };
    yield { start, end, page: pageAt.get(start) ?? null, block: blocks[blockAt(start)] ?? null, ...marks };
    start = end;
  }
}

/** Code points as UTF-16 units, for the points that are needed. */
function placer(content: string, mark: LayoutOptions["mark"], chunks: readonly Chunk[]) {
  const spans = chunks.flatMap((chunk) => [chunk, ...chunk.blocks]);
  const points = [...new Set([...(mark ?? []), ...spans.flatMap(({ start, end }) => [start, end])])];
  points.sort((a, b) => a - b);
  const units = new Map(unitsAt(content, points).map((unit, i) => [points[i]!, unit]));
  return ({ start, end }: Placed): Placed => ({ start: units.get(start) ?? 0, end: units.get(end) ?? 0 });
}

/** The pages, where the first passage of each begins, in code points. */
function pagesOf(chunks: readonly Chunk[]): readonly { readonly start: number; readonly page: number }[] {
  return chunks.flatMap(({ start, page }, i) =>
    page !== null && page !== chunks[i - 1]?.page ? [{ start, page }] : [],
  );
}

/** Line ends, about one stretch apart. */
function lineEnds(content: string): readonly number[] {
  const ends: number[] = [];
  for (let at = stretchLength; at < content.length; at += stretchLength) {
    const end = content.indexOf("\n", at);
    if (end === -1) break;
    ends.push(end + 1);
    at = end;
  }
  return ends;
}

/** The number of the span that a position is in; -1 for none. Spans and positions ascend. */
function finder(spans: readonly Placed[]): (at: number) => number {
  let i = 0;
  return (at) => {
    while (i + 1 < spans.length && spans[i + 1]!.start <= at) i += 1;
    const span = spans[i];
    return span !== undefined && at >= span.start && at < span.end ? i : -1;
  };
}

/** The API counts Unicode code points; JavaScript's strings count UTF-16 units. */

/** @param points code points, ascending; beyond the end they become the end. @returns UTF-16 offsets in that order */
export function unitsAt(text: string, points: readonly number[]): readonly number[] {
  const units: number[] = [];
  let [point, unit] = [0, 0];
  for (const wanted of points) {
    while (point < wanted && unit < text.length) {
      unit += isPair(text, unit) ? 2 : 1;
      point += 1;
    }
    units.push(unit);
  }
  return units;
}

function isPair(text: string, at: number): boolean {
  const [high, low] = [text.charCodeAt(at), text.charCodeAt(at + 1)];
  return high >= 0xd800 && high <= 0xdbff && low >= 0xdc00 && low <= 0xdfff;
}
