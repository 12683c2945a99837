/** Terms are folded and stemmed; identifiers are read both whole and in parts. */

import { recentlyUsed, remembered } from "../../kernel/stores/recently-used.ts";
import { PassageTokens, type WordToken } from "../structure/passage-tokens.ts";
import { type Analyzer, contentTerms, type IndexTerm, type Token } from "./analysis.ts";
import { WordCursor } from "./word-cursor.ts";
import { WordForms } from "./word-forms.ts";
import { WordReader } from "./word-reader.ts";

export interface TermAnalyzer extends Analyzer {
  /** Skips stop words; no positions. */
  eachTerm(text: string, take: (term: IndexTerm) => void): void;
}

export type TermAnalyzers = (language: string) => TermAnalyzer;

/** Raise it with every change of how text is read. */
const analysisVersion = 2;

/** Analyzers cache, so share them. */
export function createAnalyzers(): TermAnalyzers {
  const known = new Map<string, TermAnalyzer>();
  return (language) => known.getOrInsertComputed(language, createAnalyzer);
}

/** About 20 MB at most. */
const rareTermsKept = 65_536;
/** In tokens; a long question has 1,500. */
const recentTokens = 2048;

function createAnalyzer(language: string): TermAnalyzer {
  const reader = new WordReader(language);
  const rareTokens = remembered(rareTermsKept, (stretch) => wordTokens(reader.read(stretch)), sizeOf);
  const rareTerms = remembered(rareTermsKept, (stretch) => contentTerms(reader.read(stretch)), sizeOf);
  const forms = new WordForms((word) => wordTokens(reader.read(word)));
  /** A question is analysed twice: for the search, and for the answer. */
  const recent = recentlyUsed<readonly Token[]>(recentTokens, sizeOf);
  const eachToken: Analyzer["eachToken"] = (text, take) => {
    const words = new WordCursor(text, forms.letters);
    while (words.next()) {
      const { start: at } = words;
      const found = words.isPlain ? forms.tokens(text, words) : rareTokens(text.slice(at, words.end));
      for (let i = 0; i < found.length; i++) take(found[i]!, at);
    }
  };
  return {
    language,
    passageTokens: new PassageTokens(),
    fingerprint: `${language}/${analysisVersion}`,
    analyze(text) {
      const known = recent.get(text);
      if (known !== undefined) return known;
      const tokens: Token[] = [];
      eachToken(text, ({ term, start, end, stop }, at) => {
        tokens.push({ term, start: at + start, end: at + end, stop });
      });
      recent.set(text, tokens);
      return tokens;
    },
    eachToken,
    eachTerm(text, take) {
      const words = new WordCursor(text, forms.letters);
      while (words.next()) {
        if (words.isPlain) forms.give(text, words, take);
        else for (const term of rareTerms(text.slice(words.start, words.end))) take(term);
      }
    },
  };
}

const sizeOf = (terms: readonly unknown[]) => terms.length + 1;

const wordTokens = (tokens: readonly Token[]): readonly WordToken[] =>
  tokens.map(({ term, start, end, stop }) => ({ term, start, end, stop, owner: null, id: -1 }));
