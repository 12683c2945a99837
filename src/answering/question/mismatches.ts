/** What the sentences say differently from the question: denied, with other numbers, with a word turned into its opposite. */
import { byKnownLanguage } from "../../language/data/by-language.ts";
import type { Language } from "../../language/data/language.ts";
import { namedDates } from "../../language/text/named-dates.ts";
import type { Analyzer } from "../../language/words/analysis.ts";
import { areKin } from "../../language/words/kinship.ts";
import type { Evidence } from "../evidence/evidence.ts";

/** The window is the best sentence with its two neighbours. */
export interface Mismatches {
  /** 1 if the question denies something and the best sentence says of nothing that it is not so. */
  readonly negation: number;
  /** How many words of the question are in the window only with a negating prefix, or without theirs: `direct`, `indirect`. */
  readonly undone: number;
  /** 1 if the window lacks a number of the question, in any notation, and names another instead: a year for a year. */
  readonly otherNumbers: number;
  /** 1 if the question names a thing by a number that no passage of the memory has: `PEP 703`. */
  readonly unknownNumber: number;
}

export function mismatchesOf(
  { question: asked, analyzer, terms }: Evidence,
  { best, window }: { readonly best: string; readonly window: string },
): Mismatches {
  const { language } = analyzer;
  const named = numberValues(withoutAskedCount(asked, language), language);
  const said = named.size === 0 ? named : numberValues(window, language);
  const isOther = named
    .difference(said)
    .values()
    .some((one) => said.values().some((other) => isYear(one) === isYear(other)));
  return {
    negation: denies(asked, language) && !deniesToo(asked, best, language) ? 1 : 0,
    undone: undoneWords(asked, window, language),
    otherNumbers: isOther ? 1 : 0,
    unknownNumber: namingNumbers(asked, analyzer).some((number) =>
      terms.some(({ term, documentFrequency }) => term === number && documentFrequency === 0),
    )
      ? 1
      : 0,
  };
}

/** The numbers behind a word that they name (`PEP 703`), with nothing that they count behind them (`take 6 weeks`); no dates. */
function namingNumbers(question: string, analyzer: Analyzer): readonly string[] {
  const tokens = analyzer.analyze(question);
  const dates = namedDates(question, analyzer.language);
  return tokens.flatMap(({ term, start, end }, i) => {
    if (!/^\p{N}+$/u.test(term)) return [];
    const [before, after] = [tokens[i - 1], tokens[i + 1]];
    const names = before !== undefined && !before.stop && question.slice(before.end, start) === " ";
    const counts = after !== undefined && !after.stop && question.slice(end, after.start).trim() === "";
    const isDate = dates.some(({ phrase }) => phrase.includes(question.slice(start, end)));
    return names && !counts && !isDate ? [term] : [];
  });
}

/** A count of things may be as great, but rarely is. */
const isYear = (value: number) => Number.isInteger(value) && value >= 1000 && value <= 2100;

/** Whether a sentence denies something as well. `What did it not fail to do?` is no question for what it failed to do. */
function deniesToo(question: string, sentence: string, language: string): boolean {
  if (isNegated(sentence, language)) return true;
  return impliesNegation(sentence, language) && !impliesNegation(question, language);
}

const countBehind = byKnownLanguage(({ counting }) =>
  counting?.asking === undefined ? null : new RegExp(String.raw`(?<=(?<!\p{L})(?:${counting.asking}) )\p{L}+`, "giu"),
);

/** Without the number of things that are asked for: `which two` does not ask about a two. */
function withoutAskedCount(question: string, language: string): string {
  const count = countBehind(language);
  return count === null ? question : question.replace(count, " ");
}

interface Prefixes {
  readonly negating: readonly string[];
  /** Words that only seem to have such a prefix. */
  readonly seeming: ReadonlySet<string>;
}

const prefixesOf = byKnownLanguage(({ negatingPrefixes }): Prefixes | null => {
  if (negatingPrefixes === null) return null;
  const [prefixes = "", words = ""] = negatingPrefixes.split("|");
  return { negating: prefixes.split(" "), seeming: new Set(words.split(" ")) };
});

/** Without its prefix, a word has no fewer characters. */
const shortestStem = 4;

/** How many words of the question the window has only with a negating prefix, or only without theirs. */
function undoneWords(question: string, window: string, language: string): number {
  const prefixes = prefixesOf(language);
  if (prefixes === null) return 0;
  const { negating, seeming } = prefixes;
  const said = new Set<string>();
  for (const word of wordsOf(window)) said.add(word).add(unhyphened(word));
  const isUndone = (asked: string) => {
    const word = unhyphened(asked);
    if (said.has(asked) || said.has(word)) return false;
    return negating.some((prefix) => {
      const stem = word.startsWith(prefix) && !seeming.has(word) ? word.slice(prefix.length) : "";
      const isWithout = stem.length >= shortestStem && said.has(stem);
      const longer = prefix + word;
      return isWithout || (word.length >= shortestStem && said.has(longer) && !seeming.has(longer));
    });
  };
  return new Set(wordsOf(question).filter(isUndone)).size;
}

const unhyphened = (word: string) => (word.includes("-") ? word.replaceAll("-", "") : word);

/** In lower case, with their hyphens. */
const wordsOf = (text: string): readonly string[] =>
  text.toLowerCase().match(/[\p{L}\p{M}]+(?:-[\p{L}\p{M}]+)*/gu) ?? [];

interface NumberNotation {
  /** Of the words for numbers. */
  readonly values: ReadonlyMap<string, number>;
  readonly hasDecimalComma: boolean;
}

const notationOf = byKnownLanguage(
  ({ counting, tag }: Language): NumberNotation => ({
    values: new Map([counting?.cardinals ?? "", counting?.ordinals ?? ""].flatMap(valuesIn)),
    hasDecimalComma: Intl.NumberFormat(tag).format(1.5) === "1,5",
  }),
);

