/** Words that negate a sentence, by language. */
import { byKnownLanguage } from "../languages/by-language.ts";
import type { Language } from "../languages/language.ts";

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
