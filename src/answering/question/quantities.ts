/** The quantities in a text: numbers that count or measure something. */

import { type ByLanguage, byLanguage } from "../../language/data/by-language.ts";
import { english } from "../../language/data/english.ts";
import type { Language, Measure } from "../../language/data/language.ts";
import { contradicts } from "./opposites.ts";
import type { QuestionModel } from "./question-model.ts";

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
