/** Contradictions: the sentence denies what is asked, or contains an opposite. */
import { byKnownLanguage, wholeWords } from "../../language/data/by-language.ts";
import type { Language, QuestionKind } from "../../language/data/language.ts";
import { numberOf } from "../../language/text/line-units.ts";
import { monthNames, namedDates, weekdayNames } from "../../language/text/named-dates.ts";
import type { Analyzer } from "../../language/words/analysis.ts";
import { areKin } from "../../language/words/kinship.ts";
import type { Evidence } from "../evidence/evidence.ts";

export interface Mismatches {
  /** 1 if the question asks what is not so, and the best sentence denies nothing. */
  readonly negation: number;
  /** 1 if the question names a thing by a number that the memory lacks: `PEP 703`. */
  readonly unknownNumber: number;
}

export function mismatchesOf({ question, analyzer, terms }: Evidence, kind: QuestionKind, best: string): Mismatches {
  const { language } = analyzer;
  const isUnknown = (number: string) => terms.some((one) => one.term === number && one.documentFrequency === 0);
  return {
    negation: asksWhatIsNot(question, kind, language) && !deniesToo(question, best, language) ? 1 : 0,
    unknownNumber: namingNumbers(question, analyzer).some(isUnknown) ? 1 : 0,
  };
}

const asksForNumber: ReadonlySet<QuestionKind> = new Set(["how_many", "how_much"]);

const quantifyingIn = byKnownLanguage((known) => {
  const { tag, statements } = known;
  if (statements === undefined) return null;
  const { numbers, units, prices } = statements;
  const wordsOf = (text: string) => new Set(text.toLowerCase().match(/[\p{L}_]{3,}/gu));
  const multiples = units.split("|").filter((unit) => /^\d*times=/.test(unit));
  const names = [...weekdayNames(tag), ...monthNames(tag)].map((name) => name.toLowerCase());
  const [asked = "", named = "", free = ""] = prices.split(" / ");
  const pattern = (alternatives: string) => new RegExp(wholeWords(known, alternatives), "iu");
  // `per_cent` matches no single word.
  return {
    amounts: wordsOf(`${numbers} ${units}`),
    multiples: wordsOf(`${numbers} ${multiples.join(" ")}`),
    dates: new Set(names.flatMap((name) => [name, `${name}s`])),
    asksPrice: pattern(asked),
    price: pattern(named),
    money: pattern(`${free}|${moneyIn(units)}`),
  };
});

const currencySigns = String.raw`\p{Sc}`;
/** Codes of ISO 4217, and signs that are letters. */
const currencyCodes = "USD|EUR|GBP|CHF|JPY|AUD|CAD|NZD|INR|CNY|SEK|NOK|DKK|PLN|CZK|HUF|kr|zł|Fr|Rp|ct|p";
const written = new RegExp(String.raw`${currencySigns}|\p{N}\s?%|(?:^|[^\p{L}])(?:${currencyCodes})(?![\p{L}])`, "u");

/** The words for currencies among the units, as alternatives of a regular expression. */
const moneyIn = (units: string) =>
  [...units.matchAll(new RegExp(`(?:${currencySigns}|CHF)=([^|]+)`, "gu"))]
    .flatMap(([, words = ""]) => words.split(" "))
    .join("|");

/**
 * Finds texts that lack what an answer should have: a number or unit, where `when` is asked a time, where a price is asked money. The number of a
 * clause does not count. `above` is what heads a text: `Fees`. @param language BCP 47
 */
export function numberlessFor(
  question: string,
  kind: QuestionKind,
  language: string,
): (text: string, above?: string) => boolean {
  const known = quantifyingIn(language);
  if (known === null) return () => false;
  const asksPrice = kind !== "when" && known.asksPrice.test(question);
  const amounts = asksPrice ? known.multiples : kind === "when" ? known.amounts.union(known.dates) : known.amounts;
  const isNumberless = (text: string) =>
    !/\p{N}/u.test(text.slice(numberOf(text)?.length ?? 0)) &&
    !(text.toLowerCase().match(/\p{L}{3,}/gu) ?? []).some((word) => amounts.has(word));
  if (asksPrice) {
    const isPriced = (text: string, above: string) => known.price.test(`${above}\n${text}`) && !isNumberless(text);
    return (text, above = "") => !(written.test(text) || known.money.test(text) || isPriced(text, above));
  }
  return kind === "when" || asksForNumber.has(kind) ? isNumberless : () => false;
}

/** Numbers after the word that they name (`PEP 703`), not those that count (`take 6 weeks`), nor dates. */
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

/** What these ask for is no less so where the question says that something is not: `Why does it not start?` */
const askOtherwise: ReadonlySet<QuestionKind> = new Set(["why", "how_to", "yes_no"]);

/** `Who did not sign?` does; `I have no receipt. Who pays?` does not. */
function asksWhatIsNot(question: string, kind: QuestionKind, language: string): boolean {
  const asked =
    question
      .trim()
      .split(/[.!]\s+/u)
      .at(-1) ?? "";
  return !askOtherwise.has(kind) && denies(asked, language);
}

/** `What did it not fail to do?` does not ask for what it failed to do. */
function deniesToo(question: string, sentence: string, language: string): boolean {
  if (isNegated(sentence, language)) return true;
  return impliesNegation(sentence, language) && !impliesNegation(question, language);
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
      found.getOrInsertComputed(word, () => []).push(against);
    }
  }
  return found;
}

