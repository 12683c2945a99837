import type { OutlineBlock } from "../../language/structure/outline.ts";
import { sectionPath } from "../../language/text/shown-text.ts";
import { type ChunkOptions, chunk, SectionPath } from "../chunker.ts";
import type { Document, DocumentChunk } from "../document.ts";

const longestBefore = 160;

/** Turns become passages of their own. */
export function cutDocument(document: Document, options: ChunkOptions): DocumentChunk[] {
  return document.blocks.some(({ kind }) => kind === "turn") ? chunkTurns(document, options) : chunk(document, options);
}

/** One passage a turn with a list below it, unless it is very long. Its section: headings, the day in that language, the previous turn. */
export function chunkTurns(document: Document, options: ChunkOptions): DocumentChunk[] {
  const dayOf = new Intl.DateTimeFormat(options.language, { dateStyle: "long", timeZone: "UTC" });
  const { text, blocks } = document;
  const path = new SectionPath(document);
  const chunks: DocumentChunk[] = [];
  let between: OutlineBlock[] = [];
  const endBetween = () => {
    if (between.length > 0) chunks.push(...chunk({ ...document, blocks: between }, options));
    between = [];
  };
  for (let i = 0; i < blocks.length; i++) {
    const block = blocks[i]!;
    const { turn } = block;
    if (block.kind === "heading") path.enter(block);
    if (turn === undefined || block.kind !== "turn") {
      between.push(block);
      continue;
    }
    endBetween();
    const day = turn.saidAt === null ? [] : [dayOf.format(Date.parse(turn.saidAt.slice(0, 10)))];
    const section = sectionPath([path.text, ...day, ...turnBefore(text, blocks[i - 1])]);
    const said: OutlineBlock[] = [{ ...block, kind: "paragraph" }];
    while (blocks[i + 1]?.kind === "list_item" && blocks[i + 1]!.turn?.speaker === turn.speaker)
      said.push(blocks[++i]!);
    const alone = { text, title: null, blocks: said, pageStarts: null };
    chunks.push(...chunk(alone, options).map((one) => ({ ...one, section, turn })));
  }
  endBetween();
  return chunks;
}

function turnBefore(text: string, before: OutlineBlock | undefined): string[] {
  if (before === undefined || before.kind === "heading") return [];
  const said = text.slice(before.start, before.end).replace(/\s+/g, " ").slice(0, longestBefore);
  return [said.toWellFormed().trim()];
}
