/** The units of an extractive answer: sentences, whole list items and table rows. */
import { byKnownLanguage } from "../../language/data/by-language.ts";
import type { Language } from "../../language/data/language.ts";
import type { PassageReading, ReadingUnit } from "../../language/structure/passage-reading.ts";
import { type PassageUnit, passageUnits } from "../../language/structure/passage-units.ts";
import { endingOf, termAt } from "../../language/structure/placed-terms.ts";
import type { RetrievedPassage } from "../answer.ts";
import { wholeWords } from "../question/answer-types.ts";

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

/** An outline is made of about so many of a unit's words. */
const outlined = 4;

export class UnitWording {
  readonly #reading: PassageReading;
  readonly #first: number;
  readonly #end: number;

  constructor(reading: PassageReading, { firstToken, endToken }: ReadingUnit) {
    this.#reading = reading;
    this.#first = firstToken;
    this.#end = endToken;
  }

  get length(): number {
    return this.#end - this.#first;
  }

  /**
   * Equal for units with the same words, and different for most others: a hash over the lengths and first letters of some words
   * and the number of all.
   */
  outline(): number {
    const reading = this.#reading;
    const step = Math.ceil(this.length / outlined);
    let hash = this.length;
    for (let i = this.#first; i < this.#end; i += step) {
      hash = (Math.imul(hash, 31) + Math.imul(lengthOf(reading, i), 65_537) + initialOf(reading, i)) | 0;
    }
    return hash;
  }

  /** Whether another unit has all its words in a row. Most words differ in their first letter, and need no strings. */
  isIn(other: UnitWording): boolean {
    const initial = initialOf(this.#reading, this.#first);
    const { length } = this;
    for (let at = other.#first; at + length <= other.#end; at++) {
      if (initialOf(other.#reading, at) === initial && this.#isAt(other, at)) return true;
    }
    return false;
  }

  #isAt(other: UnitWording, at: number): boolean {
    for (let i = 0; i < this.length; i++) {
      if (wordAt(this.#reading, this.#first + i) !== wordAt(other.#reading, at + i)) return false;
    }
    return true;
  }

  /** Equal only for units with the same words. */
  text(): string {
    const words: string[] = [];
    for (let i = this.#first; i < this.#end; i++) words.push(wordAt(this.#reading, i));
    return words.join(" ");
  }
}

const wordAt = ({ terms, tokens }: PassageReading, token: number) => termAt(terms, tokens[token]! >>> 1);

function initialOf({ terms, tokens }: PassageReading, token: number): number {
  const { base, spans } = terms;
  const place = tokens[token]! >>> 1;
  const start = spans[2 * place]!;
  return start < spans[2 * place + 1]! ? base.charCodeAt(start) : endingOf(terms, place).charCodeAt(0);
}

/** In UTF-16 units. */
function lengthOf({ terms, tokens }: PassageReading, token: number): number {
  const place = tokens[token]! >>> 1;
  return terms.spans[2 * place + 1]! - terms.spans[2 * place]! + endingOf(terms, place).length;
}
