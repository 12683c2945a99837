/** Reads a question as words, what they ask of a table, and numbers. */

import { remembered } from "../kernel/stores/recently-used.ts";
import { byLanguage } from "../language/data/by-language.ts";
import { english } from "../language/data/english.ts";
import { german } from "../language/data/german.ts";
import { knownLanguage } from "../language/data/known-languages.ts";
import type { AskingKind, TableWords } from "../language/data/table-words.ts";
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

export interface AskedPlace extends WordRange {
  readonly place: number;
}

export const superlatives: readonly AskingKind[] = [
  ...(["most", "least", "highest", "lowest", "longest", "shortest", "oldest", "youngest"] as const),
  ...(["largest", "smallest", "best", "worst", "superlative"] as const),
];

export interface TableQuestion {
  readonly text: string;
  readonly words: readonly AskedWord[];
  readonly asks: readonly TableAsking[];
  readonly kinds: ReadonlySet<AskingKind>;
  readonly numbers: readonly AskedNumber[];
  /** Which of the highest or lowest is asked for, from 2; null for the first. */
  readonly place: AskedPlace | null;
  /** The months that it names one by one, by a range, or by a quarter; 1 for January. */
  readonly askedMonths: ReadonlySet<number>;
  /** The names of months in its language. */
  readonly months: ReadonlyMap<string, number>;
}

const mostWords = 60;

export interface QuestionReader {
  read(question: string, stem: Stemmer): TableQuestion;
}

interface AskingPhrase {
  readonly kind: AskingKind;
  readonly words: readonly string[];
}

/** What a language asks with, by the first word of each phrase. */
interface ReaderWords {
  readonly phrases: ReadonlyMap<string, readonly AskingPhrase[]>;
  readonly stops: ReadonlySet<string>;
  readonly numbers: ReadonlyMap<string, number>;
  readonly ordinals: ReadonlyMap<string, number>;
  readonly months: ReadonlyMap<string, number>;
  readonly endings: readonly (readonly [RegExp, AskingKind])[];
}

const asWritten: Stemmer = (word) => word;
const wordsOf = (text: string) => foldedWords(text, asWritten).map((one) => one.text);

function readerWords({ asks, ...words }: TableWords, tag: string): ReaderWords {
  const phrases = Object.entries(asks).flatMap(([kind, listed]) =>
    listed.split("|").map((phrase): AskingPhrase => ({ kind: kind as AskingKind, words: wordsOf(phrase) })),
  );
  const ordinals = words.ordinals.split(" ").flatMap((forms, i) => {
    return forms.split("/").map((form) => [wordsOf(form).join(" "), i + 2] as const);
  });
  const endings = (["superlative", "comparative"] as const).flatMap((kind) => {
    const ending = words[kind];
    return ending === undefined ? [] : [[new RegExp(`^(?:${ending})$`, "u"), kind] as const];
  });
  return {
    phrases: Map.groupBy(phrases, (phrase) => phrase.words[0] ?? ""),
    stops: new Set(wordsOf(words.stops)),
    numbers: new Map(wordsOf(words.numbers ?? "").map((name, value) => [name, value])),
    ordinals: new Map(ordinals),
    months: new Map(monthNames(tag).flatMap((name, i) => [[name, i + 1] as const, [name.slice(0, 3), i + 1] as const])),
    endings,
  };
}

/** January first, folded. In Chinese they are numbers. */
function monthNames(tag: string): string[] {
  const name = new Intl.DateTimeFormat(tag, { month: "long", timeZone: "UTC" });
  const names = Array.from({ length: 12 }, (_, i) => foldedWord(name.format(Date.UTC(2000, i, 1))));
  return names.filter((one) => /^\p{L}+$/u.test(one));
}

export function questionReader(words: TableWords, tag: string): QuestionReader {
  const known = readerWords(words, tag);
  return {
    read: (question, stem) => {
      const asked = foldedWords(question, stem)
        .slice(0, mostWords)
        .map((one) => ({ ...one, isStop: known.stops.has(one.text) }));
      const asks = asked.flatMap((_, at) => asksAt(asked, at, known));
      return {
        text: question,
        words: asked,
        asks,
        kinds: new Set(asks.map(({ kind }) => kind)),
        numbers: asked.flatMap((one, at) => numberOf(one, at, known.numbers)),
        place: placeIn(asked, asks, known.ordinals),
        months: known.months,
        askedMonths: monthsIn(asked, asks, known.months),
      };
    },
  };
}

function asksAt(asked: readonly AskedWord[], at: number, { phrases, endings }: ReaderWords): TableAsking[] {
  const { text } = asked[at]!;
  const listed = (phrases.get(text) ?? [])
    .filter(({ words }) => words.every((word, i) => asked[at + i]?.text === word))
    .map(({ kind, words }): TableAsking => ({ kind, from: at, to: at + words.length }));
  if (listed.length > 0) return listed;
  return endings.flatMap(([ending, kind]) => (ending.test(text) ? [{ kind, from: at, to: at + 1 }] : [])).slice(0, 1);
}

/** "The second highest": 2, where an ordinal stands in front of a superlative, or behind it ("am zweithöchsten"). */
function placeIn(
  asked: readonly AskedWord[],
  asks: readonly TableAsking[],
  ordinals: ReadonlyMap<string, number>,
): AskedPlace | null {
  for (let at = 0; at < asked.length; at++) {
    const one = asked[at]!.text;
    const place = ordinals.get(one) ?? ordinals.get(`${one} ${asked[at + 1]?.text}`);
    if (place === undefined) continue;
    const to = at + (ordinals.has(one) ? 1 : 2);
    const isRanked = asks.some(({ kind, from }) => superlatives.includes(kind) && from >= at && from <= to);
    if (isRanked) return { place, from: at, to };
  }
  return null;
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

/** Whether questions in a language are read; of another one, tables are only shown. */
export const readsQuestionsIn = (language: string) => knownLanguage(language)?.tables !== undefined;

export const questionReaderOf: (language: string) => QuestionReader = byLanguage(({ tag, tables }) =>
  questionReader(tables ?? english.tables!, tag),
);

/** The words in cells in English, German and this language; numbers of two readings are read as in this one. */
export function buildingWords(language: string): BuildingWords {
  const own = knownLanguage(language);
  const spoken = [english, german, ...(own === null ? [] : [own])].flatMap(({ tag, tables }) =>
    tables === undefined ? [] : [{ tag, tables }],
  );
  const months = spoken.toReversed().flatMap(({ tag }) => monthForms(tag));
  const scales = spoken.flatMap(({ tables }) => Object.entries(tables.scales));
  return {
    months: new Map([...months, ["märz", 3]]),
    scales: new Map(scales.map(([name, scale]) => [foldedWord(name), scale])),
    totals: new Set(spoken.flatMap(({ tables }) => tables.totals.split(" "))),
    notation: own?.tables?.notation ?? null,
  };
}

const monthForms = (tag: string) =>
  monthNames(tag).flatMap((name, i) =>
    [name, name.slice(0, 3), name.slice(0, 4)].map((form): [string, number] => [form, i + 1]),
  );
