import type { OutlineBlock } from "../language/structure/outline.ts";
import { splitSentences, type TextSpan } from "../language/text/sentences.ts";
import { sectionPath } from "../language/text/shown-text.ts";
import { estimateTokens } from "../language/words/tokens.ts";
import type { Document, DocumentChunk } from "./document.ts";

export interface ChunkOptions {
  /** BCP 47, for splitting sentences. */
  readonly language: string;
  readonly targetTokens?: number;
  readonly maxTokens?: number;
}

interface ChunkUnit {
  readonly start: number;
  readonly end: number;
  readonly tokens: number;
  readonly page: number;
  readonly heading: boolean;
  /** A row between blank lines: a record, which becomes a passage of its own. */
  readonly record: boolean;
  /** The number of its list, lead-in included; 0 for none. */
  readonly list: number;
  /** The lead-in of a list, which stays with the first item. */
  readonly leads: boolean;
}

interface Sizes {
  readonly target: number;
  readonly max: number;
}

const longestHeading = 160;
/** Most paragraphs stay whole; retrieval is best at 120–220 tokens a passage. */
const defaults: Sizes = { target: 200, max: 280 };

/** Rows of longer tables share passages, which takes ten times less time and memory. */
const mostRecords = 10_000;

export const isLongTable = ({ blocks }: Pick<Document, "blocks">) =>
  blocks.length > mostRecords && blocks.every(({ kind, header }) => kind === "table_row" || header === true);

/** Every visible character is in exactly one chunk, ascending. A chunk crosses a heading or page only within one block. */
export function chunk(document: Document, options: ChunkOptions): DocumentChunk[] {
  const max = options.maxTokens ?? defaults.max;
  const sizes: Sizes = { target: Math.min(options.targetTokens ?? defaults.target, max), max };
  const pages = pageFinder(document.pageStarts);
  const path = new SectionPath(document);
  const chunks: DocumentChunk[] = [];
  for (const section of sections(document.blocks)) {
    for (const block of section.headings) path.enter(block);
    const lists = listsOf(section.blocks);
    const isPacked = isLongTable(section);
    const units = section.blocks.flatMap((block, i) =>
      unitsOf(document, block, {
        list: lists[i]!,
        language: options.language,
        sizes,
        record: !isPacked && isRecord(document, section.blocks, i),
        pages,
      }),
    );
    for (const { start, end, page } of pack(units, sizes)) {
      chunks.push({ start, end, section: path.text, page: document.pageStarts === null ? null : page });
    }
  }
  return chunks;
}

/** A run of ever deeper headings with the text under the last one, up to the next heading. */
interface HeadedSection {
  readonly headings: OutlineBlock[];
  readonly blocks: OutlineBlock[];
}

function sections(blocks: readonly OutlineBlock[]): HeadedSection[] {
  const result: HeadedSection[] = [];
  let current: HeadedSection = { headings: [], blocks: [] };
  for (const block of blocks) {
    const last = current.blocks.at(-1);
    const deeper = last === undefined || (last.kind === "heading" && last.level < block.level);
    if (block.kind === "heading" && !deeper) {
      result.push(current);
      current = { headings: [], blocks: [] };
    }
    current.blocks.push(block);
    if (block.kind === "heading") current.headings.push(block);
  }
  if (current.blocks.length > 0) result.push(current);
  return result;
}

export class SectionPath {
  readonly #document: Document;
  readonly #open: { readonly level: number; readonly text: string }[] = [];
  #first = true;
  text = "";

  constructor(document: Document) {
    this.#document = document;
  }

