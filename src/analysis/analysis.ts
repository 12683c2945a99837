/** How text is split into words. The index and the extractive answers both use it, so both see the same words. */
import type { PassageTokens } from "./reading/passage-tokens.ts";
import type { WordToken } from "./word-token.ts";

export interface Token {
  /** The indexed form: folded, stemmed. */
  readonly term: string;
  /** Where it stands in the analysed text, UTF-16, half-open. Parts of an identifier lie within it and may overlap. */
  readonly start: number;
  readonly end: number;
  /** Whether the language counts it as a stop word; stop words are never looked up. */
  readonly stop: boolean;
}

export interface Analyzer {
  /** BCP 47, as given. */
  readonly language: string;
  /** Changes when the same text may be read as other terms; an index of another fingerprint does not fit. */
  readonly fingerprint: string;
  /** In order of `start`. */
  analyze(text: string): readonly Token[];
  /** Calls `take` with the tokens of `analyze`, without making objects. Each stands at `at + token.start` to `at + token.end`. */
  eachToken(text: string, take: (token: WordToken, at: number) => void): void;
  /** Where it collects the tokens of a passage while that is read. */
  readonly passageTokens: PassageTokens;
}

/** Returns the analyzer of a language. For an unknown language it returns one that reads plain Unicode words. */
export type Analyzers = (language: string) => Analyzer;
