import type { Token } from "./analysis.ts";

/**
 * A term on its way into an index. The part of an index that sees it notes its own number for it here, so that the next
 * occurrence needs no look-up; another part just looks it up again.
 */
export interface IndexTerm {
  readonly text: string;
  /** Who noted `id`; a token, so that a forgotten part is not kept alive. */
  owner: object | null;
  id: number;
}

/** The terms of some tokens, without stop words. */
export function contentTerms(tokens: readonly Token[]): IndexTerm[] {
  return tokens.filter((token) => !token.stop).map((token) => ({ text: token.term, owner: null, id: -1 }));
}
