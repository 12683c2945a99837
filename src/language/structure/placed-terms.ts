/** Terms as positions, because most are substrings of the text. */

export interface PlacedTerms {
  /** The text in lower case, unless that shifts positions. */
  readonly base: string;
  readonly count: number;
  /** Term i is `base.slice(spans[2 * i], spans[2 * i + 1])` plus its ending. */
  readonly spans: Uint32Array;
  /** For stems whose ending is not in the text, ascending. */
  readonly endings: readonly TermEnding[];
}

export interface TermEnding {
  readonly term: number;
  readonly ending: string;
}

export function termAt(terms: PlacedTerms, i: number): string {
  const { base, spans } = terms;
  return base.slice(spans[2 * i], spans[2 * i + 1]) + endingOf(terms, i);
}

export function endingOf({ endings }: PlacedTerms, i: number): string {
  for (const { term, ending } of endings) if (term === i) return ending;
  return "";
}

export function allTerms(terms: PlacedTerms): string[] {
  return Array.from({ length: terms.count }, (_, i) => termAt(terms, i));
}

export function placeTerms(text: string, terms: readonly string[], starts: readonly number[]): PlacedTerms {
  const base = baseOf(text);
  const spans = new Uint32Array(2 * terms.length);
  const endings: TermEnding[] = [];
  for (let i = 0; i < terms.length; i++) {
    const term = terms[i]!;
    const start = starts[i]!;
    const common = commonLength(base, start, term);
    spans[2 * i] = start;
    spans[2 * i + 1] = start + common;
    if (common < term.length) endings.push({ term: i, ending: term.slice(common) });
  }
  return { base, count: terms.length, spans, endings };
}

export function baseOf(text: string): string {
  const lower = text.toLowerCase();
  return lower.length === text.length ? lower : text;
}

function commonLength(base: string, start: number, term: string): number {
  let length = 0;
  while (length < term.length && base.charCodeAt(start + length) === term.charCodeAt(length)) length++;
  return length;
}
