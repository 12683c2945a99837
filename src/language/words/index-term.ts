import type { Token } from "./analysis.ts";

/** A term being indexed. A part stores its own number here, so that the next occurrence needs no look-up. */
export interface IndexTerm {
  readonly text: string;
  /** A token: a reference would keep a dropped part in memory. */
  owner: object | null;
  id: number;
}

export function contentTerms(tokens: readonly Token[]): IndexTerm[] {
  return tokens.filter((token) => !token.stop).map((token) => ({ text: token.term, owner: null, id: -1 }));
}
