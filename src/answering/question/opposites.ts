/** Pairs of words that exclude each other: "before" does not answer a question about "after". */

import { byKnownLanguage } from "../../language/data/by-language.ts";
import type { Language } from "../../language/data/language.ts";
import { areKin } from "../../language/words/kinship.ts";

/** Each word with those that exclude it. */
const excludedIn = byKnownLanguage(({ opposites }) => excludedBy(opposites === null ? [] : opposites.split("|")));

function excludedBy(pairs: readonly string[]): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>();
  for (const pair of pairs) {
    const [one = "", other = ""] = pair.split(" ");
    for (const [word, against] of [
      [one, other],
      [other, one],
    ] as const) {
      found.set(word, [...(found.get(word) ?? []), against]);
    }
  }
  return found;
}

/**
 * Whether a text contains the opposite of a word of the question but not the word itself, in any of its forms. A question that
 * names both (`the West … eastern territories`) is not contradicted.
 * @param asked the question's words as written, in lower case. @param language BCP 47.
 */
export function contradicts(asked: ReadonlySet<string>, text: string, language: string): boolean {
  const known = excludedIn(language);
  const opposable = known === null ? [] : [...asked].filter((word) => known.has(word));
  if (known === null || opposable.length === 0) return false;
  const lower = text.toLowerCase();
  // Most texts do not have the letters of an opposite, and need not be taken apart.
  const mayOppose = (word: string) => known.get(word)!.some((against) => lower.includes(against.replace("_", " ")));
  if (!opposable.some(mayOppose)) return false;
  const words: readonly string[] = lower.match(/[\p{L}\p{M}]+/gu) ?? [];
  const said = new Set([...words, ...pairsOf(words)]);
  return opposable.some((word) => {
    const isAgainst = known.get(word)?.some((against) => said.has(against) && !names(asked, against)) === true;
    return isAgainst && !names(said, word);
  });
}

/** Adjacent words as one, as `opposites` has them: `plus_de`. */
export const pairsOf = (words: readonly string[]) => words.slice(1).map((word, i) => `${words[i]!}_${word}`);

/** Words in one form or another begin with so many equal letters. */
const commonBeginning = 4;

/** Whether one of the words is a form of it, or what it is derived from: `west` for `western`. */
function names(words: ReadonlySet<string>, word: string): boolean {
  if (words.has(word)) return true;
  const beginning = word.slice(0, commonBeginning);
  return words.values().some((one) => one.startsWith(beginning) && (word.startsWith(one) || areKin(one, word)));
}

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
