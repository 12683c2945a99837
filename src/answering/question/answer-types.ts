/** Whether a text contains the type of thing that a kind of question asks for. */
import { type ByLanguage, byKnownLanguage, byLanguage } from "../../language/data/by-language.ts";
import { english } from "../../language/data/english.ts";
import type { Language } from "../../language/data/language.ts";
import { monthNames } from "../../language/text/named-dates.ts";
import type { Analyzer } from "../../language/words/analysis.ts";
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
