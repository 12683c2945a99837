/** Products with matrices of 8-bit weights, one scale per row. Activations are rounded to 16 bits, with one scale per token. */
import type { EncoderShape } from "./encoder-shape.ts";
import type { Address, Linear, ModelMemory } from "./model-memory.ts";
import { type Projection, wholeBlocks } from "./projection.ts";

/** Rounded activations and the scale of each token. */
interface Rounded {
  readonly numbers: Address;
  readonly scales: Address;
}

export interface ByteProjection extends Projection<Linear> {
  /** Like `apply`, but keeps only each row's largest number over all tokens: [matrix.rows] at `out`. */
  largest(from: Address, matrix: Linear, tokens: number, out: Address): void;
}

/** Activations are rounded to ± this number, or less if the sum of `size` products would exceed 32 bits. */
export function activationLimit(size: number): number {
  return Math.min(32_767, Math.floor((2 ** 31 - 1) / (127 * size)));
}

export function createByteProjection(memory: ModelMemory, shape: EncoderShape): ByteProjection {
  const { kernel } = memory;
  const { width, feedForward, positions } = shape;
  const most = wholeBlocks(positions);
  const rounded: Rounded = {
    numbers: memory.reserve(2 * most * Math.max(width, feedForward)),
    scales: memory.reserve(4 * most),
  };
  const project = (from: Address, matrix: Linear, tokens: number, result: readonly [Address, number]) => {
    kernel.quantise(from, matrix.width, tokens, activationLimit(matrix.width), rounded.numbers, rounded.scales);
    kernel.project(
      ...([rounded.numbers, rounded.scales, matrix.width, tokens] as const),
      ...([matrix.weights, matrix.scales, matrix.biases, matrix.rows] as const),
      ...result,
    );
  };
  return {
    matrix: (name, rows, size) => memory.linear(name, rows, size),
    apply: (from, matrix, tokens, out) => project(from, matrix, tokens, [out, 4 * matrix.rows]),
    largest(from, matrix, tokens, out) {
      new Float32Array(kernel.memory.buffer, out, matrix.rows).fill(Number.NEGATIVE_INFINITY);
      project(from, matrix, tokens, [out, 0]);
    },
  };
}
