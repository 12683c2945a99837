/** The terms of a text by the places where they stand in it. Most are a part of the text, so few of them need a string. */

export interface PlacedTerms {
  /** The text in lower case, unless that moves places. */
  readonly base: string;
  /** A term is `base.slice(starts[i], ends[i])` and `endings[i]`, which is what its stem has instead of the word's own. */
  readonly starts: readonly number[];
  readonly ends: readonly number[];
  /** Empty for most. */
  readonly endings: readonly string[];
}

export function termAt({ base, starts, ends, endings }: PlacedTerms, i: number): string {
  return base.slice(starts[i], ends[i]) + endings[i]!;
}

export function allTerms(terms: PlacedTerms): string[] {
  return terms.starts.map((_, i) => termAt(terms, i));
}

/** @param starts where in the text each term begins, in UTF-16 units */
export function placeTerms(text: string, terms: readonly string[], starts: readonly number[]): PlacedTerms {
  const base = baseOf(text);
  const ends = terms.map((term, i) => starts[i]! + commonLength(base, starts[i]!, term));
  const endings = terms.map((term, i) => term.slice(ends[i]! - starts[i]!));
  return { base, starts, ends, endings };
}

/** In lower case, unless that moves places. */
export function baseOf(text: string): string {
  const lower = text.toLowerCase();
  return lower.length === text.length ? lower : text;
}

/** How many characters the text at `start` has in common with a term's beginning. */
function commonLength(base: string, start: number, term: string): number {
  let length = 0;
  while (length < term.length && base.charCodeAt(start + length) === term.charCodeAt(length)) length++;
  return length;
}
