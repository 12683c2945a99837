/**
 * Compares rows of one block with a question by the high halves of their numbers. The kernel writes what it finds to a part of its
 * memory, which is read through the same views until the memory grows: making views takes as long as comparing a dozen rows.
 */
import type { DotKernel } from "./dot-kernel.ts";
import type { VectorRows } from "./row-columns.ts";
import { blockRows } from "./row-planes.ts";

/** Bytes of the kernel's memory that a scan writes to: for each row of a block its product, its factor and its place. */
export const scanBytes = blockRows * 12;

/** What is known of the block that was scanned last. */
export interface ScannedBlock {
  /** The products of the rows' high halves. */
  readonly products: Int32Array;
  readonly factors: Float32Array;
  /** The places in the block of the rows picked. */
  readonly picked: Int32Array;
}

export class BlockScan {
  readonly #kernel: DotKernel;
  readonly #held: VectorRows;
  readonly #vector: number;
  readonly #out: number;
  #views: ScannedBlock;

  /** @param vector the address of the question in 8 bits; @param out of `scanBytes` bytes */
  constructor(kernel: DotKernel, held: VectorRows, vector: number, out: number) {
    this.#kernel = kernel;
    this.#held = held;
    this.#vector = vector;
    this.#out = out;
    this.#views = this.#newViews();
  }

  get block(): ScannedBlock {
    if (this.#views.products.buffer !== this.#kernel.memory.buffer) this.#views = this.#newViews();
    return this.#views;
  }

  /** Fills `products` and `factors` for rows that are all in one block. */
  compare(start: number, rows: number): void {
    const { half } = this.#held.planes;
    const first = this.#held.planes.high(start);
    this.#kernel.dotHalves(first, first + rows * half, half, this.#vector, this.#out);
    const { factors } = this.block;
    const { column } = this.#held.factor;
    for (let i = 0; i < rows; i++) factors[i] = column[start + i]!;
  }

  /**
   * Fills `picked` with the rows whose estimate (16 · product + offset) · factor may be `least` or more, and returns their number. Up to
   * three places behind `rows` may be among them.
   */
  pick(rows: number, offset: number, least: number): number {
    // A float that is not above the bound, so that no row at it is left out.
    const from = Math.fround(least - Math.abs(least) * 2 ** -20);
    const [factors, picked] = [this.#out + blockRows * 4, this.#out + blockRows * 8];
    return this.#kernel.pickRows(this.#out, factors, rows, offset, from, picked);
  }

  #newViews(): ScannedBlock {
    const { buffer } = this.#kernel.memory;
    return {
      products: new Int32Array(buffer, this.#out, blockRows),
      factors: new Float32Array(buffer, this.#out + blockRows * 4, blockRows),
      picked: new Int32Array(buffer, this.#out + blockRows * 8, blockRows),
    };
  }
}