  enter(heading: OutlineBlock): void {
    while ((this.#open.at(-1)?.level ?? 0) >= heading.level) this.#open.pop();
    const text = this.#document.text.slice(heading.start, heading.end).replace(/\s+/g, " ").slice(0, longestHeading);
    const repeatsTitle = this.#first && text === this.#document.title;
    this.#first = false;
    this.#open.push({ level: heading.level, text: repeatsTitle ? "" : text.toWellFormed() });
    this.text = sectionPath(this.#open.map((above) => above.text));
  }
}

function isRecord(document: Document, blocks: readonly OutlineBlock[], i: number): boolean {
  const block = blocks[i]!;
  if (block.kind !== "table_row") return false;
  const [before, after] = [blocks[i - 1], blocks[i + 1]];
  const isRow = (other: OutlineBlock | undefined) => other?.kind === "table_row";
  const isApart = (above: OutlineBlock, below: OutlineBlock) =>
    document.text.slice(above.end, below.start).includes("\n\n");
  if ((isRow(before) && !isApart(before!, block)) || (isRow(after) && !isApart(block, after!))) return false;
  return isRow(before) || isRow(after);
}

function listsOf(blocks: readonly OutlineBlock[]): number[] {
  let last = 0;
  return blocks.map((block, i) => {
    const own = leadEnd(block);
    const before = blocks[i - 1];
    const next = leadEnd(blocks[i + 1]);
    const goesOn = before !== undefined && own !== null && (own === leadEnd(before) || own === before.end);
    if (goesOn) return last;
    return own !== null || next === block.end ? ++last : 0;
  });
}

function leadEnd(block: OutlineBlock | undefined): number | null {
  return block?.kind === "list_item" && typeof block.lead === "object" ? block.lead.end : null;
}

interface UnitContext {
  readonly list: number;
  readonly language: string;
  readonly sizes: Sizes;
  readonly record: boolean;
  readonly pages: (position: number) => number;
}

/** Larger blocks are cut into lines of code, rows or sentences. */
function unitsOf(document: Document, block: OutlineBlock, context: UnitContext): ChunkUnit[] {
  const { text } = document;
  const heading = block.kind === "heading";
  const { list } = context;
  const leads = list !== 0 && block.kind !== "list_item";
  const unit = (start: number, end: number, tokens: number): ChunkUnit => {
    return { start, end, tokens, heading, page: context.pages(start), record: context.record, list, leads };
  };
  const tokens = estimateTokens(text.slice(block.start, block.end));
  if (tokens <= context.sizes.max) return [unit(block.start, block.end, tokens)];
  const spans = block.kind === "code" ? lines(text, block) : sentences(text, block, context.language);
  return spans.flatMap((span) => {
    const size = estimateTokens(text.slice(span.start, span.end));
    if (size <= context.sizes.max) return [unit(span.start, span.end, size)];
    return cut(text, span, context.sizes.target).map((part) => unit(part.start, part.end, part.tokens));
  });
}

function lines(text: string, block: OutlineBlock): TextSpan[] {
  return [...text.slice(block.start, block.end).matchAll(/\S(?:.*\S)?/g)].map((match) => ({
    start: block.start + match.index,
    end: block.start + match.index + match[0].length,
  }));
}

function sentences(text: string, block: OutlineBlock, language: string): TextSpan[] {
  return splitSentences(text.slice(block.start, block.end), language).map(({ start, end }) => ({
    start: block.start + start,
    end: block.start + end,
  }));
}

/** Text without spaces is taken in short steps, never through a surrogate pair or before a combining mark. */
const words = /(?<!\s)\s*(?:[^\s\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]{1,20}\p{M}*|\S)/gu;

function cut(text: string, span: TextSpan, target: number): (TextSpan & { readonly tokens: number })[] {
  const parts: (TextSpan & { readonly tokens: number })[] = [];
  let start = span.start;
  let end = span.start;
  let tokens = 0;
  for (const [word] of text.slice(span.start, span.end).matchAll(words)) {
    const size = Math.max(estimateTokens(word), Math.ceil(word.length / 4));
    if (tokens > 0 && tokens + size > target) {
      parts.push({ start, end, tokens });
      start = end + (word.length - word.trimStart().length);
      tokens = 0;
    }
    end += word.length;
    tokens += size;
  }
  if (end > start) parts.push({ start, end, tokens });
  return parts;
}

interface Packed {
  readonly start: number;
  readonly page: number;
  end: number;
  tokens: number;
  before: ChunkUnit;
}

/** May exceed the target to finish the section, or so that no heading or short passage stands alone. */
function pack(units: readonly ChunkUnit[], sizes: Sizes): Packed[] {
  const packed: Packed[] = [];
  let left = units.reduce((sum, unit) => sum + unit.tokens, 0);
  const inList = tokensInLists(units);
  for (const [i, unit] of units.entries()) {
    const last = packed.at(-1);
    if (
      last !== undefined &&
      joins(last, unit, { ...sizes, left, inList: inList[i]!, next: units[i + 1]?.tokens ?? 0 })
    ) {
      last.end = unit.end;
      last.tokens += unit.tokens;
      last.before = unit;
    } else packed.push({ start: unit.start, end: unit.end, page: unit.page, tokens: unit.tokens, before: unit });
    left -= unit.tokens;
  }
  return packed;
}

function tokensInLists(units: readonly ChunkUnit[]): number[] {
  const tokens = units.map((unit) => unit.tokens);
  for (let i = units.length - 2; i >= 0; i--) {
    if (units[i]!.list !== 0 && units[i]!.list === units[i + 1]!.list) tokens[i]! += tokens[i + 1]!;
  }
  return tokens;
}

interface ChunkRoom extends Sizes {
  readonly left: number;
  readonly inList: number;
  readonly next: number;
}

function joins(packed: Packed, unit: ChunkUnit, room: ChunkRoom): boolean {
  const { target, max, left } = room;
  const { before } = packed;
  const together = packed.tokens + unit.tokens;
  if (together > max || before.page !== unit.page) return false;
  if (before.heading) return true;
  if (before.record || unit.record) return false;
  if (unit.list !== 0 && unit.list === before.list) return goesOn(packed, unit, room);
  if (unit.list !== 0 && isKeptApart(packed, unit, room)) return false;
  return together <= target || packed.tokens < target / 4 || packed.tokens + left <= max;
}

function goesOn({ tokens, before }: Packed, unit: ChunkUnit, { target, max, inList }: ChunkRoom): boolean {
  return before.leads || tokens + unit.tokens <= target || tokens + inList <= max;
}

/** Whether a list must begin a passage, because it fits there but not here. */
function isKeptApart({ tokens }: Packed, unit: ChunkUnit, { target, max, inList, next }: ChunkRoom): boolean {
  if (unit.leads && tokens + unit.tokens + next > max) return true;
  return inList <= max && tokens + inList > max && tokens >= target / 4;
}

/** The one-based page; positions must ascend from call to call. */
function pageFinder(starts: readonly number[] | null): (position: number) => number {
  let page = 1;
  let asked = 0;
  return (position) => {
    if (position < asked) page = 1;
    asked = position;
    while (starts !== null && page < starts.length && starts[page]! <= position) page++;
    return page;
  };
}
