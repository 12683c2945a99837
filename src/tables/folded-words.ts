/** Words of questions and of cells as they are compared, and the months and quarters that they name. */
import { remembered } from "../kernel/stores/recently-used.ts";

/** Words from `from` to before `to`. */
export interface WordRange {
  readonly from: number;
  readonly to: number;
}

export interface FoldedWord {
  readonly text: string;
  readonly stem: string;
  readonly start: number;
  readonly end: number;
}

export type Stemmer = (word: string) => string;

export const asWritten: Stemmer = (word) => word;

/** In Chinese and Japanese, each character is a word. */
const word =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]|(?:(?![\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}])[\p{L}\p{M}])+|\p{N}+(?:[.,]\p{N}+)*/gu;

export function foldedWords(text: string, stem: Stemmer): FoldedWord[] {
  const found: FoldedWord[] = [];
  for (const { 0: written, index } of text.matchAll(word)) {
    const folded = foldedWord(written);
    found.push({
      text: folded,
      stem: /^\d/.test(folded) ? folded : stem(folded),
      start: index,
      end: index + written.length,
    });
  }
  return found;
}

export const foldedTexts = (text: string) => foldedWords(text, asWritten).map((one) => one.text);

export function foldedWord(written: string): string {
  const lower = written.toLowerCase();
  if (/^[a-z]+$/.test(lower)) return lower;
  if (/^\d/.test(lower)) return foldedNumber(lower);
  return lower.normalize("NFKD").replaceAll(/\p{M}/gu, "").replaceAll("ß", "ss");
}

/** `1,234` and `1234` are the same word. */
const foldedNumber = (text: string) => (/^\d{1,3}(?:,\d{3})+$/.test(text) ? text.replaceAll(",", "") : text);

export const rememberedStems = (stem: Stemmer): Stemmer => remembered(mostStems, stem);

const mostStems = 50_000;

/** By folded phrases, with one space between words. */
export interface PeriodWords {
  /** 1 for January. */
  readonly months: ReadonlyMap<string, number>;
  /** Its number where the phrase has it (`q1`), else 0. */
  readonly quarters: ReadonlyMap<string, number>;
  readonly ordinals: ReadonlyMap<string, number>;
}
export interface NamedPeriod extends WordRange {
  readonly month: number;
  readonly quarter: number;
}

const longestPhrase = 3;
export function namedPeriods(texts: readonly string[], known: PeriodWords): NamedPeriod[] {
  const found: NamedPeriod[] = [];
  for (let at = 0; at < texts.length; at++) {
    const one = periodAt(texts, at, known);
    if (one === null) continue;
    found.push(one);
    at = one.to - 1;
  }
  return found;
}

function periodAt(texts: readonly string[], from: number, known: PeriodWords): NamedPeriod | null {
  for (let to = Math.min(texts.length, from + longestPhrase); to > from; to--) {
    const phrase = texts.slice(from, to).join(" ");
    const month = known.months.get(phrase);
    if (month !== undefined) return { from, to, month, quarter: 0 };
    const own = known.quarters.get(phrase);
    const quarter = own === 0 ? (quarterNumber(texts[to]) ?? ordinalBefore(texts, from, known)) : own;
    if (quarter !== undefined && quarter >= 1 && quarter <= 4) return { from, to, month: 0, quarter };
  }
  return null;
}

const quarterNumber = (text = "") => (/^[1-4]$/.test(text) ? Number(text) : undefined);

/** `first`, `1`, `1er`, and in Chinese an ordinal of two words. */
function ordinalBefore(texts: readonly string[], at: number, { ordinals }: PeriodWords): number | undefined {
  const [second = "", last = ""] = [texts[at - 2], texts[at - 1]];
  const isMark = /^\p{L}{1,2}$/u.test(last);
  return (
    ordinals.get(last) ??
    ordinals.get(`${second} ${last}`) ??
    quarterNumber(last) ??
    (isMark ? quarterNumber(second) : undefined)
  );
}

const openings: ReadonlyMap<string, string> = new Map([
  [")", "("],
  ["]", "["],
  ["）", "（"],
]);

/** `Net income` of `Net income (1)`; a text that has nothing else keeps its brackets. @param longest in UTF-16 units */
export function withoutRemarks(text: string, longest = text.length): string {
  let plain = text;
  for (;;) {
    const mark = openings.get(plain.at(-1) ?? "");
    const open = mark === undefined ? -1 : plain.lastIndexOf(mark);
    const before = plain.slice(0, Math.max(0, open)).trimEnd();
    if (plain.length - open > longest || !/[\p{L}\p{N}]/u.test(before)) return plain;
    plain = before;
  }
}
