/**
 * Decides which words of a question the model can read. The model knows English. It divides an unknown word into small
 * pieces, even single letters or [UNK]. Pieces of one letter expand to the same few entries, whatever word they come from,
 * so a question of such words would find passages by noise.
 */
import type { PiecedWord } from "../encoder/wordpiece.ts";

/** Latin letters with their marks, digits and symbols (`€6`), and single letters of Greek, which stand for quantities. */
const latinWord = /^(?:[\p{Script=Latin}\p{M}\p{N}\p{S}]+|\p{Script=Greek})$/u;
const wordLike = /[\p{L}\p{N}]/u;
/** The model was trained to read identifiers digit by digit. */
const digit = /\p{N}/u;

/**
 * A word whose pieces have fewer letters on average is noise: 0.08 % of the 398,000 words in the documents of Cranfield,
 * SQuAD and XQuAD, and most random input.
 */
const leastLettersPerPiece = 1.5;

export function isReadable({ word, pieces, isKnown }: PiecedWord): boolean {
  if (!wordLike.test(word)) return isKnown;
  if (!isKnown || !latinWord.test(word)) return false;
  return pieces.length === 1 || digit.test(word) || [...word].length >= leastLettersPerPiece * pieces.length;
}

/** Whether a word has a meaning of its own: it is neither a sign nor a stop word. */
export function isInformative({ word }: PiecedWord, stopWords: ReadonlySet<string>): boolean {
  return wordLike.test(word) && !stopWords.has(word);
}
