/**
 * Uncased WordPiece, the tokenizer of BERT (Devlin et al., arXiv 1810.04805): lower case, no accents, words and signs apart,
 * and of each word the longest pieces of the vocabulary from its start. The numbers are those of the reference
 * implementation to the last one; test/sense has 500 lines and every character of Unicode to show it.
 */
import { accents, vanishing, words } from "./wordpiece-characters.ts";

/** A longer word is unknown. In code points. */
const longestWord = 100;
/** These stand for themselves wherever they are written just so. */
const special = /(\[(?:PAD|UNK|CLS|SEP|MASK)\])/;

/** A word or a sign of a text, in lower case and without accents, and its pieces by number. */
export interface PiecedWord {
  readonly word: string;
  readonly pieces: readonly number[];
  /** Whether the vocabulary's pieces make it up; if not, [UNK] stands for it. */
  readonly isKnown: boolean;
}

export interface WordPiece {
  /** The text's words in their order. */
  words(text: string): Generator<PiecedWord>;
  /** The words' pieces by number, framed by [CLS] and [SEP]; with these at most `limit`, the rest is cut off. */
  framed(words: Iterable<PiecedWord>, limit: number): number[];
  /** The text's pieces, framed. */
  encode(text: string, limit: number): number[];
}

/** @throws Error when the vocabulary lacks a special piece. */
export function createWordPiece(vocabulary: readonly string[]): WordPiece {
  const dictionary = createDictionary(vocabulary);
  const [first, last] = [dictionary.number("[CLS]"), dictionary.number("[SEP]")];
  const unknown = dictionary.number("[UNK]");
  const words = function* (text: string): Generator<PiecedWord> {
    for (const word of wordsOf(text)) {
      const pieces = special.test(word) ? [dictionary.number(word)] : dictionary.pieces(word);
      yield { word, pieces, isKnown: pieces[0] !== unknown };
    }
  };
  const framed = (pieced: Iterable<PiecedWord>, limit: number) => {
    const numbers = [first];
    for (const { pieces } of pieced) {
      numbers.push(...pieces);
      if (numbers.length >= limit) break;
    }
    numbers.length = Math.min(numbers.length, limit - 1);
    numbers.push(last);
    return numbers;
  };
  return { words, framed, encode: (text, limit) => framed(words(text), limit) };
}

/** Words and signs without case and accents, and special pieces as they are. */
function* wordsOf(text: string): Generator<string> {
  for (const part of text.split(special)) {
    if (special.test(part)) yield part;
    else for (const [word] of plain(part).matchAll(words)) yield word;
  }
}

function plain(text: string): string {
  const bare = text.replace(vanishing, "").normalize("NFD").replace(accents, "");
  // A Σ at the end of a word would become ς; the reference lowers each character for itself.
  return bare.replaceAll("Σ", "σ").toLowerCase();
}

interface Dictionary {
  /** @throws Error when there is no such piece. */
  number(piece: string): number;
  /** The longest pieces of a word from its start; a word that they do not make up is unknown. */
  pieces(word: string): readonly number[];
}

function createDictionary(vocabulary: readonly string[]): Dictionary {
  const known = new Map<string, number>();
  let longestPiece = 0;
  for (const [number, piece] of vocabulary.entries()) {
    known.set(piece, number);
    longestPiece = Math.max(longestPiece, piece.length);
  }
  const number = (piece: string) => {
    const found = known.get(piece);
    if (found === undefined) throw new Error(`The vocabulary has no ${piece}.`);
    return found;
  };
  const unknown = [number("[UNK]")];
  const longestFrom = (word: string, from: number) => {
    const mark = from === 0 ? "" : "##";
    for (let to = Math.min(word.length, from + longestPiece); to > from; to--) {
      const found = known.get(mark + word.slice(from, to));
      if (found !== undefined) return { number: found, to };
    }
    return null;
  };
  const pieces = (word: string): readonly number[] => {
    if (word.length > longestWord && [...word].length > longestWord) return unknown;
    const found: number[] = [];
    for (let from = 0; from < word.length; ) {
      const piece = longestFrom(word, from);
      if (piece === null) return unknown;
      found.push(piece.number);
      from = piece.to;
    }
    return found;
  };
  return { number, pieces };
}
