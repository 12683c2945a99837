/** Finds what introduces each block: the lead-in of a list or table, and the numbers above an item. */

import { splitSentences, type TextSpan } from "../text/sentences.ts";
import { numberOf, numberPath } from "./list-mark.ts";
import type { OutlineBlock } from "./outline.ts";
import { type TextWithBlocks, withTypedItems } from "./typed-items.ts";

/** Of a longer paragraph, the last sentence, or its end. */
const longestLead = 400;
/** Blocks between two items of one list, such as a listing or a note. */
const mostBetween = 3;

/** Linear. */
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

  /** After other text: the item is numbered on, or continues one. */
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
