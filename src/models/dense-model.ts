import { createNormaliser } from "./character-map.ts";
import type { DensePack } from "./dense-pack.ts";
import { createEncoder } from "./encoder/encoder.ts";
import { createGroupProjection } from "./encoder/group-projection.ts";
import { embedFromGroups } from "./encoder/grouped-words.ts";
import { createModelMemory } from "./encoder/model-memory.ts";
import { createUnigram } from "./unigram.ts";

/** About 14 MB for multilingual-e5-small, without embeddings, which stay in the file. */
export function createDenseModel(pack: DensePack) {
  const { shape, vocabulary, characters } = pack;
  const { width, positions } = shape;
  const memory = createModelMemory(pack);
  const encoder = createEncoder(
    memory,
    shape,
    createGroupProjection(memory, shape),
    embedFromGroups(pack.words, width),
  );
  const normalise = createNormaliser(characters);
  const unigram = createUnigram(vocabulary);
  return {
    /** Includes special pieces; cut at the model's limit. */
    pieces: (text: string) => {
      const content = unigram.divide(normalise(text)).slice(0, Math.max(0, positions - 2));
      return [vocabulary.first, ...content, vocabulary.last];
    },
    /** @throws Error if the states have no finite length */
    embed(pieces: readonly number[]) {
      const states = encoder.states(pieces);
      const all = new Float32Array(memory.kernel.memory.buffer, states, pieces.length * width);
      const mean = new Float32Array(width);
      for (let at = 0; at < all.length; at++) mean[at % width] = mean[at % width]! + all[at]!;
      const length = Math.hypot(...mean);
      if (!(length > 0 && Number.isFinite(length))) throw new Error("The model's numbers give no vector.");
      return mean.map((number) => number / length);
    },
  };
}
