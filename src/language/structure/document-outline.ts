/** Finds the lead-in of lists and tables, and the numbers above items. */

import { indentedItem, numberOf, numberPath } from "../text/line-units.ts";
import { splitSentences, type TextSpan } from "../text/sentences.ts";
import type { OutlineBlock } from "./outline.ts";

/** UTF-16 units; of a longer paragraph, the last sentence or its end counts. */
const longestLead = 400;
/** Blocks, such as listings and notes, between two items of one list. */
const mostBetween = 3;

export function outlined<T extends TextWithBlocks>(extracted: T, language: string): T {
  const document = withTypedItems(extracted);
  const pass = new OutlinePass(document, language);
  return { ...document, blocks: document.blocks.map((block, i) => pass.next(block, i)) };
}

interface OpenItem {
  readonly level: number;
  readonly label: string | undefined;
  readonly span: TextSpan;
}

class OutlinePass {
  readonly #text: string;
  readonly #blocks: readonly OutlineBlock[];
  readonly #language: string;
  #lead: TextSpan | null = null;
  #leadLabel: string | undefined;
  #header: TextSpan | null = null;
  #open: "list" | "table" | null = null;
  #items: OpenItem[] = [];
  #heading: TextSpan | null = null;
  #between = 0;

  constructor({ text, blocks }: TextWithBlocks, language: string) {
    this.#text = text;
    this.#blocks = blocks;
    this.#language = language;
  }

