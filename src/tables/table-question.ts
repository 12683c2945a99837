/** Reads a question as words, what they ask of a table, and numbers. */

import { byKnownLanguage, byLanguage } from "../language/data/by-language.ts";
import { english } from "../language/data/english.ts";
import { german } from "../language/data/german.ts";
import { knownLanguage } from "../language/data/known-languages.ts";
import type { Language } from "../language/data/language.ts";
import type { AskingKind, TableWords } from "../language/data/table-words.ts";
import { monthForms } from "../language/text/named-dates.ts";
import {
  type FoldedWord,
  foldedTexts,
  foldedWord,
  foldedWords,
  type NamedPeriod,
  namedPeriods,
  type PeriodWords,
  type Stemmer,
  type WordRange,
} from "./folded-words.ts";
import type { BuildingWords } from "./table-building.ts";

export interface AskedWord extends FoldedWord {
  readonly isStop: boolean;
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
  /** "The first three": not the third. */
  readonly isCount?: true;
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
  /** Which of the highest or lowest is asked for, or how many of them, from 2; null for the first. */
  readonly place: AskedPlace | null;
  readonly periods: readonly NamedPeriod[];
  /** Those that it names one by one or by a range, and the months of its quarters; 1 for January. */
  readonly askedMonths: ReadonlySet<number>;
  readonly askedQuarters: ReadonlySet<number>;
  /** The month or quarter that a name of a column says; null if there is none. */
  periodOf(name: string): NamedPeriod | null;
  /** What the words of a name ask in a question: `rank` of the column "Position". */
  kindsIn(name: string): ReadonlySet<AskingKind>;
}

const mostWords = 60;

export interface QuestionReader extends Pick<TableQuestion, "periodOf"> {
  read(question: string, stem: Stemmer): TableQuestion;
}

type ReaderWords = ReturnType<typeof readerWords>;

/** What a language asks with, by the first word of each phrase. */
function readerWords({ tag, counting, tables = english.tables! }: Language) {
  const { asks, ...words } = tables;
  const phrases = Object.entries(asks).flatMap(([kind, listed]) =>
    listed.split("|").map((phrase) => ({ kind: kind as AskingKind, words: foldedTexts(phrase) })),
  );
  const ordinals = words.ordinals.split(" ").flatMap((forms, i) => {
    return forms.split("/").map((form) => [foldedTexts(form).join(" "), i + 2] as const);
  });
  const endings = (["superlative", "comparative"] as const).flatMap((kind) => {
    const ending = words[kind];
    return ending === undefined ? [] : [[new RegExp(`^(?:${ending})$`, "u"), kind] as const];
  });
  const cardinals = (words.numbers ?? counting?.cardinals ?? "").split(" ");
  return {
    phrases: Map.groupBy(phrases, (phrase) => phrase.words[0] ?? ""),
    stops: new Set(foldedTexts(words.stops)),
    numbers: new Map(cardinals.flatMap((forms, value) => forms.split("|").map((form) => [foldedWord(form), value]))),
    ordinals: new Map(ordinals),
    periods: periodWords(tag, asks, ordinals),
    ranges: new Set(phrasesIn(words.range)),
    endings,
  };
}

const phrasesIn = (listed = "") => listed.split("|").map((phrase) => foldedTexts(phrase).join(" "));

function periodWords(
  tag: string,
  { first, quarter }: TableWords["asks"],
  ordinals: readonly (readonly [string, number])[],
): PeriodWords {
  const quarters = phrasesIn(quarter).map((phrase) => [phrase, Number(/\d$/.exec(phrase)?.[0] ?? 0)] as const);
  return {
    months: new Map(namesOfMonths(tag)),
    quarters: new Map(quarters),
    ordinals: new Map([...phrasesIn(first).map((phrase) => [phrase, 1] as const), ...ordinals]),
  };
}

/** Full and shortened names, folded; none that may be two months. */
function namesOfMonths(tag: string): [name: string, month: number][] {
  const forms = monthForms(tag).flatMap((names, i) =>
    names.flatMap((name) => {
      const whole = foldedTexts(name).join(" ");
      return [whole, whole.slice(0, 3), whole.slice(0, 4)].map((form): [string, number] => [form, i + 1]);
    }),
  );
  const months = Map.groupBy(forms, ([form]) => form);
  const isOne = ([name]: [string, number]) => new Set(months.get(name)!.map(([, month]) => month)).size === 1;
  return forms.filter((form) => /\p{L}/u.test(form[0]) && isOne(form));
}

function questionReader(language: Language): QuestionReader {
  const known = readerWords(language);
  const periodOf = (name: string) => namedPeriods(foldedTexts(name), known.periods)[0] ?? null;
  const kindsIn = (name: string) => {
    const words = foldedTexts(name);
    return new Set(words.flatMap((_, at) => listedAt(words, at, known.phrases).map(({ kind }) => kind)));
  };
  return {
    periodOf,
    read: (question, stem) => {
      const asked = foldedWords(question, stem)
        .slice(0, mostWords)
        .map((one) => ({ ...one, isStop: known.stops.has(one.text) }));
      const texts = asked.map(({ text }) => text);
      const percent = question.includes("%") ? [{ kind: "share" as const, from: texts.length, to: texts.length }] : [];
      const asks: TableAsking[] = [...asked.flatMap((_, at) => asksAt(texts, at, known)), ...percent];
      const periods = namedPeriods(texts, known.periods);
      return {
        text: question,
        words: asked,
        asks,
        kinds: new Set(asks.map(({ kind }) => kind)),
        numbers: asked.flatMap((one, at) => numberOf(one, at, known.numbers)),
        place: placeIn(asked, asks, known.ordinals) ?? countIn(asked, asks, known.numbers),
        periods,
        ...spannedPeriods(periods, asked, question, known.ranges),
        periodOf,
        kindsIn,
      };
    },
  };
}

