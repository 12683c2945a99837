import type { EmbedPiece } from "./encoder/encoder.ts";
import type { Linear, ModelMemory } from "./encoder/model-memory.ts";

/** Tiles of eight rows, two columns at a time. */
export function embedFromBytes({ kernel }: ModelMemory, words: Linear): EmbedPiece {
  const { width } = words;
  return (id, out) => {
    const { buffer } = kernel.memory;
    const [scale = 0] = new Float32Array(buffer, words.scales + 4 * id, 1);
    const tile = new Int8Array(buffer, words.weights + (id >> 3) * 8 * width, 8 * width);
    const row = 2 * (id & 7);
    for (let column = 0; column < width; column++) {
      out[column] = tile[row + (column >> 1) * 16 + (column & 1)]! * scale;
    }
  };
}