  next(block: OutlineBlock, i: number): OutlineBlock {
    if (block.kind === "heading") this.#heading = this.#end(block);
    if (block.kind === "list_item") return this.#item(block, i);
    if (block.kind === "table_row") return this.#row(block, i);
    if (this.#open === "list" && block.kind !== "heading" && this.#between < mostBetween) this.#between++;
    else this.#open = null;
    return block;
  }

  #item(block: OutlineBlock, i: number): OutlineBlock {
    const isNew = block.continues !== true;
    const own = isNew ? this.#numberOf(block) : null;
    if (this.#open !== "list" || (this.#between > 0 && !this.#goesOn(own, block))) this.#begin("list", i);
    this.#between = 0;
    const above = this.#above(isNew ? block.level : block.level + 1);
    const label = own === null ? undefined : numberPath((above ?? { label: this.#leadLabel }).label, own);
    if (isNew) this.#items.push({ level: block.level, label: label ?? above?.label, span: this.#end(block) });
    const { label: _, ...rest } = block;
    return {
      ...rest,
      ...(label !== undefined && { label }),
      ...(this.#lead !== null && { lead: this.#lead }),
      ...(above !== undefined && { parent: above.span }),
    };
  }

  #numberOf(block: OutlineBlock): string | null {
    return block.label ?? numberOf(this.#slice(block));
  }

  #above(level: number): OpenItem | undefined {
    while ((this.#items.at(-1)?.level ?? 0) >= level) this.#items.pop();
    return this.#items.at(-1);
  }

  /** Whether an item after other text continues the list. */
  #goesOn(own: string | null, block: OutlineBlock): boolean {
    if (block.continues === true) return true;
    const before = this.#items.findLast(({ level }) => level <= block.level);
    if (own === null || before?.label === undefined) return block.level > 1;
    const [last, next] = [before.label, own].map((label) => Number(label.match(/\d+/g)?.at(-1) ?? Number.NaN));
    return block.level > before.level || next === last! + 1;
  }

  #row(block: OutlineBlock, i: number): OutlineBlock {
    if (this.#open !== "table") this.#begin("table", i);
    const lead = this.#lead ?? this.#header;
    const parent = this.#lead === null ? null : this.#header;
    if (block.header === true) this.#header = { start: block.start, end: block.end };
    return {
      ...block,
      ...(lead !== null && { lead }),
      ...(parent !== null && { parent }),
    };
  }

  #begin(kind: "list" | "table", i: number): void {
    this.#open = kind;
    let before = i - 1;
    while (this.#blocks[before]?.kind === "furniture") before--;
    const block = this.#blocks[before];
    const leads = block !== undefined && this.#introduces(block, kind);
    this.#lead = leads ? this.#end(block) : this.#heading;
    this.#header = null;
    this.#items = [];
    this.#leadLabel = (leads ? numberOf(this.#slice(block)) : null) ?? undefined;
  }

  #introduces({ kind, start, end }: OutlineBlock, what: "list" | "table"): boolean {
    if (kind === "caption" || kind === "heading") return true;
    if (what === "list") return kind === "paragraph" || kind === "quote" || kind === "turn";
    return kind === "paragraph" && (end - start <= longestLead / 2 || /[:：]\s*$/.test(this.#text.slice(end - 2, end)));
  }

  #end({ start, end }: OutlineBlock): TextSpan {
    if (end - start <= longestLead / 2) return { start, end };
    const from = Math.max(start, end - 2 * longestLead);
    const last = splitSentences(this.#text.slice(from, end), this.#language).at(-1);
    const sentence = { start: from + (last?.start ?? 0), end: from + (last?.end ?? end - from) };
    if (sentence.end - sentence.start <= longestLead) return sentence;
    const cut = this.#text.indexOf(" ", sentence.end - longestLead) + 1;
    const begin = cut === 0 || cut >= sentence.end ? sentence.end - longestLead : cut;
    return { start: isLowSurrogate(this.#text.charCodeAt(begin)) ? begin + 1 : begin, end: sentence.end };
  }

  #slice({ start, end }: TextSpan): string {
    return this.#text.slice(start, end);
  }
}

const isLowSurrogate = (unit: number) => unit >= 0xdc00 && unit <= 0xdfff;

const longest = 2_000;
const bullet = /^[•‣◦▪■●·]\s/u;

export interface TextWithBlocks {
  readonly text: string;
  readonly blocks: readonly OutlineBlock[];
}

/** `4.6 The supplier shall`, `(b) repair`: the order in which kinds of number first appear tells their depth. */
function withTypedItems<T extends TextWithBlocks>(document: T): T {
  const { text, blocks } = document;
  const nested = inNestedLists(blocks);
  const marks = blocks.map((block, i) => (nested.has(i) ? null : markOf(text, block)));
  const levels = new MarkLevels();
  return {
    ...document,
    blocks: blocks.map((block, i) => {
      if (block.kind === "heading") levels.reset();
      const mark = marks[i] ?? null;
      if (mark === null || !isInRun(marks, i)) return block;
      return { ...block, kind: "list_item" as const, level: levels.of(mark) };
    }),
  };
}

function inNestedLists(blocks: readonly OutlineBlock[]): ReadonlySet<number> {
  const nested = new Set<number>();
  let first = 0;
  let isNested = false;
  for (let i = 0; i <= blocks.length; i++) {
    const block = blocks[i];
    if (block?.kind === "list_item") isNested ||= block.level > 1;
    else {
      for (let at = first; isNested && at < i; at++) nested.add(at);
      first = i + 1;
      isNested = false;
    }
  }
  return nested;
}

function markOf(text: string, { kind, level, start, end, continues }: OutlineBlock): string | null {
  const isFlat = kind === "list_item" && level === 1 && continues !== true;
  if ((kind !== "paragraph" && !isFlat) || end - start > longest) return null;
  const own = text.slice(start, Math.min(end, start + 60));
  return numberOf(own) ?? bullet.exec(own)?.[0].trim() ?? null;
}

/** A single one is a sentence that begins with a number. */
function isInRun(marks: readonly (string | null)[], i: number): boolean {
  return (marks[i - 1] ?? null) !== null || (marks[i + 1] ?? null) !== null;
}

class MarkLevels {
  readonly #open: { readonly kind: string; last: string }[] = [];

  reset(): void {
    this.#open.length = 0;
  }

  of(mark: string): number {
    const own = kindsOf(mark);
    const at = this.#open.findLastIndex(
      ({ kind, last }) => own.includes(kind) && (own.length === 1 || follows(last, mark)),
    );
    const known = at === -1 ? this.#open.findLastIndex(({ kind }) => kind === own.at(-1)) : at;
    if (known === -1) this.#open.push({ kind: own.at(-1)!, last: mark });
    else this.#open.length = known + 1;
    this.#open.at(-1)!.last = mark;
    return this.#open.length;
  }
}

/** `(i)` may be a letter or a Roman number. */
function kindsOf(mark: string): string[] {
  const dots = mark.match(/\d+/g)?.length ?? 0;
  if (/\d/.test(mark)) return [mark.replace(/\d+[a-z]?/g, "#").replace(/\.$/, dots > 1 ? "" : ".")];
  const shape = mark.replace(/[a-z]+/, "a").replace(/[A-Z]+/, "A");
  const isRoman = /^\(?[ivxlc]+[.)]+$/i.test(mark);
  const isLetter = /^\(?[a-z][.)]+$/i.test(mark) || !isRoman;
  return [...(isLetter ? [shape] : []), ...(isRoman ? [`roman ${shape}`] : [])];
}

/** As `(i)` after `(h)`. */
function follows(last: string, mark: string): boolean {
  const [before, own] = [last, mark].map((one) => /[a-z]/i.exec(one)?.[0].charCodeAt(0) ?? 0);
  return own === before! + 1;
}

const indent = 2;

export function plainOutline(text: string, language: string): readonly OutlineBlock[] {
  const blocks: OutlineBlock[] = [];
  let isOpen = false;
  let at = 0;
  for (const line of text.split("\n")) {
    const [start, end] = [at + line.length - line.trimStart().length, at + line.trimEnd().length];
    at += line.length + 1;
    const isBlank = start >= end;
    if (!isBlank) {
      const level = levelOf(line);
      if (isOpen && level === 0) blocks.push({ ...blocks.pop()!, end });
      else blocks.push({ kind: level === 0 ? "paragraph" : "list_item", level, start, end });
    }
    isOpen = !isBlank;
  }
  return outlined({ text, blocks }, language).blocks;
}

function levelOf(line: string): number {
  const item = indentedItem.exec(line);
  return item === null ? 0 : 1 + Math.floor((item.groups?.indent?.length ?? 0) / indent);
}
