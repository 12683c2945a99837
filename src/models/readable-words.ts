/** The model knows English. Pieces of one letter expand to the same few entries: noise. */
import type { PiecedWord } from "./encoder/wordpiece.ts";

/** Latin letters, digits and symbols; single Greek letters stand for quantities. */
const latinWord = /^(?:[\p{Script=Latin}\p{M}\p{N}\p{S}]+|\p{Script=Greek})$/u;
const wordLike = /[\p{L}\p{N}]/u;
/** Identifiers are read digit by digit. */
const digit = /\p{N}/u;

/** Fewer letters a piece are noise: 0.08 % of the words of Cranfield, SQuAD and XQuAD. */
const leastLettersPerPiece = 1.5;

export function isReadable({ word, pieces, isKnown }: PiecedWord): boolean {
  if (!wordLike.test(word)) return isKnown;
  if (!isKnown || !latinWord.test(word)) return false;
  return pieces.length === 1 || digit.test(word) || [...word].length >= leastLettersPerPiece * pieces.length;
}

/** Neither a sign nor a stop word. */
export function isInformative({ word }: PiecedWord, stopWords: ReadonlySet<string>): boolean {
  return wordLike.test(word) && !stopWords.has(word);
}
