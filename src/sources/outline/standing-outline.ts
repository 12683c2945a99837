/** Finds a document's blocks in its stored text, which answers quote and an earlier version may have read differently. */

import type { OutlineBlock, OutlineCell } from "../../language/structure/outline.ts";
import type { TextSpan } from "../../language/text/sentences.ts";
import { isOfJoinedLetters } from "../../language/words/tokens.ts";
import type { ChunkOptions } from "../chunker.ts";
import { cutDocument } from "../conversation/turn-chunks.ts";
import type { Document, DocumentChunk } from "../document.ts";

/** UTF-16 units after the last block in which the next one is looked for. */
const reach = 20_000;
/** Units that may be compared in all, for each unit of the text. */
const effort = 50;

/** Paragraphs where no block is found. Linear. */
export function inStandingText(document: Document, text: string): Document {
  const blocks = document.text === text ? document.blocks : foundIn(document, text);
  return { text, title: document.title, blocks: filled(blocks, text), pageStarts: null };
}

/** Passages of an earlier version are too small, because it counted letters as tokens. Null: these are not. */
export function cutAgain(
  document: Document,
  passages: readonly DocumentChunk[],
  options: ChunkOptions,
): DocumentChunk[] | null {
  if (!isOfJoinedLetters(document.text)) return null;
  const cuts = cutDocument({ ...document, pageStarts: pageStartsOf(passages) }, options);
  if (cuts.length >= passages.length) return null;
  let at = 0;
  return cuts.map((cut) => {
    while (at + 1 < passages.length && passages[at + 1]!.start <= cut.start) at++;
    return { ...cut, section: passages[at]!.section };
  });
}

function pageStartsOf(passages: readonly DocumentChunk[]): number[] | null {
  const starts: number[] = [];
  for (const { start, page } of passages) {
    while (page !== null && starts.length < page) starts.push(starts.length === 0 ? 0 : start);
  }
  return starts.length === 0 ? null : starts;
}

function foundIn(document: Document, text: string): OutlineBlock[] {
  const found: OutlineBlock[] = [];
  let at = 0;
  let left = effort * text.length;
  for (const block of document.blocks) {
    const own = document.text.slice(block.start, block.end);
    const end = Math.min(text.length, at + own.length + reach);
    const place = left > 0 ? text.slice(at, end).indexOf(own) : -1;
    left -= place < 0 ? end - at : place + own.length;
    if (place < 0) continue;
    found.push(movedBy(block, at + place - block.start));
    at += place + own.length;
  }
  return found;
}

function movedBy({ cells, ...block }: OutlineBlock, by: number): OutlineBlock {
  const moved = ({ start, end }: TextSpan) => ({ start: start + by, end: end + by });
  const cell = ({ value, name, ...place }: OutlineCell) => ({
    ...place,
    value: moved(value),
    name: name && moved(name),
  });
  return { ...block, ...moved(block), ...(cells && { cells: cells.map(cell) }) };
}

function filled(blocks: readonly OutlineBlock[], text: string): OutlineBlock[] {
  const all: OutlineBlock[] = [];
  let at = 0;
  const fill = (end: number) => {
    for (const { 0: own, index } of text.slice(at, end).matchAll(/\S(?:[^\n]*(?:\n(?!\s*\n)[^\n]*)*\S)?/g)) {
      all.push({ kind: "paragraph", start: at + index, end: at + index + own.length, level: 0 });
    }
  };
  for (const block of blocks) {
    if (block.start > at) fill(block.start);
    all.push(block);
    at = block.end;
  }
  fill(text.length);
  return all;
}
