/** The words of a text, folded: lower case, without accents, stemmed. */
import { remembered } from "../kernel/stores/recently-used.ts";

export interface FoldedWord {
  readonly text: string;
  readonly stem: string;
  /** UTF-16, half-open. */
  readonly start: number;
  readonly end: number;
}

export type Stemmer = (word: string) => string;

const word = /[\p{L}\p{M}]+|\p{N}+(?:[.,]\p{N}+)*/gu;

export function foldedWords(text: string, stem: Stemmer): FoldedWord[] {
  const found: FoldedWord[] = [];
  for (const { 0: written, index } of text.matchAll(word)) {
    const folded = foldedWord(written);
    found.push({
      text: folded,
      stem: /^\d/.test(folded) ? folded : stem(folded),
      start: index,
      end: index + written.length,
    });
  }
  return found;
}

export function foldedWord(written: string): string {
  const lower = written.toLowerCase();
  if (/^[a-z]+$/.test(lower)) return lower;
  if (/^\d/.test(lower)) return foldedNumber(lower);
  return lower.normalize("NFKD").replaceAll(/\p{M}/gu, "").replaceAll("ß", "ss");
}

/** `1,234` and `1234` are the same word. */
const foldedNumber = (text: string) => (/^\d{1,3}(?:,\d{3})+$/.test(text) ? text.replaceAll(",", "") : text);

/** Remembers stems: a table repeats its words. */
export const rememberedStems = (stem: Stemmer): Stemmer => remembered(mostStems, stem);

const mostStems = 50_000;
