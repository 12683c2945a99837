/** Whether a text contains the type of thing that a kind of question asks for. */
import { type ByLanguage, byKnownLanguage, byLanguage } from "../../language/data/by-language.ts";
import { english } from "../../language/data/english.ts";
import { type Language, primarySubtag } from "../../language/data/language.ts";
import type { Analyzer } from "../../language/words/analysis.ts";
import { letterHash } from "../evidence/term-bearing.ts";
import { measureFit, quantitiesIn, saysItself, type TypeFit, wholeWords, withoutNumbering } from "./quantities.ts";
import type { QuestionModel } from "./question-model.ts";

/**
 * The detector for a question. Things that the question itself names do not count: an answer to "When did the war of 1870
 * end?" needs another year.
 * @param analyzer its language names the months and the words that give a reason.
 */
export function typeFitOf(question: QuestionModel, analyzer: Analyzer): TypeFit {
  const { language } = analyzer;
  switch (question.kind) {
    case "when": {
      const { date, signs } = datesIn(language) ?? datePatterns(english, language);
      return (text) => {
        if (!signs.mayBeIn(text)) return 0;
        return finds(text, date, question) ? 1 : finds(text, number, question) ? 0.3 : 0;
      };
    }
    case "how_many":
    case "how_much": {
      const quantity = quantitiesIn(language);
      const measured = question.kind === "how_much" ? measureFit(question, language) : null;
      return (text) => {
        const counting = withoutNumbering(text);
        if (finds(counting, quantity, question)) return measured?.(counting) ?? 1;
        // `It costs nothing.`
        return measured !== null && counting.search(quantity) < 0 && measured(counting) >= 1 ? 1 : 0;
      };
    }
    case "who":
    case "where":
      return (text) => (uncased.test(text) ? 0.5 : finds(withoutFirstWord(text), name, question) ? 1 : 0);
    case "why": {
      const reason = reasonsIn(language);
      return (text) => (reason.test(text) ? 1 : 0.5);
    }
    case "how_to":
      return (text) => (/^\s*(?:\d{1,2}[.)]|[-*•])\s|[:：]\s*$/u.test(text) ? 1 : 0.5);
    case "list":
      return (text) => (/(?:[,;、，،].*){2}/su.test(text) ? 1 : 0.5);
    case "definition": {
      const defines = definingTest(question, analyzer);
      return (text) => (defines(text) ? saysItself : 0.5);
    }
    default:
      return () => 0.5;
  }
}

const number = /\p{N}[\p{N}.,:]*/gu;

/** One pattern for each language, including the English words, which documents in every language use. */
function patternBy(pattern: (languages: readonly Language[]) => string, flags: string): ByLanguage<RegExp> {
  return byLanguage((one) => new RegExp(pattern(one === english ? [one] : [one, english]), flags));
}

const reasonsIn = patternBy((languages) => languages.map((one) => wholeWords(one, one.reasons)).join("|"), "iu");

/** A word with a capital. */
const name = /(?<!\p{L})\p{Lu}[\p{L}\p{M}’'-]*/gu;
const uncased =
  /^[^\p{Lu}\p{Ll}]*[\p{Script=Arabic}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Devanagari}\p{Script=Hebrew}]/u;

const datesIn = byKnownLanguage((known) => datePatterns(known, known.tag));

interface DatePatterns {
  /** A year of four digits, the name of a month, or a word for a century. */
  readonly date: RegExp;
  readonly signs: DateSigns;
}

/** @param language BCP 47; names the months. */
function datePatterns(known: Language, language: string): DatePatterns {
  const names = monthNames(language);
  // In one group: each further look at what stands before a word costs as much as all of its alternatives.
  const months = names.length === 0 ? [] : [wholeWords(known, names.join("|"))];
  const eras = [known, english].map((one) => wholeWords(one, one.eras));
  const year = String.raw`(?<![\p{N}.,])\p{Nd}{4}(?!\p{N}|[.,]\p{N})`;
  const alternatives = [year, ...months, ...eras, String.raw`[\d一二三四五六七八九十]{1,3}月`];
  const signs = [...names.map((each) => each.toLowerCase()), ...beginnings(known.eras), ...beginnings(english.eras)];
  return { date: new RegExp(alternatives.join("|"), "giu"), signs: new DateSigns(signs) };
}

