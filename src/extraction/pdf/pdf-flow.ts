/** How the lines of a page go on with each other. */
import { lineText, type PdfLine } from "./pdf-line.ts";

/** Symbol fonts have their bullets in the private use area. */
export const listMark = /^(?:[•◦▪■●‣\uE000-\uF8FF☐-☒□❏-❒◯○]|[–—*-] |\(?(?:\d{1,3}|[a-zA-Z]|[ivx]{1,5})[.)] )\s*/;
const contentsLine = /(?:[.…]\s?){4,}\s*(?:(?:\p{L}{1,6}\.?\s?)?\d{1,4}|[ivxlc]{1,7})?\s*$/u;
/** Ems to the column's edge; the author ended a shorter line. */
const shortBy = 4;

/** Lines that end in a number at the edge; a page with so many is one of contents. */
const contentsPage = 4;

/** `Chapter 3` or `§ 3` on a line above its heading. */
const chapterLabel =
  /^§\s?\d{1,4}[a-z]?$|^(?:article|artikel|section|abschnitt|chapter|kapitel|cap[íi]tulo|chapitre|capitolo|hoofdstuk|part|teil|parte|partie|appendix|anhang|ap[ée]ndice|annexe)\s+\S{1,8}$/iu;

/** Whether dots lead from a line to a page number. */
export const isOfContents = (line: PdfLine) => contentsLine.test(lineText(line).slice(-200));

/** @param entries of contents without dots */
export function withoutContents(lines: readonly PdfLine[], entries: ReadonlySet<PdfLine> = new Set()): PdfLine[] {
  const kept = lines.filter((line) => !isOfContents(line) && !entries.has(line));
  if (lines.length - kept.length < contentsPage) return kept;
  return kept.filter((line) => !/\s\d{1,4}$/.test(lineText(line)) || line.column.right - line.right > line.size);
}

/** Lines without dots that name another line and a page. */
export function contentsEntries(pages: readonly (readonly PdfLine[])[]): ReadonlySet<PdfLine> {
  const said = new Set(pages.flatMap((lines) => lines.map(lineText)));
  const isEntry = (line: PdfLine) => {
    const text = lineText(line);
    const end = text.lastIndexOf(" ");
    const page = /^\d{1,4}$/.test(text.slice(end + 1)) ? Number(text.slice(end + 1)) : 0;
    return page > 0 && page <= pages.length && said.has(text.slice(0, end).trimEnd());
  };
  const found = pages.map((lines) => lines.filter(isEntry));
  return new Set(found.filter(({ length }) => length >= contentsPage).flat());
}

/** A short line in a size or font of its own, above text. */
export function isLabel(last: PdfLine, line: PdfLine): boolean {
  if (last.monospaced || line.monospaced || isFull(last) || /^\p{Ll}|^[,;)]/u.test(lineText(line))) return false;
  const runs = last.segments.flatMap((segment) => segment.runs);
  const isAlone = runs.every(({ size, font }) => size === last.size && font === last.font);
  return isAlone && !/[,(]$/.test(lineText(last)) && (last.font !== line.font || last.size > 1.15 * line.size);
}

/** An open heading that is only a label of the next one. */
export function isLabelOf(
  { lines: [first, ...more], level: own }: { readonly lines: readonly PdfLine[]; readonly level: number },
  line: PdfLine,
  level: number,
): boolean {
  return more.length === 0 && first!.page === line.page && level <= own && chapterLabel.test(lineText(first!));
}

export const isFull = (line: PdfLine) => line.column.right - line.right < shortBy * line.size;

export const isSetIn = ({ x, size, column }: PdfLine) => x - column.left > 0.8 * size;

