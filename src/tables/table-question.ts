/** Reads a question as words, what they ask of a table, and numbers. */

import { remembered } from "../kernel/stores/recently-used.ts";
import { englishTerms } from "./english-terms.ts";
import { germanTerms } from "./german-terms.ts";
import type { AskingKind, TableWords } from "./question-terms.ts";
import type { BuildingWords } from "./table-building.ts";

export interface AskedWord extends FoldedWord {
  readonly isStop: boolean;
}

/** Words from `from` to before `to`. */
export interface WordRange {
  readonly from: number;
  readonly to: number;
}

export interface TableAsking extends WordRange {
  readonly kind: AskingKind;
}

export interface AskedNumber extends WordRange {
  readonly value: number;
  readonly isYear: boolean;
}

export interface TableQuestion {
  readonly text: string;
  readonly words: readonly AskedWord[];
  readonly asks: readonly TableAsking[];
  readonly kinds: ReadonlySet<AskingKind>;
  readonly numbers: readonly AskedNumber[];
  /** The months that it names one by one, by a range, or by a quarter; 1 for January. */
  readonly askedMonths: ReadonlySet<number>;
  /** The names of months in its language. */
  readonly months: ReadonlyMap<string, number>;
}

const mostWords = 60;

export interface QuestionReader {
  read(question: string, stem: Stemmer): TableQuestion;
}

export function questionReader(words: TableWords): QuestionReader {
  const phrases = new Map<string, { readonly kind: AskingKind; readonly words: readonly string[] }[]>();
  for (const [kind, listed] of Object.entries(words.asks)) {
    for (const phrase of listed) {
      const parts = phrase.split(" ");
      const known = phrases.get(parts[0]!) ?? [];
      known.push({ kind: kind as AskingKind, words: parts });
      phrases.set(parts[0]!, known);
    }
  }
  const stops = new Set(words.stops);
  const numbers = new Map(words.numbers.map((name, value) => [name, value]));
  const months = new Map(
    words.months.flatMap((name, i) => [[name, i + 1] as const, [name.slice(0, 3), i + 1] as const]),
  );
  return {
    read: (question, stem) => {
      const asked = foldedWords(question, stem)
        .slice(0, mostWords)
        .map((one) => ({ ...one, isStop: stops.has(one.text) }));
      const asks = asked.flatMap((_, at) => asksAt(asked, at, phrases, words));
      return {
        text: question,
        words: asked,
        asks,
        kinds: new Set(asks.map(({ kind }) => kind)),
        numbers: asked.flatMap((one, at) => numberOf(one, at, numbers)),
        months,
        askedMonths: monthsIn(asked, asks, months),
      };
    },
  };
}

function asksAt(
  asked: readonly AskedWord[],
  at: number,
  phrases: ReadonlyMap<string, readonly { readonly kind: AskingKind; readonly words: readonly string[] }[]>,
  { superlative, comparative }: TableWords,
): TableAsking[] {
  const { text } = asked[at]!;
  const listed = (phrases.get(text) ?? [])
    .filter(({ words }) => words.every((word, i) => asked[at + i]?.text === word))
    .map(({ kind, words }): TableAsking => ({ kind, from: at, to: at + words.length }));
  if (listed.length > 0) return listed;
  const ends = (ending: TableWords["superlative"]) =>
    ending?.ending.test(text) === true && text.replace(ending.ending, "").length >= ending.least;
  if (ends(superlative)) return [{ kind: "superlative", from: at, to: at + 1 }];
  return ends(comparative) ? [{ kind: "comparative", from: at, to: at + 1 }] : [];
}

function numberOf({ text }: AskedWord, at: number, names: ReadonlyMap<string, number>): AskedNumber[] {
  const digits = /^\d+(?:\.\d+)?$/.test(text);
  const value = digits ? Number(text) : names.get(text);
  if (value === undefined) return [];
  return [{ value, from: at, to: at + 1, isYear: digits && /^(?:1\d|20)\d\d$/.test(text) }];
}

