/** Words that negate a sentence, by language. */
import { byKnownLanguage } from "../languages/by-language.ts";
import type { Language } from "../languages/language.ts";

const negationIn = byKnownLanguage(patternOf);

function patternOf({ negation, spacing }: Language): RegExp {
  const whole = spacing === "words" ? String.raw`(?<![\p{L}\p{M}])(?:${negation})(?![\p{L}\p{M}])` : negation;
  return new RegExp(whole, "iu");
}

/** How far a word that denies reaches, in UTF-16 units. */
const reach = 40;

/** Where in a text something is denied: from each word that denies on, half-open, in UTF-16 units. */
export function deniedSpans(
  text: string,
  language: string,
): readonly { readonly start: number; readonly end: number }[] {
  const pattern = negationIn(language);
  if (pattern === null || pattern === undefined) return [];
  return [...text.matchAll(new RegExp(pattern, "giu"))].map(({ index, 0: word }) => ({
    start: index + word.length,
    end: index + word.length + reach,
  }));
}

/** Whether a text of a language (BCP 47) contains a negation or exception; false for an unknown language. */
export function isNegated(text: string, language: string): boolean {
  return negationIn(language)?.test(text) === true;
}
