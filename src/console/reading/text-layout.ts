/** Divides a source's text into stretches that the browser can skip, and these into the blocks of its outline, pages and marks. */
import type { PassageObject } from "../../api/shapes.ts";

export type InlineStyle = "code" | "link" | "strong" | "emphasis" | "done" | "open" | "bullet" | "hidden";

/** Half-open, in UTF-16 units of the content; ascending. */
export interface StyledSpan {
  readonly start: number;
  readonly end: number;
  readonly style: InlineStyle;
}

/** Half-open, in code points of a source's content. */
export type TextMark = readonly [start: number, end: number];

export interface TextRun {
  readonly text: string;
  readonly isMarked: boolean;
  readonly isPassage: boolean;
  readonly style: InlineStyle | null;
}

export interface CellRuns {
  readonly column: number;
  readonly name: string | null;
  readonly runs: readonly TextRun[];
}

/** A block of the outline; one that is cut by the end of a stretch comes in two pieces. */
export interface TextPiece {
  readonly kind: PassageObject["blocks"][number]["kind"];
  readonly level: number;
  readonly isBulleted: boolean;
  readonly said: { readonly speaker: string; readonly at: string | null } | null;
  readonly runs: readonly TextRun[];
  /** Of a table row whose cells are known. They hold its runs, without the names of columns and the signs between. */
  readonly cells: readonly CellRuns[];
}

export type LayoutPiece = TextPiece | { readonly kind: "page"; readonly page: number };

export interface Stretch {
  readonly pieces: readonly LayoutPiece[];
  /** UTF-16 units, to estimate the height. */
  readonly length: number;
}

export interface LayoutOptions {
  readonly marks: readonly TextMark[];
  readonly chunks: readonly PassageObject[];
  readonly showPassages: boolean;
  readonly styles?: readonly StyledSpan[];
}

/** Least UTF-16 units of a stretch. It ends at a line break. */
const stretchLength = 3000;

/** Half-open, in UTF-16 units. */
interface Placed {
  readonly start: number;
  readonly end: number;
}

type PlacedBlock = PassageObject["blocks"][number];
type PlacedCell = NonNullable<PlacedBlock["cells"]>[number];

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

function piecesOf(content: string, segments: readonly Segment[]): readonly LayoutPiece[] {
  const pieces: LayoutPiece[] = [];
  let piece: OpenPiece | null = null;
  for (const [i, { start, end, page, block, cell, ...marks }] of segments.entries()) {
    const text = content.slice(start, end);
    if (page !== null) pieces.push({ kind: "page", page });
    if (page !== null || segments[i - 1]?.block !== block) piece = null;
    // What stands between blocks is only space, where the outline is known.
    if (piece === null && (block !== null || text.trim() !== "")) {
      piece = openPiece(block ?? plain, start);
      pieces.push(piece);
    }
    runsOf(piece, cell)?.push({ text, ...marks });
  }
  return pieces;
}

interface OpenPiece extends TextPiece {
  readonly runs: TextRun[];
  readonly cells: (CellRuns & { readonly runs: TextRun[] })[];
}

const runsOf = (piece: OpenPiece | null, cell: PlacedCell | null) =>
  piece?.cells.find(({ column }) => column === cell?.column)?.runs ?? piece?.runs;

function openPiece(
  { kind, level, bullet, cells = [], speaker, said_at, start }: Omit<PlacedBlock, "end">,
  at: number,
): OpenPiece {
  return {
    kind,
    level,
    isBulleted: bullet === true && start === at,
    said: speaker === undefined ? null : { speaker, at: said_at ?? null },
    runs: [],
    cells: cells.map(({ column, name }) => ({ column, name, runs: [] })),
  };
}

interface Segment extends Placed, Pick<TextRun, "isMarked" | "isPassage" | "style"> {
  readonly page: number | null;
  readonly block: PlacedBlock | null;
  readonly cell: PlacedCell | null;
}

function* segmentsOf(content: string, { marks, chunks, showPassages, styles = [] }: LayoutOptions): Generator<Segment> {
  const place = placer(content, marks, chunks);
  const placedIn = <T extends Placed>(all: readonly T[]) => all.map((each): T => ({ ...each, ...place(each) }));
  const marked = placedIn(marks.map(([start, end]) => ({ start, end })));
  const passages = showPassages ? placedIn(chunks) : [];
  const blocks = placedIn(chunks.flatMap((chunk) => chunk.blocks));
  const cells = blocks.flatMap((block) => placedIn(block.cells ?? []));
  const pageAt = new Map(pagesOf(chunks).map(({ page, start }) => [place({ start, end: start }).start, page]));
  const borders = [marked, blocks, cells, passages, styles].flat().flatMap(({ start, end }) => [start, end]);
  const ends = new Set([...borders, ...pageAt.keys(), ...lineEnds(content), content.length]);
  const [blockAt, cellAt, passageAt, markAt] = [finder(blocks), finder(cells), finder(passages), finder(marked)];
  const styleAt = finder(styles);
  let start = 0;
  for (const end of [...ends].filter((at) => at > 0).sort((a, b) => a - b)) {
    const seen = {
      isMarked: markAt(start) >= 0,
      isPassage: passageAt(start) % 2 === 1,
      style: styles[styleAt(start)]?.style ?? null,
    };
    const [block, cell] = [blocks[blockAt(start)] ?? null, cells[cellAt(start)] ?? null];
    yield { start, end, page: pageAt.get(start) ?? null, block, cell, ...seen };
    start = end;
  }
}

function placer(content: string, marks: LayoutOptions["marks"], chunks: readonly PassageObject[]) {
  const spans = chunks.flatMap((chunk) => [chunk, ...chunk.blocks, ...chunk.blocks.flatMap(({ cells = [] }) => cells)]);
  const points = [...new Set([...marks.flat(), ...spans.flatMap(({ start, end }) => [start, end])])];
  points.sort((a, b) => a - b);
  const units = new Map(unitsAt(content, points).map((unit, i) => [points[i]!, unit]));
  return ({ start, end }: Placed): Placed => ({ start: units.get(start) ?? 0, end: units.get(end) ?? 0 });
}

/** The pages, where the first passage of each begins, in code points. */
function pagesOf(chunks: readonly PassageObject[]): readonly { readonly start: number; readonly page: number }[] {
  return chunks.flatMap(({ start, page }, i) =>
    page !== null && page !== chunks[i - 1]?.page ? [{ start, page }] : [],
  );
}

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
