/** Without computing rows that are not positive. */
import { activationLimit, type ByteProjection } from "./byte-projection.ts";
import { tokensAtOnce } from "./encoder-kernel.ts";
import type { EncoderShape } from "./encoder-shape.ts";
import { type Address, type Linear, type ModelMemory, wholeBlocks } from "./model-memory.ts";

export interface PositiveRows {
  readonly rows: Uint32Array;
  readonly numbers: Float32Array;
}

/** Views that the next call overwrites. */
export type FindPositiveRows = (from: Address, tokens: number) => PositiveRows;

/** Sums of more columns may not fit in 16 bits. */
const widest = 1536;
/** As many as fit in the first-level cache: 4 KB each at a width of 128. */
const blocksAtOnce = 5;

export function createPositiveRows(
  memory: ModelMemory,
  shape: EncoderShape,
  projection: ByteProjection,
  matrix: Linear,
): FindPositiveRows {
  const { kernel } = memory;
  const { width, weights, rows, scales, biases } = matrix;
  if (width > widest) throw new Error(`The matrix has more than ${widest} columns.`);
  const blockBytes = 8 * tokensAtOnce * width;
  const rounded = memory.reserve((wholeBlocks(shape.positions) / tokensAtOnce) * blockBytes);
  const { errors, starts, lengths, sums, eight, found, numbers } = reserveFor(rows, memory);
  const greatestQuarter = kernel.measureRows(weights, width, rows, scales, starts, lengths);

  const bound = (from: Address, tokens: number) => {
    kernel.roundToUnit(from, width, tokens, activationLimit(width), greatestQuarter, rounded, errors);
    new Int16Array(kernel.memory.buffer, sums, rows).fill(-32_768);
    const blocks = wholeBlocks(tokens) / tokensAtOnce;
    for (let block = 0; block < blocks; block += blocksAtOnce) {
      const some = Math.min(blocksAtOnce, blocks - block);
      kernel.raiseBounds(rounded + block * blockBytes, some, weights, starts, width, rows, sums);
    }
  };
  return (from, tokens) => {
    bound(from, tokens);
    const exact = projection.round(from, width, tokens);
    const count = kernel.positiveRows(
      ...([exact.numbers, exact.scales, width, tokens] as const),
      ...([weights, scales, biases, rows] as const),
      ...([sums, lengths, errors] as const),
      ...([eight, found, numbers] as const),
    );
    const { buffer } = kernel.memory;
    return { rows: new Uint32Array(buffer, found, count), numbers: new Float32Array(buffer, numbers, count) };
  };
}

function reserveFor(rows: number, { reserve }: Pick<ModelMemory, "reserve">) {
  return {
    errors: reserve(8),
    starts: reserve(8 * rows),
    lengths: reserve(4 * rows),
    sums: reserve(2 * rows),
    eight: reserve(32),
    found: reserve(4 * rows),
    numbers: reserve(4 * rows),
  };
}
