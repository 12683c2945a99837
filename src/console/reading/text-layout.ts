/** Divides a source's text into blocks that the browser can skip, with pages, sections and marks between them. */
import type { Chunk } from "../../api/shapes.ts";
import { unitsAt } from "./text-offsets.ts";

export type Piece =
  | { readonly kind: "text"; readonly text: string; readonly isMarked: boolean; readonly isPassage: boolean }
  | { readonly kind: "page"; readonly page: number }
  | { readonly kind: "section"; readonly section: string };

export interface Block {
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

/** Least UTF-16 units of a block. A block ends at a line break. */
const blockLength = 3000;

interface Cut {
  /** UTF-16 units. */
  readonly at: number;
  readonly pieces: readonly Piece[];
}

export function layOut(content: string, { mark, chunks, showPassages }: LayoutOptions): readonly Block[] {
  const points = [...new Set([...(mark ?? []), ...chunks.flatMap(({ start, end }) => [start, end])])].sort(
    (a, b) => a - b,
  );
  const units = new Map(unitsAt(content, points).map((unit, i) => [points[i]!, unit]));
  const unit = (point: number) => units.get(point) ?? 0;
  const spans = chunks.map(({ start, end }) => [unit(start), unit(end)] as const);
  const marked = mark === null ? null : ([unit(mark[0]), unit(mark[1])] as const);
  const cuts = headingsOf(chunks).map(({ point, pieces }): Cut => ({ at: unit(point), pieces }));
  const borders = [
    ...(marked ?? []),
    ...cuts.map(({ at }) => at),
    ...(showPassages ? spans.flat() : []),
    ...lineEnds(content),
  ];
  const ends = [...new Set([...borders, content.length])].filter((at) => at > 0).sort((a, b) => a - b);
  const before = Map.groupBy(cuts, ({ at }) => at);
  const passageAt = showPassages ? passageFinder(spans) : () => false;
  const pieces: Piece[] = [];
  const blocks: Block[] = [];
  let [start, blockStart] = [0, 0];
  for (const end of ends) {
    pieces.push(...(before.get(start) ?? []).flatMap((cut) => cut.pieces));
    const isMarked = marked !== null && start >= marked[0] && start < marked[1];
    pieces.push({ kind: "text", text: content.slice(start, end), isMarked, isPassage: passageAt(start) });
    if ((end - blockStart >= blockLength && content[end - 1] === "\n") || end === content.length) {
      blocks.push({ pieces: pieces.splice(0), length: end - blockStart });
      blockStart = end;
    }
    start = end;
  }
  return blocks;
}

/** The start of a page or section, from the passages. */
function headingsOf(
  chunks: readonly Chunk[],
): readonly { readonly point: number; readonly pieces: readonly Piece[] }[] {
  return chunks.flatMap((chunk, i) => {
    const before = chunks[i - 1];
    const page: Piece[] =
      chunk.page !== null && chunk.page !== before?.page ? [{ kind: "page", page: chunk.page }] : [];
    const isNew = chunk.section !== "" && chunk.section !== before?.section;
    const section: Piece[] = isNew ? [{ kind: "section", section: chunk.section }] : [];
    const pieces = [...page, ...section];
    return pieces.length === 0 ? [] : [{ point: chunk.start, pieces }];
  });
}

/** Line ends, about one block apart. */
function lineEnds(content: string): readonly number[] {
  const ends: number[] = [];
  for (let at = blockLength; at < content.length; at += blockLength) {
    const end = content.indexOf("\n", at);
    if (end === -1) break;
    ends.push(end + 1);
    at = end;
  }
  return ends;
}

/** Whether a position is in an odd-numbered passage. The spans are sorted. */
function passageFinder(spans: readonly (readonly [number, number])[]): (at: number) => boolean {
  let i = 0;
  return (at) => {
    while (i + 1 < spans.length && spans[i + 1]![0] <= at) i += 1;
    const [start, end] = spans[i] ?? [0, 0];
    return i % 2 === 1 && at >= start && at < end;
  };
}
