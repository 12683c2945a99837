/** Whether a text contains the type of thing that a kind of question asks for. */
import { type ByLanguage, byKnownLanguage, byLanguage } from "../../language/data/by-language.ts";
import { english } from "../../language/data/english.ts";
import type { Language, Measure } from "../../language/data/language.ts";
import { monthNames } from "../../language/text/named-dates.ts";
import type { Analyzer } from "../../language/words/analysis.ts";
import { contradicts } from "./mismatches.ts";
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
        if (!signs.test(text)) return 0;
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
  /** Found in every text that may have a date or a number, and sooner: a digit, a character beyond ASCII, three letters. */
  readonly signs: RegExp;
}

/** @param language BCP 47; names the months. */
function datePatterns(known: Language, language: string): DatePatterns {
  const names = monthNames(language);
  // In one group: each further look at what stands before a word costs as much as all of its alternatives.
  const months = names.length === 0 ? [] : [wholeWords(known, names.join("|"))];
  const eras = [known, english].map((one) => wholeWords(one, one.eras));
  const year = String.raw`(?<![\p{N}.,])\p{Nd}{4}(?!\p{N}|[.,]\p{N})`;
  const alternatives = [year, ...months, ...eras, String.raw`[\d一二三四五六七八九十]{1,3}月`];
  const words = [...names, ...beginnings(known.eras), ...beginnings(english.eras)];
  const signs = new Set(words.filter((word) => word.length >= 3).map((word) => word.slice(0, 3).toLowerCase()));
  return {
    date: new RegExp(alternatives.join("|"), "giu"),
    signs: new RegExp(["\\d", "[^\\x00-\\x7e]", ...signs].join("|"), "i"),
  };
}

/** What the matches of a pattern's alternatives begin with. */
function beginnings(alternatives: string): string[] {
  return alternatives.split("|").map((one) => /^\p{L}*(?![?*{])/u.exec(one)![0].toLowerCase());
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

/** 0: contains nothing of the type; 0.5: unknown; 1: contains it; `saysItself`. */
export type TypeFit = (text: string) => number;

/** Of a sentence that has the form of the answer: it states a measure by its name, or defines what is asked about. */
export const saysItself = 2;

/**
 * Numbers that count nothing: the mark of an item or a heading (`3.`, `4.11.`), the first column of a table whose rows are
 * numbered (`#: 6`), a section or a version (`6.4.1`, but not `1.234.567`), and a date (`2010-07-21`).
 */
const numbering = new RegExp(
  [
    String.raw`^\s*\p{Nd}{1,3}(?:\.\p{Nd}{1,3})*[.)](?=\s)`,
    "^[#№]: [^;]*",
    String.raw`(?<![\p{L}\p{N}.])\p{Nd}+(?:\.(?!\p{Nd}{3}(?!\p{Nd}))\p{Nd}+){2,}`,
    String.raw`(?<!\p{N})\p{Nd}{4}-\p{Nd}{2}-\p{Nd}{2}(?!\p{N})`,
  ].join("|"),
  "gu",
);

/** A text without the numbers that only number something. */
export const withoutNumbering = (text: string) => text.replace(numbering, " ");

const digits = String.raw`\p{N}[\p{N}.,:]*`;
const hanNumbers = "[一二三四五六七八九十百千万萬億亿两兩]+";

const numberWords = (one: Language) =>
  one.numbers === null ? [] : [wholeWords(one, one.numbers.replaceAll(" ", "|"))];

/** A number in digits or words. The English words count everywhere, because documents in every language use them. */
export const quantitiesIn: ByLanguage<RegExp> = byLanguage((one) => {
  const words = [one, ...(one === english ? [] : [english])].flatMap(numberWords);
  return new RegExp([digits, ...words, hanNumbers].join("|"), "giu");
});

/** Another number counts as little as for a question that asks when. */
const otherNumber = 0.3;

/** How far a text states a measure. */
type MeasureFit = (text: string) => number;

const measuresOf = byLanguage((one) => (one.measures ?? []).map((measure) => patternsOf(one, measure)));

function patternsOf(one: Language, { asked, units, names, signs }: Measure) {
  const number = [digits, ...numberWords(one)].join("|");
  return {
    asked: new RegExp(wholeWords(one, asked), "iu"),
    // One word may stand between: `100 fewer bytes`, `10 percent`.
    stated: new RegExp(
      String.raw`(?:${number})[ \u00a0-]?(?:\p{L}+[ -])??(?:${units})(?![\p{L}\p{M}])${signs === undefined ? "" : `|${signs}`}`,
      "iu",
    ),
    named: names === undefined ? null : new RegExp(wholeWords(one, names), "iu"),
    isMoney: signs !== undefined,
  };
}

/**
 * For a question for a measure (`How long …`): 1 for a number with a unit of that measure; `saysItself` if the measure is
 * named as well (`8 characters in length`) and no opposite of a word of the question (`the lowest point`); `otherNumber` for anything
 * else. Null for other questions.
 */
export function measureFit(
  { wording, surface }: Pick<QuestionModel, "wording" | "surface">,
  language: string,
): MeasureFit | null {
  const measure = measuresOf(language).find(({ asked }) => asked.test(wording));
  if (measure === undefined) return null;
  return (text) => {
    if (!measure.stated.test(text)) return measure.isMoney && measure.named?.test(text) !== true ? 0 : otherNumber;
    return measure.named?.test(text) === true && !contradicts(surface, text, language) ? saysItself : 1;
  };
}

/** Alternatives that match whole words in languages that separate words, and any run of letters elsewhere. */
export function wholeWords({ spacing }: Language, alternatives: string): string {
  return spacing === "words" ? String.raw`(?<![\p{L}\p{M}])(?:${alternatives})(?![\p{L}\p{M}])` : alternatives;
}
