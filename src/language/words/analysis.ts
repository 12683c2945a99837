import type { PassageTokens, WordToken } from "../structure/passage-tokens.ts";

export interface Token {
  /** Folded and stemmed. */
  readonly term: string;
  /** UTF-16, half-open. Parts of an identifier may overlap. */
  readonly start: number;
  readonly end: number;
  readonly stop: boolean;
}

export interface Analyzer {
  readonly language: string;
  /** Changes with everything that changes terms. */
  readonly fingerprint: string;
  analyze(text: string): readonly Token[];
  /** Creates no objects; a token is at `at + token.start` to `at + token.end`. */
  eachToken(text: string, take: (token: WordToken, at: number) => void): void;
  readonly passageTokens: PassageTokens;
}

/** Unknown languages are read as plain Unicode words. */
export type Analyzers = (language: string) => Analyzer;

/** Parts of an index keep their number for the term here, to save a look-up. */
export interface IndexTerm {
  readonly text: string;
  /** A token, because a reference would keep a dropped part in memory. */
  owner: object | null;
  id: number;
}

export function contentTerms(tokens: readonly Token[]): IndexTerm[] {
  return tokens.filter((token) => !token.stop).map((token) => ({ text: token.term, owner: null, id: -1 }));
}
