/** The WebAssembly kernel of the vector index. Its source is dot-kernel.wat, which describes the planes of rows. */
import { readFileSync } from "node:fs";
import assembled from "./dot-kernel.wasm" with { type: "file" };

/** The length of a row, in numbers, is a multiple of this one. */
export const rowStep = 32;

export interface DotKernel {
  readonly memory: WebAssembly.Memory;
  /**
   * Writes the products of the rows of one plane with the vector to `out`, 32 bits each.
   * Addresses in bytes: rows of `half` bytes from `row` to before `end`, the vector of signed bytes.
   */
  dotHalves(row: number, end: number, half: number, vector: number, out: number): void;
  /**
   * Writes to `out` the places, 32 bits each, of the products whose estimate (16 · product + offset) · factor is at least `least`, and
   * returns their number. Addresses of 32-bit products and of 32-bit floats. Up to three places behind `rows` may be among them.
   */
  pickRows(products: number, factors: number, rows: number, offset: number, least: number, out: number): number;
  /** The product of one whole row with the vector of signed 16-bit numbers. `high`, `low` and `vector` are addresses. */
  dotRow(high: number, low: number, half: number, vector: number): number;
}

/** A kernel with its own memory, 64 KiB at first. */
export function createDotKernel(): DotKernel {
  const module = new WebAssembly.Module(readFileSync(assembled));
  // The module's exports are what dot-kernel.wat declares.
  return new WebAssembly.Instance(module).exports as unknown as DotKernel;
}
