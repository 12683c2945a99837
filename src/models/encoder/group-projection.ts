/** 32 columns share a scale, so that a large number affects few others. */
import { groupColumns, groupTileBytes, rowsAtOnce } from "./encoder-kernel.ts";
import type { EncoderShape } from "./encoder-shape.ts";
import { type Address, type ModelMemory, type Projection, wholeBlocks } from "./model-memory.ts";

export interface GroupedLinear {
  readonly groups: Address;
  readonly biases: Address;
  readonly rows: number;
  readonly width: number;
}

export function createGroupProjection(memory: ModelMemory, shape: EncoderShape): Projection<GroupedLinear> {
  const { kernel } = memory;
  const { width, feedForward, positions } = shape;
  if (width % groupColumns !== 0 || feedForward % groupColumns !== 0) {
    throw new Error(`The model pack's widths are not multiples of ${groupColumns}.`);
  }
  const blocks = wholeBlocks(positions) / 4;
  const widest = Math.max(width, feedForward);
  const rounded = memory.reserve(blocks * (widest / groupColumns) * groupTileBytes);
  const spread = memory.reserve(16 + rowsAtOnce * widest);
  return {
    matrix(name, rows, size) {
      const bytes = (rows / rowsAtOnce) * (size / groupColumns) * groupTileBytes;
      const groups = memory.section(`${name}.groups`, "q4", bytes);
      return { groups, biases: memory.floats(`${name}.bias`, rows), rows, width: size };
    },
    apply(from, matrix, tokens, out) {
      kernel.quantiseGroups(from, matrix.width, tokens, rounded);
      kernel.projectGroups(
        ...([rounded, matrix.width, tokens] as const),
        ...([matrix.groups, matrix.biases, matrix.rows] as const),
        ...([out, 4 * matrix.rows, spread] as const),
      );
    },
  };
}