/** What the matches of a pattern's alternatives begin with. */
function beginnings(alternatives: string): string[] {
  return alternatives.split("|").map((one) => /^\p{L}*(?![?*{])/u.exec(one)![0].toLowerCase());
}

/** From January; empty where months are numbers, as in Chinese. */
export function monthNames(language: string): string[] {
  const format = monthFormat(language);
  const names = Array.from({ length: 12 }, (_, month) => format.format(Date.UTC(2001, month, 15)));
  return names.filter((each) => /\p{L}/u.test(each));
}

/** In the form used with a day: Russian `мая` rather than `май`. */
function monthFormat(language: string): { format(time: number): string } {
  const subtag = primarySubtag(language);
  const [known] = /^[a-z]{2,3}$/.test(subtag) ? Intl.DateTimeFormat.supportedLocalesOf([subtag]) : [];
  const format = new Intl.DateTimeFormat(known ?? "en", { day: "numeric", month: "long", timeZone: "UTC" });
  const month = (time: number) => format.formatToParts(time).find((part) => part.type === "month")!.value;
  return { format: month };
}

/** The first word has a capital because it starts the sentence, not because it is a name. A number may stand before it: `2. Users`. */
const withoutFirstWord = (text: string) => withoutWord(itemNumber.test(text) ? withoutWord(text) : text);
const itemNumber = /^\d{1,3}[.)]\s/;
const withoutWord = (text: string) => text.slice(text.search(/\s/) + 1);

