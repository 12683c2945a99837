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
  /** Changes when the same text may be read as other terms. */
  readonly fingerprint: string;
  analyze(text: string): readonly Token[];
  /** Makes no objects; a token is at `at + token.start` to `at + token.end`. */
  eachToken(text: string, take: (token: WordToken, at: number) => void): void;
  readonly passageTokens: PassageTokens;
}

/** An unknown language is read as plain Unicode words. */
export type Analyzers = (language: string) => Analyzer;

/** A part of an index keeps its number for the term here, which saves a look-up. */
export interface IndexTerm {
  readonly text: string;
  /** A token, because a reference would keep a dropped part in memory. */
  owner: object | null;
  id: number;
}

export function contentTerms(tokens: readonly Token[]): IndexTerm[] {
  return tokens.filter((token) => !token.stop).map((token) => ({ text: token.term, owner: null, id: -1 }));
}
