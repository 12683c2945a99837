/** The kernel's memory: a pack's sections as they are in the file, and behind them room for what is being computed. */
import { createEncoderKernel, type EncoderKernel, rowsAtOnce } from "./encoder-kernel.ts";
import type { SensePack } from "./sense-pack.ts";

/** A place in the kernel's memory, in bytes. */
export type Address = number;

/** A matrix of rounded weights, with a scale and a bias for each row. */
export interface Linear {
  readonly weights: Address;
  readonly scales: Address;
  readonly biases: Address;
  readonly rows: number;
  readonly width: number;
}

/** What a normalised token is multiplied with, and what is added to it. */
export interface Norm {
  readonly gain: Address;
  readonly shift: Address;
}

/** Rounded activations and the scale of each token. */
export interface Rounded {
  readonly numbers: Address;
  readonly scales: Address;
}

export interface ModelMemory {
  readonly kernel: EncoderKernel;
  floats(section: string, count: number): Address;
  linear(name: string, rows: number, width: number): Linear;
  /** The embeddings of the word pieces, which are the rows of the head as well; the biases are the head's. */
  words(): Linear;
  norm(name: string, width: number): Norm;
  /** Room of its own, zeros at first. */
  reserve(bytes: number): Address;
}

const pageBytes = 65_536;
const alignment = 64;

export function createModelMemory(pack: SensePack): ModelMemory {
  const kernel = createEncoderKernel();
  const { memory } = kernel;
  let end = 0;
  const reserve = (bytes: number): Address => {
    const at = end;
    end += Math.ceil(bytes / alignment) * alignment;
    if (end > memory.buffer.byteLength) memory.grow(Math.ceil((end - memory.buffer.byteLength) / pageBytes));
    return at;
  };
  const base = reserve(pack.sections.byteLength);
  new Uint8Array(memory.buffer, base).set(pack.sections);
  const floats = (section: string, count: number) => base + pack.offsetOf(section, "f32", 4 * count);
  const matrix = (name: string, bias: string, [rows, width]: readonly [number, number]): Linear => {
    const filled = Math.ceil(rows / rowsAtOnce) * rowsAtOnce;
    const weights = base + pack.offsetOf(`${name}.weight`, "i8", filled * width);
    return { weights, scales: floats(`${name}.scale`, filled), biases: floats(bias, filled), rows: filled, width };
  };
  return {
    kernel,
    reserve,
    floats,
    linear: (name, rows, width) => matrix(name, `${name}.bias`, [rows, width]),
    words: () => matrix("words", "head.bias", [pack.shape.vocabulary, pack.shape.width]),
    norm: (name, width) => ({ gain: floats(`${name}.gain`, width), shift: floats(`${name}.shift`, width) }),
  };
}
