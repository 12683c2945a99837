/** Where a compound may have been joined: `bevolkerungsdicht` is `bevolker` and `dicht`. */
import { byKnownLanguage } from "../../languages/by-language.ts";

/** A shorter part is too often found by chance. */
const shortestPart = 4;
/** A longer term is no compound, and its parts together have the square of its length. */
const longestCompound = 80;
/** Names and identifiers with other characters are no compounds. */
const letters = /^\p{L}+$/u;

/** What may join two parts; null if a language writes compounds apart or nothing is listed. */
const linksOf = byKnownLanguage(({ compoundLinks }) =>
  compoundLinks === undefined ? null : ["", ...compoundLinks.split(" ")],
);

/**
 * The two known words that a term consists of, the longest second one; null if there are none.
 * @param isKnown whether a text of the memory has a term.
 */
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
