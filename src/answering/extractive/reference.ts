/** Sentences that cannot be understood without the one before. */
import { byKnownLanguage } from "../../languages/by-language.ts";
import type { Language } from "../../languages/language.ts";

const pointersIn = byKnownLanguage(patternOf);

function patternOf({ followUps, spacing }: Language): RegExp {
  const after = spacing === "words" ? String.raw`(?![\p{L}\p{M}])` : "";
  return new RegExp(String.raw`^[\s"'“„«(\[]*(?:${followUps.pointers})${after}`, "iu");
}

/** Whether a sentence begins with a word that refers back: `It`, `Its effect`, `He`, `This`. */
export function refersBack(sentence: string, language: string): boolean {
  return pointersIn(language)?.test(sentence) === true;
}