/**
 * Whether a text has the opposite of a question's word but no form of it. Never if the question names both.
 * @param asked words as written, in lower case @param language BCP 47
 */
export function contradicts(asked: ReadonlySet<string>, text: string, language: string): boolean {
  const known = excludedIn(language);
  const opposable = known === null ? [] : [...asked].filter((word) => known.has(word));
  if (known === null || opposable.length === 0) return false;
  const lower = text.toLowerCase();
  // Fast: most texts do not have the letters of an opposite.
  const mayOppose = (word: string) => known.get(word)!.some((against) => lower.includes(against.replace("_", " ")));
  if (!opposable.some(mayOppose)) return false;
  const words: readonly string[] = lower.match(/[\p{L}\p{M}]+/gu) ?? [];
  const said = new Set([...words, ...pairsOf(words)]);
  return opposable.some((word) => {
    const isAgainst = known.get(word)?.some((against) => said.has(against) && !names(asked, against)) === true;
    return isAgainst && !names(said, word);
  });
}

/** Adjacent words as one, as in `opposites`: `plus_de`. */
export const pairsOf = (words: readonly string[]) => words.slice(1).map((word, i) => `${words[i]!}_${word}`);

/** First letters that two forms of a word share. */
const commonBeginning = 4;

/** Whether a word is a form of it, or its origin: `west` for `western`. */
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

const patternOf = (language: Language, alternatives: string) => new RegExp(wholeWords(language, alternatives), "iu");

/** Negated, or restricted by an exception; false for an unknown language. @param language BCP 47 */
export function isNegated(text: string, language: string): boolean {
  return denies(text, language) || exceptionWords(text, language) !== "";
}

/** `lacks`, `refused to`. */
function impliesNegation(text: string, language: string): boolean {
  return impliedIn(language)?.test(text) === true;
}

/** An exception (`other than`) is no negation, because it denies nothing about the rest. */
export function denies(text: string, language: string): boolean {
  return denialIn(language)?.test(text) === true;
}

/** `besides`, `other than`; empty: none. */
export function exceptionWords(text: string, language: string): string {
  return exceptionIn(language)?.exec(text)?.[0] ?? "";
}

export interface Part {
  readonly start: number;
  readonly end: number;
}

export const isDenied = (term: Part, part: Denial) =>
  isWithin(term, part) && !part.asides.some((aside) => isWithin(term, aside));

export const isWithin = ({ start, end }: Part, part: Part) => part.start <= start && end <= part.end;

export interface Denial extends Part {
  /** Asides in it, which are not denied. */
  readonly asides: readonly Part[];
  readonly isAside: boolean;
  /** The denying word ends its clause, so all of the clause is denied. */
  readonly isWhole: boolean;
}

export const blanked = (text: string, spans: readonly Part[]) =>
  spans.reduce((left, { start, end }) => left.slice(0, start) + " ".repeat(end - start) + left.slice(end), text);

/** In parentheses. */
export const asidesIn = (text: string): Part[] =>
  [...text.matchAll(/\([^()]*\)/g)].map(({ index, 0: aside }) => ({ start: index, end: index + aside.length }));

interface WrittenWord extends Part {
  readonly form: string;
}

interface Denying {
  /** A prefix that denies its word. */
  readonly prefix?: RegExp | undefined;
  readonly words: readonly WrittenWord[];
  readonly terms: readonly WrittenWord[];
  readonly language: string;
}

/** What each part of a text denies, and each aside. */
export function denialsIn(text: string, parts: readonly Part[], denying: Denying): readonly Denial[] {
  const asides = asidesIn(text);
  const words = denying.words.filter((word) => !asides.some((aside) => isWithin(word, aside)));
  const outer = [
    ...parts.flatMap((part) =>
      deniedIn(blanked(text, asides), { ...part, asides, isAside: false }, { ...denying, words }),
    ),
    ...asides.flatMap((aside) => deniedIn(text, { ...aside, asides: [], isAside: true }, denying)),
  ];
  return withPrefixes(outer, denying.words, denying.prefix);
}

/** From each denying word on; the whole part if nothing follows. */
function deniedIn(text: string, within: Omit<Denial, "isWhole">, { words, terms, language }: Denying): Denial[] {
  const { start, end } = within;
  if (!isNegated(text.slice(start, end), language)) return [];
  const own = words.filter((word) => word.start >= start && word.end <= end);
  const from = own.findLast((word) => isNegated(text.slice(word.end, end), language))?.end ?? start;
  const said = terms.filter((term) => own.includes(term));
  const says = said.length === 0 || said.some((term) => term.start >= from);
  const rest = { ...within, start: says ? from : start, isWhole: !says };
  return from === start ? [rest] : [...deniedIn(text, { ...within, end: from }, { words: own, terms, language }), rest];
}

/** Adds words that a prefix denies; denying such a word restores the word without prefix. */
function withPrefixes(denied: readonly Denial[], words: readonly WrittenWord[], prefix: RegExp | undefined): Denial[] {
  const prefixed = words.filter(({ form }) => prefix?.test(form));
  const isOf = (word: WrittenWord, part: Denial) => words.filter((each) => isDenied(each, part))[1] === word;
  const once = prefixed.filter((word) => !denied.some((part) => isOf(word, part)));
  return [
    ...denied.filter((part) => !prefixed.some((word) => isOf(word, part))),
    ...once.map(({ start, end }) => ({ start, end, asides: [], isAside: false, isWhole: false })),
  ];
}