export function endsEarly(last: PdfLine, line: PdfLine): boolean {
  if (!/^[\p{Lu}\p{N}«“"(¿¡]/u.test(lineText(line))) return false;
  const left = last.column.right - last.right;
  const isShort = [last, line].every(({ column }) => left > (column.right - column.left) / 2);
  return (isShort && !isSetIn(line)) || (left > shortBy * last.size && /[.!?:;»”"]$/.test(lineText(last)));
}

export function jumps(last: PdfLine, line: PdfLine): boolean {
  return line.page > last.page || (line.page === last.page && line.y < last.y);
}

/** An unfinished sentence continues with a small letter, or with any word after a full line. */
export function runsOn(last: PdfLine, line: PdfLine): boolean {
  if (last.size !== line.size || /[.!?:;»”"]$/.test(lineText(last))) return false;
  return /^[\p{Ll}\p{Lo}]/u.test(lineText(line)) || last.column.right - last.right < 2 * last.size;
}

/** Whether a line continues the one above, although its tag begins another block. */
export function goesOnBelow(last: PdfLine, line: PdfLine, isSameKind: boolean): boolean {
  if (last.size !== line.size || /[.!?:;»”"]$/.test(lineText(last))) return false;
  const isSmall = /^\p{Ll}/u.test(lineText(line));
  if (wraps(last, line)) return isSmall || !isSameKind;
  return isSmall && !isSameKind && last.right > (last.column.left + last.column.right) / 2;
}

/** The first word of the lower line had no room behind the upper one. */
export function wraps(last: PdfLine, line: PdfLine): boolean {
  const text = lineText(line);
  const word = /^\S*/.exec(text)![0].length;
  return last.right + ((word + 1) * (line.right - line.x)) / text.length > last.column.right;
}

interface PlacedItem {
  readonly x: number;
  readonly edge: number;
  readonly page: number;
  readonly mark: ItemMark | null;
}

interface ItemMark {
  readonly shape: string;
  readonly number: number | null;
}

const itemNumber = /^(\(?)(?:(\d{1,3})|([a-z]))([.)])/;

function markOf(text: string): ItemMark | null {
  const [, open = "", digits, letter, close = ""] = itemNumber.exec(text) ?? [];
  if (digits !== undefined) return { shape: `${open}1${close}`, number: Number(digits) };
  if (letter !== undefined) return { shape: `${open}a${close}`, number: letter.charCodeAt(0) };
  return listMark.test(text) ? { shape: text[0]!, number: null } : null;
}

/** Of the open list's items, outermost first: those further right are deeper, unless their number follows another one. */
export class ItemDepths {
  #open: PlacedItem[] = [];

  clear(): void {
    this.#open = [];
  }

  of(line: PdfLine): number {
    const { x, size, column, page } = line;
    const item = { x, edge: x - column.left, page, mark: markOf(lineText(line)) };
    const within = this.#open.filter(({ edge }) => edge < item.edge + 0.5 * size);
    const isDeeper = item.edge - (within.at(-1)?.edge ?? Number.NEGATIVE_INFINITY) > 0.5 * size;
    const after = this.#placeBehind(item, size);
    const above = after === -1 ? within.slice(0, within.length - (isDeeper ? 0 : 1)) : this.#open.slice(0, after);
    this.#open = [...above, item];
    return Math.min(10, this.#open.length);
  }

  /** Of the item that this one follows; numbers are often set flush right, and a page may begin within a list. */
  #placeBehind({ x, edge, page, mark }: PlacedItem, size: number): number {
    if (mark === null) return -1;
    const isNext = (item: PlacedItem) =>
      item.mark?.shape === mark.shape &&
      (mark.number === null ? page > item.page : item.mark.number === mark.number - 1);
    const isNear = (item: PlacedItem) =>
      Math.abs(x - item.x) <= size || (page === item.page && Math.abs(edge - item.edge) <= size);
    const near = this.#open.findLastIndex((item) => isNext(item) && isNear(item));
    if (near !== -1 || mark.number === null) return near;
    return this.#open.findLastIndex((item) => isNext(item) && page > item.page);
  }
}

const usualLeading = 1.2;

/** The median distance of lines of each size, in ems. */
export function typicalLeadings(lines: readonly PdfLine[]): (size: number) => number {
  const gaps = new Map<number, number[]>();
  for (const [i, line] of lines.entries()) {
    const last = lines[i - 1];
    if (last === undefined || last.page !== line.page || last.size !== line.size) continue;
    const gap = (line.y - last.y) / line.size;
    if (gap > 0.8 && gap < 2.5) gaps.getOrInsertComputed(line.size, () => []).push(gap);
  }
  const medians = new Map(
    [...gaps].map(([size, some]) => [size, some.sort((one, other) => one - other)[some.length >> 1]!]),
  );
  return (size) => medians.get(size) ?? usualLeading;
}

/** In lower case with hyphens, to tell `well-known` from `docu-ment`. */
export function wordsOf(lines: readonly PdfLine[]): ReadonlySet<string> {
  const words = new Set<string>();
  for (const line of lines) {
    for (const [word] of lineText(line).matchAll(/\p{L}+(?:[-‐]\p{L}+)*/gu)) words.add(word.toLowerCase());
  }
  return words;
}

/** Longer runs are no words, and would take quadratic time. */
const longestWord = 100;
const cutWord = /(?<!\p{L}[-‐]?)(?<head>\p{L}+(?:[-‐]\p{L}+)*)[-‐\u00ad]$/u;
const spaceless = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]$/u;
const spacelessStart = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u3001\u3002]/u;

/** @returns `starts`: UTF-16 positions of the lines */
export function joinLines(lines: readonly string[], words: ReadonlySet<string>): { text: string; starts: number[] } {
  const pieces: string[] = [];
  const starts: number[] = [];
  let length = 0;
  for (const [i, line] of lines.entries()) {
    const next = lines[i + 1];
    const piece = next === undefined ? line : ending(line, next, words);
    starts.push(length);
    pieces.push(piece);
    length += piece.length;
  }
  return { text: pieces.join(""), starts };
}

/** Without the hyphen of a split word; a word's own hyphen stays. */
function ending(line: string, next: string, words: ReadonlySet<string>): string {
  const head = cutWord.exec(line.slice(-longestWord))?.groups?.head;
  const tail = /^\p{Ll}+/u.exec(next)?.[0];
  if (head !== undefined && tail !== undefined) {
    const hyphenated = words.has(`${head}-${tail}`.toLowerCase()) && !words.has((head + tail).toLowerCase());
    return hyphenated ? line : line.slice(0, -1);
  }
  if (head !== undefined && /^\p{Lu}/u.test(next)) return line;
  return spaceless.test(line) && spacelessStart.test(next) ? line : `${line} `;
}

/** With its indentation, in characters of a fixed pitch. */
export function codeOf(lines: readonly PdfLine[]): string {
  const left = lines.reduce((edge, line) => Math.min(edge, line.x), Number.POSITIVE_INFINITY);
  const indent = ({ x, size }: PdfLine) => " ".repeat(Math.min(80, Math.round((x - left) / (0.6 * size))));
  return lines.map((line) => indent(line) + lineText(line)).join("\n");
}
