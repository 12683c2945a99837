/**
 * Rows of 8-bit numbers in the kernel's memory, in blocks. A block has the high halves of its rows' numbers, then the low
 * halves, so a scan of the high halves reads half of the memory.
 */
import type { DotKernel } from "./dot-kernel.ts";

/** Rows of a block. */
export const blockRows = 128;
const pageBytes = 65_536;
/** The memory grows by this share, or by what is needed if that is more. */
const growth = 1 / 128;

export class RowPlanes {
  /** Bytes of a row in one plane. */
  readonly half: number;
  readonly #kernel: DotKernel;
  readonly #at: number;
  readonly #spare: Uint8Array;

  /** @param at the address of the first block; @param numbers of a row, a multiple of `rowStep` */
  constructor(kernel: DotKernel, at: number, numbers: number) {
    this.#kernel = kernel;
    this.#at = at;
    this.half = numbers / 2;
    this.#spare = new Uint8Array(this.half);
  }

  /** The address of a row's high halves. */
  high(row: number): number {
    const inBlock = row % blockRows;
    return this.#at + ((row - inBlock) * 2 + inBlock) * this.half;
  }

  /** The address of a row's low halves. */
  low(row: number): number {
    return this.high(row) + blockRows * this.half;
  }

  /** @param numbers from −127 to 127 */
  write(row: number, numbers: Int8Array): void {
    const { buffer } = this.#kernel.memory;
    const highs = new Uint8Array(buffer, this.high(row), this.half);
    const lows = new Uint8Array(buffer, this.low(row), this.half);
    for (let byte = 0; byte < this.half; byte++) {
      const first = (byte & ~15) * 2 + (byte & 15);
      const [a, b] = [numbers[first]! + 128, numbers[first + 16]! + 128];
      highs[byte] = (a >> 4) | (b & 0xf0);
      lows[byte] = (a & 15) | ((b & 15) << 4);
    }
  }

  /** Writes a row's numbers to `out`. */
  read(row: number, out: Int8Array): void {
    const { buffer } = this.#kernel.memory;
    const highs = new Uint8Array(buffer, this.high(row), this.half);
    const lows = new Uint8Array(buffer, this.low(row), this.half);
    for (let byte = 0; byte < this.half; byte++) {
      const first = (byte & ~15) * 2 + (byte & 15);
      out[first] = ((highs[byte]! << 4) | (lows[byte]! & 15)) - 128;
      out[first + 16] = ((highs[byte]! & 0xf0) | (lows[byte]! >> 4)) - 128;
    }
  }

  swap(one: number, other: number): void {
    const { buffer } = this.#kernel.memory;
    for (const [a, b] of [
      [this.high(one), this.high(other)],
      [this.low(one), this.low(other)],
    ] as const) {
      const first = new Uint8Array(buffer, a, this.half);
      const second = new Uint8Array(buffer, b, this.half);
      this.#spare.set(first);
      first.set(second);
      second.set(this.#spare);
    }
  }

  copy(from: number, to: number): void {
    const bytes = new Uint8Array(this.#kernel.memory.buffer);
    bytes.copyWithin(this.high(to), this.high(from), this.high(from) + this.half);
    bytes.copyWithin(this.low(to), this.low(from), this.low(from) + this.half);
  }

  /** Makes room for so many rows. */
  ensure(rows: number): void {
    const { memory } = this.#kernel;
    const needed = this.#end(rows);
    const held = memory.buffer.byteLength;
    if (needed > held) memory.grow(Math.ceil((Math.max(needed, held * (1 + growth)) - held) / pageBytes));
  }

  /** A copy of the blocks of so many rows, as `load` takes it. */
  save(rows: number): Uint8Array<ArrayBuffer> {
    return new Uint8Array(this.#kernel.memory.buffer, this.#at, this.#end(rows) - this.#at).slice();
  }

  load(blocks: Uint8Array): void {
    new Uint8Array(this.#kernel.memory.buffer).set(blocks, this.#at);
  }

  #end(rows: number): number {
    return this.#at + Math.ceil(rows / blockRows) * blockRows * this.half * 2;
  }
}
