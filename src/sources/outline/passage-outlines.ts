/** The outlines of the passages that a document is cut into. */
import { codePointCursor, codePointLength } from "../../text/code-points.ts";
import type { OutlineBlock, OutlineCell, PassageLead, PassageOutline } from "../../text/outline/outline.ts";
import type { TextSpan } from "../../text/sentences.ts";
import type { Document } from "../document.ts";

/** Items above a passage that are carried with it, from the nearest up. */
const mostItems = 4;
/** Longest beginning of a block that was cut, in UTF-16 units. */
const longestBeginning = 160;

/**
 * @param passages positions in the text, ascending by start
 * Linear in blocks and passages; only leads in front of a passage are looked up.
 */
export function passageOutlines({ text, blocks }: Document, passages: readonly TextSpan[]): PassageOutline[] {
  const places = codePoints(text);
  const itemEndingAt = new Map(
    blocks.filter(({ kind, header }) => kind === "list_item" || header === true).map((block) => [block.end, block]),
  );
  let first = 0;
  return passages.map((passage) => {
    while (first < blocks.length && blocks[first]!.end <= passage.start) first++;
    const own: OutlineBlock[] = [];
    for (let i = first; i < blocks.length && blocks[i]!.start < passage.end; i++) {
      own.push(within(blocks[i]!, passage));
    }
    const opening = blocks[first];
    const lead = opening === undefined ? null : leadOf(opening, passage, { text, itemEndingAt, places });
    return { blocks: own, lead };
  });
}

interface LeadContext {
  readonly text: string;
  readonly itemEndingAt: ReadonlyMap<number, OutlineBlock>;
  readonly places: (position: number) => number;
}

function leadOf(
  opening: OutlineBlock,
  passage: TextSpan,
  { text, itemEndingAt, places }: LeadContext,
): PassageLead | null {
  if (opening.kind !== "list_item" && opening.kind !== "table_row") return null;
  const isAbove = (span: OutlineBlock["lead"]): span is TextSpan =>
    typeof span === "object" && span.start < passage.start;
  const spans: TextSpan[] = [];
  let above = opening.parent;
  while (isAbove(above) && spans.length < mostItems) {
    spans.unshift(above);
    above = itemEndingAt.get(above.end)?.parent;
  }
  if (isAbove(opening.lead)) spans.unshift(opening.lead);
  if (opening.start < passage.start) spans.push(beginningOf(text, opening, passage));
  const [first, ...items] = spans.map(({ start, end }) => {
    return { text: text.slice(start, end), start: places(start), end: places(end) };
  });
  return first === undefined ? null : { ...first, items };
}

/** The first words of a block that was cut. */
function beginningOf(text: string, { start }: OutlineBlock, passage: TextSpan): TextSpan {
  const whole = text.slice(start, Math.min(passage.start, start + longestBeginning));
  const cut = passage.start - start > longestBeginning ? whole.replace(/\S*$/u, "") : whole;
  return { start, end: start + (cut.trimEnd() || whole.trimEnd()).length };
}

/** A block as the passage sees it. */
function within(block: OutlineBlock, passage: TextSpan): OutlineBlock {
  const { lead, parent, cells, ...rest } = block;
  const moved = (span: TextSpan) => ({ start: span.start - passage.start, end: span.end - passage.start });
  const seen = (span: TextSpan | "before") =>
    span === "before" || span.start < passage.start ? ("before" as const) : moved(span);
  const start = Math.max(block.start, passage.start);
  const end = Math.min(block.end, passage.end);
  return {
    ...rest,
    ...moved({ start, end }),
    ...(lead !== undefined && { lead: seen(lead) }),
    ...(parent !== undefined && { parent: seen(parent) }),
    ...(cells !== undefined && { cells: cells.flatMap((cell) => cellWithin(cell, passage)) }),
    ...(start > block.start && block.kind === "list_item" && { continues: true as const }),
  };
}

function cellWithin({ value, name, ...place }: OutlineCell, passage: TextSpan): OutlineCell[] {
  const isInside = ({ start, end }: TextSpan) => start >= passage.start && end <= passage.end;
  const moved = ({ start, end }: TextSpan) => ({ start: start - passage.start, end: end - passage.start });
  if (!isInside(value)) return [];
  return [{ ...place, value: moved(value), name: name !== null && isInside(name) ? moved(name) : null }];
}

/** Code points in front of positions that go back and forth, by steps: leads lie near their passages. */
function codePoints(text: string): (position: number) => number {
  const step = 4096;
  const counted: number[] = [0];
  const cursor = codePointCursor(text);
  return (position) => {
    const at = Math.floor(position / step);
    while (counted.length <= at) counted.push(cursor(counted.length * step));
    // The first half of a pair counts as one: its second half is not counted again.
    const from = at * step + (isLow(text.charCodeAt(at * step)) ? 1 : 0);
    return counted[at]! + (from < position ? codePointLength(text, from, position) : 0);
  };
}

const isLow = (unit: number) => unit >= 0xdc00 && unit <= 0xdfff;
