/** 8-bit weights with a scale for each row; 16-bit activations with one for each token. */
import type { EncoderShape } from "./encoder-shape.ts";
import { type Address, type Linear, type ModelMemory, type Projection, wholeBlocks } from "./model-memory.ts";

export interface Rounded {
  readonly numbers: Address;
  readonly scales: Address;
}

export interface ByteProjection extends Projection<Linear> {
  /** Valid until the next call. */
  round(from: Address, width: number, tokens: number): Rounded;
}

/** Less if a sum of `size` products would exceed 32 bits. */
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
  const round = (from: Address, size: number, tokens: number) => {
    kernel.quantise(from, size, tokens, activationLimit(size), rounded.numbers, rounded.scales);
    return rounded;
  };
  return {
    round,
    matrix: (name, rows, size) => memory.linear(name, rows, size),
    apply(from, matrix, tokens, out) {
      const { numbers, scales } = round(from, matrix.width, tokens);
      kernel.project(
        ...([numbers, scales, matrix.width, tokens] as const),
        ...([matrix.weights, matrix.scales, matrix.biases, matrix.rows] as const),
        ...([out, 4 * matrix.rows] as const),
      );
    },
  };
}
