import type { OutlineBlock } from "../../language/structure/outline.ts";
import type { OutlineEntry } from "./pdf-file.ts";
import { isFull, listMark } from "./pdf-flow.ts";
import { bodyFonts, bodySize, box, lineText, type PdfLine } from "./pdf-line.ts";
import type { TaggedPart } from "./pdf-tags.ts";

const bullet = /^[•◦▪■●‣]/;
/** Relative to the size of the text. */
const largerBy = 1.1;
const longestHeading = 200;
/** UTF-16 units of a line in a font of its own. */
const longestName = 60;
const longestNumbered = 100;
const numbered =
  /^(?:(?:chapter|section|appendix|annex|kapitel|capítulo|part)\s+\S+|(?:\d{1,3}\.){0,5}\d{1,3}\.?|[A-Z]\.\d+(?:\.\d+)*\.?)\s+\S/i;

/** By the outline, by size, and by fonts of their own. */
export class PdfHeadings {
  readonly #outline = new Map<string, number>();
  readonly #sizes: readonly { readonly size: number; readonly level: number }[];
  readonly #bodySize: number;
  readonly #bodyFonts: ReadonlyMap<number, string>;

  /** Tags say which lines are headings. */
  readonly #isTagged: boolean;

  constructor(
    lines: readonly PdfLine[],
    { outline, isTagged }: { readonly outline: readonly OutlineEntry[]; readonly isTagged: boolean },
  ) {
    this.#isTagged = isTagged;
    for (const { title, level } of outline) {
      const key = keyOf(title);
      if (key !== "" && !this.#outline.has(key)) this.#outline.set(key, Math.min(6, level));
    }
    this.#bodySize = bodySize(lines);
    this.#bodyFonts = bodyFonts(lines);
    this.#sizes = this.#levels(lines, headingSizes(lines, this.#bodySize));
  }

  levelOf(line: PdfLine): number {
    const text = lineText(line);
    if (text.length > longestHeading || !/\p{L}|^§\s?\d/u.test(text) || bullet.test(text)) return 0;
    const outlined = this.#outlined(line, text);
    if (outlined > 0) return outlined;
    const bySize = this.#sizes.find(({ size }) => line.size >= size * 0.98);
    if (bySize !== undefined) return bySize.level;
    const isOwn = !line.monospaced && this.#inOwnFont(line) && line.size >= 0.98 * this.#bodySize;
    return isOwn && isNameAlone(text, isFull(line)) ? this.innermost : 0;
  }

  /** Of headings in the size of the text. */
  get innermost(): number {
    return Math.min(6, (this.#sizes.at(-1)?.level ?? 0) + 1);
  }

  /** Many writers tag headings, items and code as paragraphs, and some a paragraph or a task as a heading. Null: an item. */
  taggedForm(
    tag: Exclude<TaggedPart["kind"], "loose">,
    level: number,
    lines: readonly PdfLine[],
  ): Pick<OutlineBlock, "kind" | "level"> | null {
    const length = lines.reduce((sum, line) => sum + lineText(line).length, 0);
    if (tag === "heading" && (box.test(lineText(lines[0]!)) || bullet.test(lineText(lines[0]!)))) tag = "paragraph";
    if (tag === "heading") return length > longestHeading ? { kind: "paragraph", level: 0 } : { kind: tag, level };
    if (tag === "list_item") return { kind: tag, level };
    if (lines.every(({ monospaced }) => monospaced)) return { kind: "code", level: 0 };
    if (tag !== "paragraph") return { kind: tag, level: 0 };
    const levels = this.#isTagged ? [0] : lines.map((line) => this.levelOf(line));
    if (levels.every((one) => one > 0)) return { kind: "heading", level: Math.min(...levels) };
    return listMark.test(lineText(lines[0]!)) ? null : { kind: tag, level: 0 };
  }

  #outlined(line: PdfLine, text: string): number {
    const level = this.#outline.get(keyOf(text)) ?? 0;
    return line.size > this.#bodySize * 1.02 || this.#inOwnFont(line) ? level : 0;
  }

  #inOwnFont(line: PdfLine): boolean {
    return line.font !== this.#bodyFonts.get(line.page);
  }

  /** The outline's level for most headings of a size; without an outline, the size's rank. */
  #levels(lines: readonly PdfLine[], sizes: readonly number[]): { readonly size: number; readonly level: number }[] {
    let level = 0;
    return sizes.map((size, rank) => {
      const next = sizes[rank + 1] ?? 0;
      const alike = lines.filter(
        (line) => line.size >= size * 0.98 && (rank === 0 || line.size < sizes[rank - 1]! * 0.98),
      );
      const outlined = alike.map((line) => this.#outlined(line, lineText(line))).filter((one) => one > 0);
      level = outlined.length > 0 ? (median(outlined) ?? 1) : Math.min(6, next === 0 && level === 0 ? 1 : level + 1);
      return { size, level };
    });
  }
}

/** Whether a line in a font of its own is a heading: a short name, or a numbered one, which may be longer or end with a full stop. */
function isNameAlone(text: string, isFull: boolean): boolean {
  const isShort = text.length <= longestName;
  const endsOpen = !/[.,;:]$/.test(text);
  if (numbered.test(text)) return isShort || (endsOpen && text.length <= longestNumbered);
  return isShort && endsOpen && !isFull && /^[§\p{Lu}]/u.test(text);
}

/** Without numbers, which outlines mostly leave out. */
const keyOf = (title: string) =>
  title
    .replace(/^(?:(?:[\p{L}]+\s)?(?:\d{1,3}\.)*\d{1,3}\.?|[A-Z]\.(?:\d+\.)*\d*)\s+(?=\S)/u, "")
    .replace(/[^\p{L}\p{N}]+/gu, "");

const median = (numbers: readonly number[]) =>
  [...numbers].sort((one, other) => one - other)[Math.floor(numbers.length / 2)];

const manyLines = 10;
/** Of all lines, or of all letters. */
const muchText = 0.25;

const lettersOf = (lines: readonly PdfLine[]) => lines.reduce((sum, line) => sum + lineText(line).length, 0);

/** Merges nearly equal sizes. A size of much text is no heading's. */
function headingSizes(lines: readonly PdfLine[], body: number): number[] {
  const larger = Map.groupBy(
    lines.filter((line) => line.size >= body * largerBy),
    ({ size }) => size,
  );
  const all = lettersOf(lines);
  const sizes: number[] = [];
  for (const [size, some] of [...larger].sort((one, other) => other[0] - one[0])) {
    const smallest = sizes.at(-1);
    const hasLetters = some.length >= manyLines && lettersOf(some) > muchText * all;
    const isText = hasLetters || some.length > muchText * lines.length;
    if (!isText && (smallest === undefined || size < smallest * 0.95)) sizes.push(size);
  }
  return sizes.slice(0, 6);
}

/** `3. Membership dues: Members pay …` */
const runIn = /^(\d{1,3})\.\s+\p{Lu}[^.:;!?]{2,80}:(?=\s|$)/u;
const fewest = 3;
/** Lines of a rule, on average; items with names are shorter. */
const usualLines = 5;
/** Rules without a name between two with one. */
const mostNameless = 2;

/** Numbered rules whose names stand in the first line of their text, with the length of each name. */
export function runInHeadings(lines: readonly PdfLine[]): ReadonlyMap<PdfLine, number> {
  const found = new Map<PdfLine, number>();
  let [number, first, last] = [0, 0, 0];
  for (const [i, line] of lines.entries()) {
    const [name = "", written] = runIn.exec(lineText(line)) ?? [];
    const ahead = Number(written) - number;
    if (name === "" || ahead < 1 || ahead > mostNameless + 1) continue;
    if (number === 0) first = i;
    [number, last] = [Number(written), i];
    found.set(line, name.length);
  }
  const isText = last - first >= usualLines * (found.size - 1);
  return found.size >= fewest && isText ? found : new Map();
}
