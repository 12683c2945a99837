import type { PassageTokens, WordToken } from "../structure/passage-tokens.ts";

export interface Token {
  /** Folded and stemmed. */
  readonly term: string;
  /** UTF-16, half-open. Parts of an identifier lie within it and may overlap. */
  readonly start: number;
  readonly end: number;
  /** Stop words are never looked up. */
  readonly stop: boolean;
}

export interface Analyzer {
  /** BCP 47. */
  readonly language: string;
  /** Changes when the same text may be read as other terms. */
  readonly fingerprint: string;
  analyze(text: string): readonly Token[];
  /** Without making objects; a token is at `at + token.start` to `at + token.end`. */
  eachToken(text: string, take: (token: WordToken, at: number) => void): void;
  readonly passageTokens: PassageTokens;
}

/** For an unknown language one that reads plain Unicode words. */
export type Analyzers = (language: string) => Analyzer;

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
