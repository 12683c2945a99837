import { createEncoderKernel, rowsAtOnce, tokensAtOnce } from "./encoder-kernel.ts";
import type { EncoderShape } from "./encoder-shape.ts";
import type { ElementType, PackFile } from "./pack-file.ts";

export type Address = number;

export interface Linear {
  readonly weights: Address;
  readonly scales: Address;
  readonly biases: Address;
  readonly rows: number;
  readonly width: number;
}

export interface Norm {
  readonly gain: Address;
  readonly shift: Address;
}

export type ModelMemory = ReturnType<typeof createModelMemory>;

const pageBytes = 65_536;
const alignment = 64;

/** Loads only sections that are requested. */
export function createModelMemory(pack: Pick<PackFile, "sections" | "offsetOf">) {
  const kernel = createEncoderKernel();
  const { memory } = kernel;
  const copied = new Map<string, Address>();
  let end = 0;
  const reserve = (bytes: number): Address => {
    const at = end;
    end += Math.ceil(bytes / alignment) * alignment;
    if (end > memory.buffer.byteLength) memory.grow(Math.ceil((end - memory.buffer.byteLength) / pageBytes));
    return at;
  };
  const section = (name: string, type: ElementType, bytes: number): Address => {
    const from = pack.offsetOf(name, type, bytes);
    const known = copied.get(name);
    if (known !== undefined) return known;
    const at = reserve(bytes);
    new Uint8Array(memory.buffer, at).set(pack.sections.subarray(from, from + bytes));
    copied.set(name, at);
    return at;
  };
  const floats = (name: string, count: number) => section(name, "f32", 4 * count);
  return {
    kernel,
    reserve,
    section,
    floats,
    linear(name: string, rows: number, width: number, bias = `${name}.bias`): Linear {
      const filled = Math.ceil(rows / rowsAtOnce) * rowsAtOnce;
      const weights = section(`${name}.weight`, "i8", filled * width);
      return { weights, scales: floats(`${name}.scale`, filled), biases: floats(bias, filled), rows: filled, width };
    },
    norm: (name: string, width: number): Norm => ({
      gain: floats(`${name}.gain`, width),
      shift: floats(`${name}.shift`, width),
    }),
  };
}

export interface Projection<Matrix> {
  /** @throws Error if there is none of this size */
  matrix(name: string, rows: number, width: number): Matrix;
  /** [tokens × width] times the matrix plus biases. `out` has space for whole blocks, and may be `from`. */
  apply(from: Address, matrix: Matrix, tokens: number, out: Address): void;
}

export type Normalise = (norm: Norm, at: Address, tokens: number) => void;

export function createNormalisation({ kernel }: ModelMemory, { width, normEpsilon }: EncoderShape): Normalise {
  return (norm, at, tokens) => kernel.normalise(at, width, tokens, norm.gain, norm.shift, normEpsilon);
}

export function wholeBlocks(tokens: number): number {
  return Math.ceil(tokens / tokensAtOnce) * tokensAtOnce;
}
