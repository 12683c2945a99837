/** The WebAssembly kernel of the vector index. Its source is dot-kernel.wat. */
import { readFileSync } from "node:fs";
import assembled from "./dot-kernel.wasm" with { type: "file" };

/** The length of a row is a multiple of this number. */
export const rowStep = 16;

export interface DotKernel {
  readonly memory: WebAssembly.Memory;
  /**
   * Writes the dot product of each row with the vector to `out`, 32 bits each.
   * Addresses in bytes: rows of `size` signed bytes from `row` to before `end`, the vector of `size` signed 16-bit numbers.
   */
  dotRows(row: number, end: number, size: number, vector: number, out: number): void;
}

/** A kernel with its own memory, 64 KiB at first. */
export function createDotKernel(): DotKernel {
  const module = new WebAssembly.Module(readFileSync(assembled));
  // The module's exports are what dot-kernel.wat declares.
  return new WebAssembly.Instance(module).exports as unknown as DotKernel;
}
