/** Sentences that cannot be understood without the one before. */
import { knownLanguage, knownLanguages } from "../../languages/known-languages.ts";
import type { Language } from "../../languages/language.ts";

const patterns: ReadonlyMap<string, RegExp> = new Map(
  knownLanguages.map((language) => [language.tag, patternOf(language)]),
);

function patternOf({ followUps, spacing }: Language): RegExp {
  const after = spacing === "words" ? String.raw`(?![\p{L}\p{M}])` : "";
  return new RegExp(String.raw`^[\s"'“„«(\[]*(?:${followUps.pointers})${after}`, "iu");
}

/** Whether a sentence begins with a word that points back: `It`, `Its effect`, `He`, `This`. */
export function refersBack(sentence: string, language: string): boolean {
  const known = knownLanguage(language);
  return known !== null && patterns.get(known.tag)?.test(sentence) === true;
}
