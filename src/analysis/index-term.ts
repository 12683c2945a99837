import type { Token } from "./analysis.ts";

/**
 * A term that is being indexed. A part of an index stores its own number for the term here, so the next occurrence needs no
 * look-up. Another part looks the term up again.
 */
export interface IndexTerm {
  readonly text: string;
  /** The part that stored `id`, as a token: a reference would keep a dropped part in memory. */
  owner: object | null;
  id: number;
}

/** The terms of some tokens, without stop words. */
export function contentTerms(tokens: readonly Token[]): IndexTerm[] {
  return tokens.filter((token) => !token.stop).map((token) => ({ text: token.term, owner: null, id: -1 }));
}
