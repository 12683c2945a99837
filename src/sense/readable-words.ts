/**
 * Which words of a question the model can read. The model knows English. It cuts a word that it does not know into ever
 * smaller pieces, down to single letters or to [UNK], and pieces of one letter expand to the same few entries whatever
 * word they come from. A question of such words would find passages by noise.
 */
import type { PiecedWord } from "./wordpiece.ts";

/** Latin letters with their marks, digits and symbols (`€6`), and single letters of Greek, which stand for quantities. */
const latinWord = /^(?:[\p{Script=Latin}\p{M}\p{N}\p{S}]+|\p{Script=Greek})$/u;
const wordLike = /[\p{L}\p{N}]/u;
/** An identifier is read digit by digit; that is how the model was taught. */
const digit = /\p{N}/u;

/**
 * A word whose pieces have fewer letters than this on average is noise: 0.08 % of the 398,000 words in the documents of
 * Cranfield, SQuAD and XQuAD, and most of what is typed at random.
 */
const leastLettersPerPiece = 1.5;

export function isReadable({ word, pieces, isKnown }: PiecedWord): boolean {
  if (!wordLike.test(word)) return isKnown;
  if (!isKnown || !latinWord.test(word)) return false;
  return pieces.length === 1 || digit.test(word) || [...word].length >= leastLettersPerPiece * pieces.length;
}

/** Whether a word carries meaning of its own: it is neither a sign nor a stop word. */
export function isInformative({ word }: PiecedWord, stopWords: ReadonlySet<string>): boolean {
  return wordLike.test(word) && !stopWords.has(word);
}
