/** SPLADE (arXiv 2109.10086): log(1 + max(0, the largest logit over all tokens)). */
import type { ByteProjection } from "./encoder/byte-projection.ts";
import type { EncoderShape } from "./encoder/encoder-shape.ts";
import {
  type Address,
  createNormalisation,
  type Linear,
  type ModelMemory,
  wholeBlocks,
} from "./encoder/model-memory.ts";
import { createPositiveRows } from "./encoder/positive-rows.ts";

/** Serve as embeddings and as the head. */
export function wordRows(memory: ModelMemory, { vocabulary, width }: EncoderShape): Linear {
  return memory.linear("words", vocabulary, width, "head.bias");
}

export function createSpladeHead(memory: ModelMemory, shape: EncoderShape, projection: ByteProjection) {
  const { kernel } = memory;
  const { apply } = projection;
  const normalise = createNormalisation(memory, shape);
  const { width, positions, vocabulary } = shape;
  const dense = memory.linear("head.dense", width, width);
  const rest = memory.linear("head.rest", width, width);
  const norm = memory.norm("head.norm", width);
  const findPositive = createPositiveRows(memory, shape, projection, wordRows(memory, shape));
  const most = wholeBlocks(positions);
  const changed = memory.reserve(4 * most * width);
  const change = memory.reserve(4 * most * width);
  return {
    /** Views that the next call overwrites. */
    positive(states: Address, tokens: number) {
      apply(states, dense, tokens, changed);
      apply(states, rest, tokens, change);
      kernel.add(changed, change, 4 * tokens * width);
      kernel.gelu(changed, 4 * tokens * width);
      normalise(norm, changed, tokens);
      const { rows, numbers } = findPositive(changed, tokens);
      const end = rows.findLastIndex((row) => row < vocabulary) + 1;
      return { rows: rows.subarray(0, end), numbers: numbers.subarray(0, end) };
    },
  };
}
