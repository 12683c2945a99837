/** `bevolkerungsdicht` is `bevolker` and `dicht`. */
import { byKnownLanguage } from "../data/by-language.ts";

/** Shorter ones are too often found by chance. */
const shortestPart = 4;
/** No compound is longer; the parts take the square of the length. */
const longestCompound = 80;
const letters = /^\p{L}+$/u;

/** Null: none are listed. */
const linksOf = byKnownLanguage(({ compoundLinks }) =>
  compoundLinks === undefined ? null : ["", ...compoundLinks.split(" ")],
);

/** The longest second part; null if there are none. @param isKnown whether a text of the memory has a term */
export function compoundParts(
  term: string,
  language: string,
  isKnown: (part: string) => boolean,
): readonly [string, string] | null {
  const links = linksOf(language);
  if (links === null || term.length > longestCompound || !letters.test(term)) return null;
  for (let at = shortestPart; at <= term.length - shortestPart; at++) {
    const second = term.slice(at);
    if (!isKnown(second)) continue;
    const joined = term.slice(0, at);
    const first = links
      .filter((link) => joined.endsWith(link) && at - link.length >= shortestPart)
      .map((link) => joined.slice(0, at - link.length))
      .find(isKnown);
    if (first !== undefined) return [first, second];
  }
  return null;
}