const valuesIn = (list: string) =>
  list.split(" ").flatMap((forms, value) => forms.split("|").map((word) => [word, value] as const));

/** @param language BCP 47; without its counting words, digits and Roman numerals are read. */
export function numberValues(text: string, language: string): ReadonlySet<number> {
  const notation = notationOf(language);
  const values = new Set<number>();
  for (const found of text.match(/[\p{L}\p{N}][\p{L}\p{M}\p{N}.,]*/gu) ?? []) {
    const word = /[.,]$/.test(found) ? found.replace(/(?<![.,])[.,]+$/, "") : found;
    const value = /^\p{N}/u.test(word)
      ? fromDigits(word, notation?.hasDecimalComma === true)
      : (notation?.values.get(word.toLowerCase()) ?? fromRoman(word));
    if (value !== null) values.add(value);
  }
  return values;
}

/** `1,200`, `60s`, `3rd`, and `1.200,5` with a decimal comma; null for what has other letters. */
function fromDigits(word: string, hasDecimalComma: boolean): number | null {
  const digits = word.replace(/(?:st|nd|rd|th|s)$/, "");
  const plain = hasDecimalComma
    ? digits.replace(/\.(?=\d{3})/g, "").replace(",", ".")
    : digits.replace(/,(?=\d{3})/g, "");
  const value = Number(plain);
  return Number.isNaN(value) ? null : value;
}

const roman = /^(?=[IVX]{2})(?<tens>X{0,3})(?<ones>IX|IV|V?I{0,3})$/;
const ones: Readonly<Record<string, number>> = { IX: 9, IV: 4 };

/** From II to XXXIX; null for anything else. A single letter is rather a name. */
function fromRoman(word: string): number | null {
  if (!/^[IVX]/.test(word)) return null;
  const parts = roman.exec(word)?.groups;
  if (parts === undefined) return null;
  const low = parts.ones ?? "";
  const units = ones[low] ?? (low.startsWith("V") ? 4 + low.length : low.length);
  return 10 * (parts.tens?.length ?? 0) + units;
}

/** Each word with those that exclude it. */
const excludedIn = byKnownLanguage(({ opposites }) => excludedBy(opposites === null ? [] : opposites.split("|")));

function excludedBy(pairs: readonly string[]): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>();
  for (const pair of pairs) {
    const [one = "", other = ""] = pair.split(" ");
    for (const [word, against] of [
      [one, other],
      [other, one],
    ] as const) {
      found.set(word, [...(found.get(word) ?? []), against]);
    }
  }
  return found;
}

/**
 * Whether a text contains the opposite of a word of the question but not the word itself, in any of its forms. A question that
 * names both (`the West … eastern territories`) is not contradicted.
 * @param asked the question's words as written, in lower case. @param language BCP 47.
 */
export function contradicts(asked: ReadonlySet<string>, text: string, language: string): boolean {
  const known = excludedIn(language);
  const opposable = known === null ? [] : [...asked].filter((word) => known.has(word));
  if (known === null || opposable.length === 0) return false;
  const lower = text.toLowerCase();
  // Most texts do not have the letters of an opposite, and need not be taken apart.
  const mayOppose = (word: string) => known.get(word)!.some((against) => lower.includes(against.replace("_", " ")));
  if (!opposable.some(mayOppose)) return false;
  const words: readonly string[] = lower.match(/[\p{L}\p{M}]+/gu) ?? [];
  const said = new Set([...words, ...pairsOf(words)]);
  return opposable.some((word) => {
    const isAgainst = known.get(word)?.some((against) => said.has(against) && !names(asked, against)) === true;
    return isAgainst && !names(said, word);
  });
}

/** Adjacent words as one, as `opposites` has them: `plus_de`. */
export const pairsOf = (words: readonly string[]) => words.slice(1).map((word, i) => `${words[i]!}_${word}`);

/** Words in one form or another begin with so many equal letters. */
const commonBeginning = 4;

/** Whether one of the words is a form of it, or what it is derived from: `west` for `western`. */
function names(words: ReadonlySet<string>, word: string): boolean {
  if (words.has(word)) return true;
  const beginning = word.slice(0, commonBeginning);
  return words.values().some((one) => one.startsWith(beginning) && (word.startsWith(one) || areKin(one, word)));
}

const denialIn = byKnownLanguage((language) => patternOf(language, language.negation));
const impliedIn = byKnownLanguage((language) =>
  language.impliedNegation === undefined ? null : patternOf(language, language.impliedNegation),
);
const exceptionIn = byKnownLanguage((language) => patternOf(language, language.exceptions));

function patternOf({ spacing }: Language, alternatives: string): RegExp {
  const whole = spacing === "words" ? String.raw`(?<![\p{L}\p{M}])(?:${alternatives})(?![\p{L}\p{M}])` : alternatives;
  return new RegExp(whole, "iu");
}

/** Whether a text of a language (BCP 47) contains a negation or exception; false for an unknown language. */
export function isNegated(text: string, language: string): boolean {
  return denies(text, language) || exceptionWords(text, language) !== "";
}

/** Whether it contains a word that means a negation: `lacks`, `refused to`. */
export function impliesNegation(text: string, language: string): boolean {
  return impliedIn(language)?.test(text) === true;
}

/** Whether it contains a negation. An exception (`other than`) is none: it denies nothing about the rest. */
export function denies(text: string, language: string): boolean {
  return denialIn(language)?.test(text) === true;
}

/** The words that except something: `besides`, `other than`. Empty if there are none. */
export function exceptionWords(text: string, language: string): string {
  return exceptionIn(language)?.exec(text)?.[0] ?? "";
}