function listedAt(texts: readonly string[], at: number, phrases: ReaderWords["phrases"]): TableAsking[] {
  return (phrases.get(texts[at]!) ?? [])
    .filter(({ words }) => words.every((word, i) => texts[at + i] === word))
    .map(({ kind, words }) => ({ kind, from: at, to: at + words.length }));
}

function asksAt(texts: readonly string[], at: number, { phrases, endings }: ReaderWords): TableAsking[] {
  const text = texts[at]!;
  // "Is" asks for yes or no at the beginning.
  const listed = listedAt(texts, at, phrases).filter(({ kind }) => at === 0 || kind !== "whether");
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

const counted: readonly AskingKind[] = [...superlatives, "top", "bottom", "first", "last"];
const choosing: readonly AskingKind[] = ["which", "who", "list", "name"];
const mostCounted = 50;

/** "The first three", "the 5 most expensive", "which three have the most": a number beside what orders rows, or asks for them. */
function countIn(
  asked: readonly AskedWord[],
  asks: readonly TableAsking[],
  names: ReadonlyMap<string, number>,
): AskedPlace | null {
  const orders = asks.filter(({ kind }) => counted.includes(kind));
  for (const [at, word] of asked.entries()) {
    const [number] = numberOf(word, at, names);
    if (number === undefined || number.value < 2 || number.value > mostCounted || orders.length === 0) continue;
    const isBehind = ({ kind, to }: TableAsking) =>
      choosing.includes(kind) && to <= at && asked.slice(to, at).every(({ isStop }) => isStop);
    if (orders.some(({ from, to }) => from === at + 1 || to === at) || asks.some(isBehind))
      return { place: number.value, from: at, to: at + 1, isCount: true };
  }
  return null;
}

function numberOf({ text }: AskedWord, at: number, names: ReadonlyMap<string, number>): AskedNumber[] {
  const digits = /^\d+(?:\.\d+)?$/.test(text);
  const value = digits ? Number(text) : names.get(text);
  if (value === undefined) return [];
  return [{ value, from: at, to: at + 1, isYear: digits && /^(?:1\d|20)\d\d$/.test(text) }];
}
function spannedPeriods(
  periods: readonly NamedPeriod[],
  asked: readonly AskedWord[],
  question: string,
  ranges: ReadonlySet<string>,
): Pick<TableQuestion, "askedMonths" | "askedQuarters"> {
  const ends = periods.map(({ to }, i) => {
    const next = periods[i + 1];
    const isSpan = next !== undefined && isRange(asked.slice(to, next.from), ranges, betweenWords(question, asked, to));
    return isSpan ? next : null;
  });
  const all = (of: (one: NamedPeriod) => number) =>
    new Set(periods.flatMap((one, i) => numbersFrom(of(one), ends[i] ? of(ends[i]) : 0)));
  const [months, quarters] = [all(({ month }) => month), all(({ quarter }) => quarter)];
  for (const quarter of quarters) for (const month of numbersFrom(quarter * 3 - 2, quarter * 3)) months.add(month);
  return { askedMonths: months, askedQuarters: quarters };
}

const numbersFrom = (from: number, to: number) =>
  from === 0 ? [] : Array.from({ length: Math.max(1, to - from + 1) }, (_, i) => from + i);

const betweenWords = (question: string, asked: readonly AskedWord[], at: number) =>
  question.slice(asked[at - 1]!.end, asked[at]?.start);

const isRange = (words: readonly AskedWord[], ranges: ReadonlySet<string>, between: string) =>
  words.length === 0 ? /^\s*[-–—]\s*$/.test(between) : ranges.has(words.map(({ text }) => text).join(" "));

export const overlaps = (one: WordRange, other: WordRange) => one.from < other.to && other.from < one.to;

/** Whether questions in a language are read; of another one, tables are only shown. */
export const readsQuestionsIn = (language: string) => knownLanguage(language)?.tables !== undefined;

export const questionReaderOf: (language: string) => QuestionReader = byLanguage(questionReader);

/** The words in cells in English, German and this language; numbers of two readings are read as in this one. */
export const buildingWords = (language: string): BuildingWords =>
  knownWords(language) ?? { ...knownWords("en")!, notation: null };

const knownWords = byKnownLanguage((own): BuildingWords => {
  const spoken = [...new Set([english, german, own])].flatMap(({ tag, tables }) =>
    tables === undefined ? [] : [{ tag, tables }],
  );
  const scales = spoken.flatMap(({ tables }) => Object.entries(tables.scales));
  return {
    months: new Map(spoken.flatMap(({ tag }) => namesOfMonths(tag))),
    scales: new Map(scales.map(([name, scale]) => [foldedWord(name), scale])),
    totals: new Set(spoken.flatMap(({ tables }) => tables.totals.split(" "))),
    notation: own.tables?.notation ?? null,
    partName: (captions) => partName(captions, own.tables === undefined ? english : own),
  };
});

/** As the language calls months or quarters, where all of the captions name one. */
function partName(captions: readonly string[], { tag, tables }: Language): string {
  const { periodOf } = questionReaderOf(tag);
  const periods = captions.map(periodOf);
  const word = (listed = "") => listed.split("|")[0]!;
  if (periods.every((one) => one !== null && one.month > 0)) return word(tables!.asks.month);
  return periods.every((one) => one !== null && one.quarter > 0) ? word(tables!.asks.quarter) : "";
}
