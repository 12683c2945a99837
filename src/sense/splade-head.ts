/**
 * The head of a SPLADE model (Formal et al., arXiv 2109.10086): for each entry of the vocabulary its largest logit over all
 * tokens. An entry's weight is log(1 + max(0, logit)); the tokens that frame the text take part, as in training.
 */
import type { Address, ModelMemory } from "./model-memory.ts";
import { type Projection, wholeBlocks } from "./projection.ts";
import type { EncoderShape } from "./sense-pack.ts";

export interface SpladeHead {
  /** Each entry's largest logit, a view of the kernel's memory that the next call overwrites. */
  logits(states: Address, tokens: number): Float32Array;
}

export function createSpladeHead(memory: ModelMemory, shape: EncoderShape, projection: Projection): SpladeHead {
  const { kernel } = memory;
  const { round, multiply, largest, normalise } = projection;
  const { width, positions, vocabulary } = shape;
  const dense = memory.linear("head.dense", width, width);
  /** What rounding left of it. */
  const rest = memory.linear("head.rest", width, width);
  const norm = memory.norm("head.norm", width);
  const words = memory.words();
  const most = wholeBlocks(positions);
  const changed = memory.reserve(4 * most * width);
  const change = memory.reserve(4 * most * width);
  const logits = memory.reserve(4 * words.rows);
  return {
    logits(states, tokens) {
      const before = round(states, width, tokens);
      multiply(before, dense, tokens, changed);
      multiply(before, rest, tokens, change);
      kernel.add(changed, change, 4 * tokens * width);
      kernel.gelu(changed, 4 * tokens * width);
      normalise(norm, changed, tokens);
      largest(round(changed, width, tokens), words, tokens, logits);
      return new Float32Array(kernel.memory.buffer, logits, vocabulary);
    },
  };
}
