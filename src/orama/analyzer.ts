/** Reads text as terms, by language. */
import type { Analyzer, Analyzers, Token } from "../text/analysis.ts";
import { unspacedPieces } from "./unspaced-script.ts";
import { createWordReader } from "./word-reader.ts";

/** A stretch of letters, digits and marks, with the connectors that may stand inside an identifier or a number. */
const words = /[\p{L}\p{N}\p{M}]+(?:(?:::|[_.:'’@/-]|,(?=\p{N}))[\p{L}\p{N}\p{M}]+)*/gu;

/** One analyzer a language, made when first asked for. Analyzers cache what they read, so share them. */
export function createAnalyzers(): Analyzers {
  const known = new Map<string, Analyzer>();
  return (language) => {
    const found = known.get(language) ?? createAnalyzer(language);
    known.set(language, found);
    return found;
  };
}

function createAnalyzer(language: string): Analyzer {
  const reader = createWordReader(language);
  const analyze = (text: string) => {
    const tokens: Token[] = [];
    for (const match of text.matchAll(words)) {
      const raw = match[0];
      for (const stretch of unspacedPieces(raw)) {
        const start = match.index + stretch.start;
        if (stretch.unspaced) tokens.push(...reader.readUnspaced(stretch.text, start));
        else
          for (const piece of reader.read(stretch.text))
            tokens.push({ ...piece, start: start + piece.start, end: start + piece.end });
      }
    }
    return tokens;
  };
  return { language, analyze };
}
