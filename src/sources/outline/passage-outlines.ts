import type { OutlineBlock, OutlineCell, PassageLead, WordPlace } from "../../language/structure/outline.ts";
import { outlineBytes } from "../../language/structure/outline-bytes.ts";
import { codePointCursor, codePointLength } from "../../language/text/code-points.ts";
import type { TextSpan } from "../../language/text/sentences.ts";
import type { Document } from "../document.ts";

const mostItems = 4;
const longestBeginning = 160;

/** Linear in blocks and passages. @param passages positions in the text, ascending by start */
export function passageOutlines(
  { text, blocks, places: words = [] }: Document,
  passages: readonly TextSpan[],
): Uint8Array[] {
  const places = codePoints(text);
  const itemEndingAt = new Map<number, OutlineBlock>();
  for (const block of blocks) {
    if (block.kind === "list_item" || block.header === true) itemEndingAt.set(block.end, block);
  }
  let first = 0;
  let firstWord = 0;
  return passages.map((passage) => {
    while (first < blocks.length && blocks[first]!.end <= passage.start) first++;
    const own: OutlineBlock[] = [];
    for (let i = first; i < blocks.length && blocks[i]!.start < passage.end; i++) own.push(within(blocks[i]!, passage));
    const opening = blocks[first];
    const lead = opening === undefined ? null : leadOf(opening, passage, text, itemEndingAt, places);
    while (firstWord < words.length && words[firstWord]!.start < passage.start) firstWord++;
    const inside = wordsFrom(words, firstWord, passage.end);
    return outlineBytes({ blocks: own, lead, places: inside }, passage.start);
  });
}

function wordsFrom(words: readonly WordPlace[], first: number, end: number): readonly WordPlace[] {
  let last = first;
  while (last < words.length && words[last]!.end <= end) last++;
  return words.slice(first, last);
}

function leadOf(
  opening: OutlineBlock,
  passage: TextSpan,
  text: string,
  itemEndingAt: ReadonlyMap<number, OutlineBlock>,
  places: (position: number) => number,
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

function beginningOf(text: string, { start }: OutlineBlock, passage: TextSpan): TextSpan {
  const whole = text.slice(start, Math.min(passage.start, start + longestBeginning));
  const cut = passage.start - start > longestBeginning ? whole.slice(0, whole.lastIndexOf(" ") + 1) : whole;
  return { start, end: start + (cut.trimEnd() || whole.trimEnd()).length };
}

function within(block: OutlineBlock, passage: TextSpan): OutlineBlock {
  const start = Math.max(block.start, passage.start);
  const end = Math.min(block.end, passage.end);
  if (start === block.start && end === block.end) return block;
  const isInside = (span: TextSpan) => span.start >= start && span.end <= end;
  const cells = block.cells?.flatMap((cell): OutlineCell[] => {
    if (!isInside(cell.value)) return [];
    return [cell.name === null || isInside(cell.name) ? cell : { ...cell, name: null }];
  });
  const isCut = start > block.start && block.kind === "list_item";
  return { ...block, start, end, ...(cells && { cells }), ...(isCut && { continues: true as const }) };
}

/** Counts code points before positions that go back and forth a little, from a table of steps. */
function codePoints(text: string): (position: number) => number {
  const step = 4096;
  const counted: number[] = [0];
  const cursor = codePointCursor(text);
  return (position) => {
    const at = Math.floor(position / step);
    while (counted.length <= at) counted.push(cursor(counted.length * step));
    // A low surrogate at a step belongs to the code point before it.
    const from = at * step + (isLow(text.charCodeAt(at * step)) ? 1 : 0);
    return counted[at]! + (from < position ? codePointLength(text, from, position) : 0);
  };
}

const isLow = (unit: number) => unit >= 0xdc00 && unit <= 0xdfff;
