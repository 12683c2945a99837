import { byKnownLanguage } from "../data/by-language.ts";

/** Shorter terms begin alike by chance. */
const shortest = 4;
const shortestPart = 5;

/** Numbers and identifiers must be equal. */
const digit = /\p{N}/u;

/** A common beginning of nearly three quarters (`norman`, `normandi`), or one in the other (`filter`, `luftfilter`). */
export function areKin(a: string, b: string): boolean {
  const short = a.length <= b.length ? a : b;
  if (short.length < shortest) return false;
  const long = short === a ? b : a;
  let alike = 0;
  while (alike < short.length && short.charCodeAt(alike) === long.charCodeAt(alike)) alike++;
  const begins = alike >= shortest && alike >= 0.7 * long.length - 0.5;
  return (begins || (short.length >= shortestPart && long.includes(short))) && !digit.test(long);
}

export const hasKin = (terms: Iterable<string>, term: string) =>
  Iterator.from(terms).some((one) => one === term || areKin(one, term));

const shortestCompoundPart = 4;
/** The work is quadratic. */
const longestCompound = 80;
const letters = /^\p{L}+$/u;

/** Null: the language has no list of linking letters. */
const linksOf = byKnownLanguage(({ compoundLinks }) =>
  compoundLinks === undefined ? null : ["", ...compoundLinks.split(" ")],
);

const shortestRest = 3;

export const mayBePart = (term: string, language: string) =>
  term.length >= shortestCompoundPart && letters.test(term) && linksOf(language) !== null;

/** `zelt` of `partyzelt`, where words are written together. */
export function isPartOf(inner: string, term: string, language: string): boolean {
  if (term.length < inner.length + shortestRest || !(term.startsWith(inner) || term.endsWith(inner))) return false;
  return mayBePart(inner, language) && letters.test(term);
}

/** Prefers the longest second part: `bevolkerungsdicht` gives `bevolker`, `dicht`. */
export function compoundParts(
  term: string,
  language: string,
  isKnown: (part: string) => boolean,
): readonly [string, string] | null {
  const links = linksOf(language);
  if (links === null || term.length > longestCompound || !letters.test(term)) return null;
  for (let at = shortestCompoundPart; at <= term.length - shortestCompoundPart; at++) {
    const second = term.slice(at);
    if (!isKnown(second)) continue;
    const joined = term.slice(0, at);
    const first = links
      .filter((link) => joined.endsWith(link) && at - link.length >= shortestCompoundPart)
      .map((link) => joined.slice(0, at - link.length))
      .find(isKnown);
    if (first !== undefined) return [first, second];
  }
  return null;
}
