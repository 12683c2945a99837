/** Words that turn round what a sentence says, by language. */
import { knownLanguage, knownLanguages } from "../languages/known-languages.ts";
import type { Language } from "../languages/language.ts";

const patterns: ReadonlyMap<string, RegExp> = new Map(
  knownLanguages.map((language) => [language.tag, patternOf(language)]),
);

function patternOf({ negation, spacing }: Language): RegExp {
  const whole = spacing === "words" ? String.raw`(?<![\p{L}\p{M}])(?:${negation})(?![\p{L}\p{M}])` : negation;
  return new RegExp(whole, "iu");
}

/** Whether a text of a language (BCP 47) denies or excepts something. Of an unknown language it never seems to. */
export function isNegated(text: string, language: string): boolean {
  const known = knownLanguage(language);
  return known !== null && patterns.get(known.tag)?.test(text) === true;
}
