import { createNormaliser } from "./character-map.ts";
import type { DensePack } from "./dense-pack.ts";
import { createEncoder } from "./encoder/encoder.ts";
import type { EncoderShape } from "./encoder/encoder-shape.ts";
import { createGroupProjection } from "./encoder/group-projection.ts";
import { embedFromGroups, type groupedWords } from "./encoder/grouped-words.ts";
import { createModelMemory } from "./encoder/model-memory.ts";
import type { PackFile } from "./encoder/pack-file.ts";
import { createUnigram } from "./unigram.ts";

export interface DenseModel {
  /** Includes special pieces; cut at the model's limit. */
  pieces(text: string): number[];
  /** A unit vector. @throws Error if the states have no finite length */
  embed(pieces: readonly number[]): Float32Array;
}

/** About 14 MB for multilingual-e5-small, without embeddings, which stay in the file. */
export function createDenseModel(pack: DensePack): DenseModel {
  const { shape, vocabulary, characters } = pack;
  const normalise = createNormaliser(characters);
  const unigram = createUnigram(vocabulary);
  return {
    pieces: (text) => {
      const content = unigram.divide(normalise(text)).slice(0, Math.max(0, shape.positions - 2));
      return [vocabulary.first, ...content, vocabulary.last];
    },
    embed: wholeMean(meansOfStates(pack)),
  };
}

/** Pieces from one on, up to another, exclusive. */
export interface PieceRange {
  readonly from: number;
  readonly to: number;
}

/** @throws Error if the states have no finite length */
export type MeansOfStates = (pieces: readonly number[], ranges: readonly PieceRange[]) => readonly Float32Array[];

export const wholeMean =
  (means: MeansOfStates): DenseModel["embed"] =>
  (pieces) =>
    means(pieces, [{ from: 0, to: pieces.length }])[0]!;

/** The mean of the last states of each range, at length 1 (Reimers and Gurevych, arXiv 1908.10084). */
export function meansOfStates(
  pack: Pick<PackFile, "sections" | "offsetOf"> & {
    readonly shape: EncoderShape;
    readonly words: ReturnType<typeof groupedWords>;
  },
): MeansOfStates {
  const { shape, words } = pack;
  const { width } = shape;
  const memory = createModelMemory(pack);
  const encoder = createEncoder(memory, shape, createGroupProjection(memory, shape), embedFromGroups(words, width));
  return (pieces, ranges) => {
    const states = encoder.states(pieces);
    const all = new Float32Array(memory.kernel.memory.buffer, states, pieces.length * width);
    return ranges.map(({ from, to }) => meanOfRows(all.subarray(from * width, to * width), width));
  };
}

function meanOfRows(rows: Float32Array, width: number): Float32Array {
  const mean = new Float32Array(width);
  for (let at = 0; at < rows.length; at++) mean[at % width] = mean[at % width]! + rows[at]!;
  const length = Math.hypot(...mean);
  if (!(length > 0 && Number.isFinite(length))) throw new Error("The model's numbers give no vector.");
  return mean.map((number) => number / length);
}
