/** `4.6 The supplier shall`, `(b) repair`: items typed as paragraphs. The order of the kinds tells their depth. */
import { numberOf } from "./list-mark.ts";
import type { OutlineBlock } from "./outline.ts";

const longest = 2_000;
const bullet = /^[•‣◦▪■●·]\s/u;

export interface TextWithBlocks {
  readonly text: string;
  readonly blocks: readonly OutlineBlock[];
}

export function withTypedItems<T extends TextWithBlocks>(document: T): T {
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

/** One alone is a sentence that begins with a number. */
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

/** `(i)` after `(h)`. */
function follows(last: string, mark: string): boolean {
  const [before, own] = [last, mark].map((one) => /[a-z]/i.exec(one)?.[0].charCodeAt(0) ?? 0);
  return own === before! + 1;
}
