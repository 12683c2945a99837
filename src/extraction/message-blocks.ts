/** Finds messages among the paragraphs and items of a document: chats and transcripts that are kept as Markdown or in Word. */

import type { OutlineBlock } from "../language/structure/outline.ts";
import type { Document } from "../sources/document.ts";
import { isDayFirst, messageLine, speakersOf, turnOf } from "./plain/messages.ts";

const longestHead = 400;

/** A document that is no chat stays as it is. */
export function withMessages(document: Document): Document {
  const { text, blocks } = document;
  if (blocks.some(({ kind }) => kind === "turn" || kind === "table_row" || kind === "code")) return document;
  const lines = blocks.filter(isText).map(({ start, end }) => text.slice(start, Math.min(end, start + longestHead)));
  const speakers = speakersOf(lines);
  if (speakers === null) return document;
  const dayFirst = isDayFirst(lines);
  const asMessage = (block: OutlineBlock): OutlineBlock => {
    const found = isText(block) ? messageLine(text.slice(block.start, block.start + longestHead)) : null;
    if (found === null || !speakers.has(found.speaker)) return block;
    return { kind: "turn", start: block.start, end: block.end, level: 0, turn: turnOf(found, dayFirst) };
  };
  return { ...document, blocks: blocks.map(asMessage) };
}

const isText = ({ kind }: OutlineBlock) => kind === "paragraph" || kind === "list_item";
