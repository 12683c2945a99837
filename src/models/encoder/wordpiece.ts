/** Uncased WordPiece (arXiv 1810.04805): the longest known pieces from the start of a word. */
import { accents, vanishing, words } from "./wordpiece-characters.ts";

/** Code points of a known word. */
const longestWord = 100;
/** Texts may contain these. */
const special = /(\[(?:PAD|UNK|CLS|SEP|MASK)\])/;

export interface PiecedWord {
  readonly word: string;
  readonly pieces: readonly number[];
  /** False: its piece is [UNK]. */
  readonly isKnown: boolean;
}

export type WordPiece = ReturnType<typeof createWordPiece>;

export function createWordPiece(vocabulary: readonly string[]) {
  const dictionary = createDictionary(vocabulary);
  const [first, last] = [dictionary.number("[CLS]"), dictionary.number("[SEP]")];
  const unknown = dictionary.number("[UNK]");
  const words = function* (text: string): Generator<PiecedWord> {
    for (const word of wordsOf(text)) {
      const pieces = special.test(word) ? [dictionary.number(word)] : dictionary.pieces(word);
      yield { word, pieces, isKnown: pieces[0] !== unknown };
    }
  };
  /** Adds [CLS] and [SEP]; `limit` includes them. */
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
  return { words, framed, encode: (text: string, limit: number) => framed(words(text), limit) };
}

function* wordsOf(text: string): Generator<string> {
  for (const part of text.split(special)) {
    if (special.test(part)) yield part;
    else for (const [word] of plain(part).matchAll(words)) yield word;
  }
}

function plain(text: string): string {
  const bare = text.replace(vanishing, "").normalize("NFD").replace(accents, "");
  // One by one, as in the reference, so that Σ never becomes ς.
  return bare.replaceAll("Σ", "σ").toLowerCase();
}

function createDictionary(vocabulary: readonly string[]) {
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