/** January to March, or the first quarter, as numbers. */
function monthsIn(
  asked: readonly AskedWord[],
  asks: readonly TableAsking[],
  months: ReadonlyMap<string, number>,
): Set<number> {
  const named = asked.flatMap(({ text }, at) => {
    const month = months.get(text);
    return month === undefined ? [] : [{ month, at }];
  });
  const found = new Set(named.map(({ month }) => month));
  for (const [i, { month, at }] of named.entries()) {
    const next = named[i + 1];
    if (next?.at !== at + 2 || !rangeWord.test(asked[at + 1]!.text)) continue;
    for (let other = month; other <= next.month; other++) found.add(other);
  }
  const quarter = quarterIn(asked, asks);
  for (let i = 1; i <= 3 && quarter > 0; i++) found.add((quarter - 1) * 3 + i);
  return found;
}

const rangeWord = /^(?:to|through|until|till|bis)$/;
const ordinals = /^(?:(first|erste[nrs]?|1)|(second|zweite[nrs]?|2)|(third|dritte[nrs]?|3)|(fourth|vierte[nrs]?|4))$/;

/** 1 to 4; 0 without one. */
function quarterIn(asked: readonly AskedWord[], asks: readonly TableAsking[]): number {
  const at = asks.find(({ kind }) => kind === "quarter")?.from;
  if (at === undefined) return 0;
  const own = /^q([1-4])$/.exec(asked[at]!.text)?.[1];
  if (own !== undefined) return Number(own);
  const found = ordinals.exec(asked[at - 1]?.text ?? "");
  return found === null ? 0 : found.slice(1).findIndex((one) => one !== undefined) + 1;
}

export const overlaps = (one: WordRange, other: WordRange) => one.from < other.to && other.from < one.to;

export interface FoldedWord {
  readonly text: string;
  readonly stem: string;
  /** UTF-16, half-open. */
  readonly start: number;
  readonly end: number;
}

export type Stemmer = (word: string) => string;

const word = /[\p{L}\p{M}]+|\p{N}+(?:[.,]\p{N}+)*/gu;

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

export function foldedWord(written: string): string {
  const lower = written.toLowerCase();
  if (/^[a-z]+$/.test(lower)) return lower;
  if (/^\d/.test(lower)) return foldedNumber(lower);
  return lower.normalize("NFKD").replaceAll(/\p{M}/gu, "").replaceAll("ß", "ss");
}

/** `1,234` and `1234` are the same word. */
const foldedNumber = (text: string) => (/^\d{1,3}(?:,\d{3})+$/.test(text) ? text.replaceAll(",", "") : text);

/** Remembers stems: a table repeats its words. */
export const rememberedStems = (stem: Stemmer): Stemmer => remembered(mostStems, stem);

const mostStems = 50_000;

const tables: Readonly<Record<string, TableWords>> = { en: englishTerms, de: germanTerms };

/** Whether questions in a language are read; of another one, tables are only shown. */
export const readsQuestionsIn = (subtag: string) => Object.hasOwn(tables, subtag);

export const questionReaderOf = (subtag: string): QuestionReader => questionReader(tables[subtag] ?? englishTerms);

/** The words in cells of every language; numbers that can be read in two ways are read as in this one. */
export function buildingWords(subtag: string): BuildingWords {
  const all = Object.values(tables);
  const months = new Map<string, number>();
  const scales = new Map<string, number>();
  for (const { months: names, scales: own } of all) {
    for (const [i, name] of names.entries())
      for (const form of [name, name.slice(0, 3), name.slice(0, 4)]) months.set(form, i + 1);
    for (const [name, scale] of Object.entries(own)) scales.set(foldedWord(name), scale);
  }
  months.set("märz", 3);
  const totals = new Set(all.flatMap((one) => one.totals));
  return { months, scales, totals, notation: tables[subtag]?.notation ?? null };
}
