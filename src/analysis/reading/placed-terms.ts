/** The terms of a text by their positions. Most terms are substrings of the text, so few need a separate string. */

export interface PlacedTerms {
  /** The text in lower case, unless that shifts positions. */
  readonly base: string;
  /** A term is `base.slice(starts[i], ends[i])` plus `endings[i]`, the ending of its stem if that differs from the word's. */
  readonly starts: readonly number[];
  readonly ends: readonly number[];
  /** Empty for most terms. */
  readonly endings: readonly string[];
}

export function termAt({ base, starts, ends, endings }: PlacedTerms, i: number): string {
  return base.slice(starts[i], ends[i]) + endings[i]!;
}

export function allTerms(terms: PlacedTerms): string[] {
  return terms.starts.map((_, i) => termAt(terms, i));
}

/** @param starts the start of each term, in UTF-16 units */
export function placeTerms(text: string, terms: readonly string[], starts: readonly number[]): PlacedTerms {
  const base = baseOf(text);
  const ends: number[] = [];
  const endings: string[] = [];
  for (let i = 0; i < terms.length; i++) {
    const term = terms[i]!;
    const common = commonLength(base, starts[i]!, term);
    ends.push(starts[i]! + common);
    endings.push(common === term.length ? "" : term.slice(common));
  }
  return { base, starts, ends, endings };
}

/** In lower case, unless that shifts positions. */
export function baseOf(text: string): string {
  const lower = text.toLowerCase();
  return lower.length === text.length ? lower : text;
}

/** The length of the common prefix of a term and the text at `start`. */
function commonLength(base: string, start: number, term: string): number {
  let length = 0;
  while (length < term.length && base.charCodeAt(start + length) === term.charCodeAt(length)) length++;
  return length;
}
