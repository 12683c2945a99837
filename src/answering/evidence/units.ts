/** The units of an extractive answer: sentences, whole list items and table rows. */

import { byKnownLanguage } from "../../language/data/by-language.ts";
import type { Language } from "../../language/data/language.ts";
import { type PassageUnit, passageUnits } from "../../language/structure/passage-units.ts";
import type { RetrievedPassage } from "../answer.ts";
import { wholeWords } from "../question/quantities.ts";

export interface Unit extends PassageUnit {
  /** Position of its passage among the passages. */
  readonly passage: number;
  /** `passages[passage].text.slice(start, end)`. */
  readonly text: string;
}

/** The units of one passage in order; together they contain all its visible text. `language` is BCP 47. */
export function unitsOf(
  { text, outline }: Pick<RetrievedPassage, "text" | "outline">,
  passage: number,
  language: string,
): Unit[] {
  const units = passageUnits(text, language, outline);
  return units.map((unit) => ({ passage, ...unit, text: text.slice(unit.start, unit.end) }));
}

/** Whether a unit ends with a colon and so announces what follows. */
export function announces({ text }: Pick<Unit, "text">): boolean {
  return /[:：]$/u.test(text);
}

const pointersIn = openingWith(({ followUps }) => followUps.pointers);
const connectivesIn = openingWith(({ connectives }) => connectives);

/** Finds words at the beginning of a sentence. */
function openingWith(wordsOf: (language: Language) => string | undefined) {
  return byKnownLanguage((language) => {
    const words = wordsOf(language);
    const after = language.spacing === "words" ? String.raw`(?![\p{L}\p{M}])` : "";
    return words === undefined ? null : new RegExp(String.raw`^[\s"'“„«(\[]*(?:${words})${after}`, "iu");
  });
}

/** Whether a sentence begins with a word that refers back: `It`, `Its effect`, `He`, `This`. */
export function refersBack(sentence: string, language: string): boolean {
  return pointersIn(language)?.test(sentence) === true;
}

/** Whether a sentence begins with a word that ties it to the one before: `However`, `Otherwise`. */
export function goesOn(sentence: string, language: string): boolean {
  return connectivesIn(language)?.test(sentence) === true;
}

const announcingIn = byKnownLanguage((language) =>
  language.announcing === undefined ? null : new RegExp(wholeWords(language, language.announcing), "iu"),
);

/** Whether a sentence speaks of what stands behind it: `the following table`. */
export function pointsAhead(sentence: string, language: string): boolean {
  return announcingIn(language)?.test(sentence) === true;
}
