/**
 * The head of a SPLADE model (Formal et al., arXiv 2109.10086): for each entry of the vocabulary its largest logit over all
 * tokens. An entry's weight is log(1 + max(0, logit)); the tokens that frame the text take part, as in training.
 */
import { type Encoder, wholeBlocks } from "./encoder.ts";
import type { Address, ModelMemory } from "./model-memory.ts";
import type { EncoderShape } from "./sense-pack.ts";

/** Rows of the vocabulary at a time: their logits for a passage stay in the processor's cache. */
const rowsAtATime = 512;

export interface SpladeHead {
  /** Each entry's largest logit, a view of the kernel's memory that the next call overwrites. */
  logits(states: Address, tokens: number): Float32Array;
}

export function createSpladeHead(memory: ModelMemory, encoder: Encoder, shape: EncoderShape): SpladeHead {
  const { kernel } = memory;
  const { width, positions, vocabulary } = shape;
  const dense = memory.linear("head.dense", width, width);
  /** What rounding left of it. */
  const rest = memory.linear("head.rest", width, width);
  const norm = memory.norm("head.norm", width);
  const words = memory.words();
  const most = wholeBlocks(positions);
  const changed = memory.reserve(4 * most * width);
  const change = memory.reserve(4 * most * width);
  const logits = memory.reserve(4 * most * rowsAtATime);
  const largest = memory.reserve(4 * words.rows);
  return {
    logits(states, tokens) {
      const before = encoder.round(states, width, tokens);
      encoder.multiply(before, dense, tokens, changed);
      encoder.multiply(before, rest, tokens, change);
      kernel.add(changed, change, 4 * tokens * width);
      kernel.gelu(changed, 4 * tokens * width);
      encoder.normalise(norm, changed, tokens);
      const rounded = encoder.round(changed, width, tokens);
      const found = new Float32Array(kernel.memory.buffer, largest, vocabulary);
      for (let first = 0; first < words.rows; first += rowsAtATime) {
        const rows = Math.min(rowsAtATime, words.rows - first);
        const part = {
          weights: words.weights + first * width,
          scales: words.scales + 4 * first,
          biases: words.biases + 4 * first,
          ...{ rows, width },
        };
        encoder.multiply(rounded, part, tokens, logits);
        kernel.maxima(logits, tokens, rows, largest + 4 * first);
      }
      return found;
    },
  };
}
