/** What an encoder and its head are made of: activations rounded and multiplied with a matrix, and normalised. */
import { tokensAtOnce } from "./encoder-kernel.ts";
import type { Address, Linear, ModelMemory, Norm, Rounded } from "./model-memory.ts";
import type { EncoderShape } from "./sense-pack.ts";

export interface Projection {
  /** `from` [tokens × size] rounded, as the products below take it, until the next call. */
  round(from: Address, size: number, tokens: number): Rounded;
  /** What was rounded times the matrix plus its biases: [tokens × matrix.rows] at `out`, with room for whole blocks. */
  multiply(rounded: Rounded, matrix: Linear, tokens: number, out: Address): void;
  /** The same, of which only each row's largest number over all tokens is kept: [matrix.rows] at `out`. */
  largest(rounded: Rounded, matrix: Linear, tokens: number, out: Address): void;
  /** Tokens of the encoder's width, in place. */
  normalise(norm: Norm, at: Address, tokens: number): void;
}

/** Activations are rounded to ±this, or less where the sum of `size` products would not fit into 32 bits. */
export function activationLimit(size: number): number {
  return Math.min(32_767, Math.floor((2 ** 31 - 1) / (127 * size)));
}

/** For how many tokens the kernel computes: it takes them in blocks. */
export function wholeBlocks(tokens: number): number {
  return Math.ceil(tokens / tokensAtOnce) * tokensAtOnce;
}

export function createProjection(memory: ModelMemory, shape: EncoderShape): Projection {
  const { kernel } = memory;
  const { width, feedForward, positions, normEpsilon } = shape;
  const most = wholeBlocks(positions);
  const rounded = {
    numbers: memory.reserve(2 * most * Math.max(width, feedForward)),
    scales: memory.reserve(4 * most),
  };
  const project = (from: Rounded, matrix: Linear, tokens: number, result: readonly [Address, number]) =>
    kernel.project(
      ...([from.numbers, from.scales, matrix.width, tokens] as const),
      ...([matrix.weights, matrix.scales, matrix.biases, matrix.rows] as const),
      ...result,
    );
  return {
    round(from, size, tokens) {
      kernel.quantise(from, size, tokens, activationLimit(size), rounded.numbers, rounded.scales);
      return rounded;
    },
    multiply: (from, matrix, tokens, out) => project(from, matrix, tokens, [out, 4 * matrix.rows]),
    largest(from, matrix, tokens, out) {
      new Float32Array(kernel.memory.buffer, out, matrix.rows).fill(Number.NEGATIVE_INFINITY);
      project(from, matrix, tokens, [out, 0]);
    },
    normalise: (norm, at, tokens) => kernel.normalise(at, width, tokens, norm.gain, norm.shift, normEpsilon),
  };
}