/** Whether the pattern matches anything that the question does not name. */
function finds(text: string, pattern: RegExp, question: QuestionModel): boolean {
  // `matchAll` would copy the pattern for each text.
  pattern.lastIndex = 0;
  for (let found = pattern.exec(text); found !== null; found = pattern.exec(text)) {
    if (!question.surface.has(found[0].toLowerCase().replace(/(?<![.,:’'])[.,:’']+$/u, ""))) return true;
  }
  return false;
}

const definingIn = byKnownLanguage(({ defines }) =>
  defines === undefined
    ? null
    : new RegExp(
        String.raw`^(?<subject>[^.;:!?()]{1,80}?)(?:\s*\((?<also>[^()]{1,60})\))?,?\s+(?:${defines})(?![\p{L}\p{M}])`,
        "iu",
      ),
);

/** A name and its initials: `Non-Maintainer Upload (NMU)`. */
const shortened = /\p{L}[”"'’]? \((?:\p{Ll}{2,10}[ ,]+){0,2}(?<short>\p{L}?\p{Lu}[\p{Lu}\p{N}]+)s?[,;)]/gu;

/** A subject may have one term that the question lacks: `the Litestream VFS` for `VFS`. */
const mostOther = 1;

/** Whether a text says what that is which the question asks about, by its form. */
function definingTest(
  { weights, framing }: Pick<QuestionModel, "weights" | "framing">,
  analyzer: Analyzer,
): (text: string) => boolean {
  const pattern = definingIn(analyzer.language);
  const termsOf = (text: string) => analyzer.analyze(text).flatMap(({ term, stop }) => (stop ? [] : [term]));
  const asked = [...weights.keys()].filter((term) => !framing.has(term));
  const isAsked = (terms: readonly string[]) =>
    terms.length <= asked.length + mostOther && asked.every((term) => terms.includes(term));
  return (text) => {
    if (asked.length === 0) return false;
    const { subject, also } = pattern?.exec(text)?.groups ?? {};
    if (subject !== undefined && (isAsked(termsOf(subject)) || isAsked(termsOf(also ?? "")))) return true;
    return text.includes("(") && text.matchAll(shortened).some(({ groups }) => isAsked(termsOf(groups!.short!)));
  };
}

/** A power of two. */
const slots = 4096;

class DateSigns {
  readonly #signs: readonly string[];
  /** By the hash of a word's first three letters: 1 if a sign begins with them. */
  readonly #slots = new Uint8Array(slots);

  /** @param signs what the words of a date begin with, in lower case, three letters or more */
  constructor(signs: readonly string[]) {
    this.#signs = signs;
    for (const sign of signs) this.#slots[letterHash(sign, 0, sign.length) & (slots - 1)] = 1;
  }

  /** Whether a text may have a date or a number: a sign, a digit, or a character beyond ASCII. */
  mayBeIn(text: string): boolean {
    let isInWord = false;
    for (let at = 0; at < text.length; at++) {
      const code = text.charCodeAt(at);
      if (code > 126 || isDigit(code)) return true;
      const isLetter = isSmallLetter(code | 32);
      if (isLetter && !isInWord && this.#mayBegin(text, at)) return this.#isIn(text.toLowerCase()) || hasOther(text);
      isInWord = isLetter;
    }
    return false;
  }

  /** Whether a sign may begin at a place: it has the same first three letters, or ones with the same hash. */
  #mayBegin(text: string, at: number): boolean {
    if (at + 3 > text.length) return false;
    const hash = (lower(text, at) * 31 + lower(text, at + 1)) * 31 + lower(text, at + 2);
    return this.#slots[hash & (slots - 1)] === 1;
  }

  #isIn(lowered: string): boolean {
    for (const sign of this.#signs) if (lowered.includes(sign)) return true;
    return false;
  }
}

/** Of an ASCII letter. */
const lower = (text: string, at: number) => text.charCodeAt(at) | 32;

const isDigit = (code: number) => code >= 48 && code <= 57;
const isSmallLetter = (code: number) => code >= 97 && code <= 122;

/** A digit, or a character that is not ASCII. */
const hasOther = (text: string) => /[^\x20-\x2f\x3a-\x7e\s]/.test(text);

export interface NamedDate {
  /** Null: it is not said. */
  readonly year: number | null;
  readonly month: number;
  readonly day: number | null;
  /** As written. */
  readonly phrase: string;
}

const iso = String.raw`(?<!\d)(?<isoYear>\d{4})-(?<isoMonth>\d{2})(?:-(?<isoDay>\d{2}))?(?!\d)`;
const dotted = String.raw`(?<!\d)(?<dotDay>\d{1,2})\. ?(?<dotMonth>\d{1,2})\. ?(?<dotYear>\d{4})?`;

const patternOf = byKnownLanguage(({ tag }) => {
  const months = [...new Set([...monthNames(tag), ...monthNames("en")])].map((name) => name.toLowerCase());
  const named = String.raw`(?:(?<day>\d{1,2})(?:\.|er|st|nd|rd|th)? (?:of |de )?)?(?<!\p{L})(?<name>${months.join("|")})(?!\p{L})(?: (?<after>\d{1,2})(?:st|nd|rd|th)?(?!\d))?(?:,? (?<year>\d{4}))?`;
  return { months, pattern: new RegExp([iso, dotted, named].join("|"), "giu"), perLanguage: monthNames(tag).length };
});

/** @param language BCP 47 */
export function namedDates(text: string, language: string): readonly NamedDate[] {
  const known = patternOf(language);
  if (known === null) return [];
  const { months, pattern, perLanguage } = known;
  return [...text.matchAll(pattern)].flatMap(({ 0: phrase, groups = {} }) => {
    const { isoYear, isoMonth, isoDay, dotYear, dotMonth, dotDay, name, day, after, year } = groups;
    const at = name === undefined ? -1 : months.indexOf(name.toLowerCase());
    const ofName = at < 0 ? undefined : 1 + (at < perLanguage ? at : englishMonth(name!));
    const number = (...written: (string | undefined)[]) =>
      Number(written.find((one) => one !== undefined) ?? Number.NaN);
    const month = ofName ?? number(isoMonth, dotMonth);
    if (!(month >= 1 && month <= 12)) return [];
    const orNull = (value: number) => (Number.isNaN(value) ? null : value);
    return [
      { year: orNull(number(isoYear, dotYear, year)), month, day: orNull(number(isoDay, dotDay, day, after)), phrase },
    ];
  });
}

const englishMonth = (name: string) => monthNames("en").findIndex((one) => one.toLowerCase() === name.toLowerCase());

/** Whether two may be the same: what only one of them says does not count. */
export const mayBeSame = (a: NamedDate, b: NamedDate) =>
  a.month === b.month &&
  [
    [a.day, b.day],
    [a.year, b.year],
  ].every(([one, other]) => one == null || other == null || one === other);
