/** An embedder whose vectors depend only on the length of a text. */
import type { Embedder } from "../../../src/memory/embedder-ports.ts";

interface FakeEmbedderWish {
  readonly model: string;
  readonly dimensions: number;
  /** Awaited before each call is answered. */
  readonly meanwhile?: () => Promise<unknown>;
}

export function fakeEmbedder({ model, dimensions, meanwhile }: FakeEmbedderWish): Embedder {
  return {
    model,
    dimensions,
    recipe: "plain",
    batch: 2,
    embed: async (texts, _use, signal) => {
      await meanwhile?.();
      signal.throwIfAborted();
      return { vectors: texts.map((text) => vectorOf(text, dimensions)), tokens: texts.length };
    },
  };
}

/** A unit vector. */
function vectorOf(text: string, dimensions: number): Float32Array {
  const vector = new Float32Array(dimensions);
  vector[text.length % dimensions] = 1;
  return vector;
}
