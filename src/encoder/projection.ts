/** The building blocks of an encoder: products with a matrix, and normalisation. */
import { tokensAtOnce } from "./encoder-kernel.ts";
import type { EncoderShape } from "./encoder-shape.ts";
import type { Address, ModelMemory, Norm } from "./model-memory.ts";

/** Products with the matrices of a pack. Packs store matrices in several ways. */
export interface Projection<Matrix> {
  /** The pack's matrix with this name. @throws Error if there is none of this size. */
  matrix(name: string, rows: number, width: number): Matrix;
  /**
   * `from` [tokens × matrix width] times the matrix plus its biases: [tokens × rows] at `out`, which has space for whole blocks.
   * `out` may be `from`.
   */
  apply(from: Address, matrix: Matrix, tokens: number, out: Address): void;
}

/** Normalises tokens of the encoder's width in place. */
export type Normalise = (norm: Norm, at: Address, tokens: number) => void;

export function createNormalisation({ kernel }: ModelMemory, { width, normEpsilon }: EncoderShape): Normalise {
  return (norm, at, tokens) => kernel.normalise(at, width, tokens, norm.gain, norm.shift, normEpsilon);
}

/** The number of tokens rounded up to the kernel's blocks. */
export function wholeBlocks(tokens: number): number {
  return Math.ceil(tokens / tokensAtOnce) * tokensAtOnce;
}
