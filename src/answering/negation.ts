/** Words that negate a sentence, by language. */
import { byKnownLanguage } from "../languages/by-language.ts";
import type { Language } from "../languages/language.ts";

const negationIn = byKnownLanguage(patternOf);

function patternOf({ negation, spacing }: Language): RegExp {
  const whole = spacing === "words" ? String.raw`(?<![\p{L}\p{M}])(?:${negation})(?![\p{L}\p{M}])` : negation;
  return new RegExp(whole, "iu");
}

/** Whether a text of a language (BCP 47) contains a negation or exception; false for an unknown language. */
export function isNegated(text: string, language: string): boolean {
  return negationIn(language)?.test(text) === true;
}
