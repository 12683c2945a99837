import { tokensAtOnce } from "./encoder-kernel.ts";
import type { EncoderShape } from "./encoder-shape.ts";
import type { Address, ModelMemory, Norm } from "./model-memory.ts";

export interface Projection<Matrix> {
  /** @throws Error if there is none of this size */
  matrix(name: string, rows: number, width: number): Matrix;
  /** [tokens × width] times the matrix plus biases. `out` has space for whole blocks, and may be `from`. */
  apply(from: Address, matrix: Matrix, tokens: number, out: Address): void;
}

/** In place. */
export type Normalise = (norm: Norm, at: Address, tokens: number) => void;

export function createNormalisation({ kernel }: ModelMemory, { width, normEpsilon }: EncoderShape): Normalise {
  return (norm, at, tokens) => kernel.normalise(at, width, tokens, norm.gain, norm.shift, normEpsilon);
}

export function wholeBlocks(tokens: number): number {
  return Math.ceil(tokens / tokensAtOnce) * tokensAtOnce;
}
