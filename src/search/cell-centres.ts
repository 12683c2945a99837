/**
 * The centres of the cells that rows are sorted into, compared with a vector by the kernel. What is stored is a centre's
 * difference from the mean of all rows: that part tells cells apart, and the high halves of its numbers describe it well enough.
 */
import { createDotKernel } from "./dot-kernel.ts";
import { blockRows, RowPlanes } from "./row-planes.ts";
import { halfMean, quantize, rowRange } from "./vector-rounding.ts";

/** Centres in a snapshot. */
export interface CentreColumns {
  /** Signed bytes, one row of numbers for each cell. */
  readonly centre: Uint8Array;
  /** What a product is multiplied with, and what is added. */
  readonly centreWeight: Float64Array;
  readonly centreBias: Float64Array;
}

export class CellCentres {
  readonly count: number;
  readonly #numbers: number;
  readonly #kernel = createDotKernel();
  readonly #planes: RowPlanes;
  readonly #weight: Float64Array;
  readonly #bias: Float64Array;

  /** @param numbers of a row */
  constructor(numbers: number, count: number, saved?: CentreColumns) {
    this.count = count;
    this.#numbers = numbers;
    this.#planes = new RowPlanes(this.#kernel, numbers + 4 * count, numbers);
    this.#planes.ensure(count);
    this.#weight = saved?.centreWeight.slice() ?? new Float64Array(count);
    this.#bias = saved?.centreBias.slice() ?? new Float64Array(count);
    if (saved === undefined) return;
    for (let cell = 0; cell < count; cell++) this.#planes.write(cell, rowOf(saved.centre, cell, numbers));
  }

  /** Copies. */
  get columns(): CentreColumns {
    const centre = new Uint8Array(this.count * this.#numbers);
    for (let cell = 0; cell < this.count; cell++) this.#planes.read(cell, rowOf(centre, cell, this.#numbers));
    return { centre, centreWeight: this.#weight.slice(), centreBias: this.#bias.slice() };
  }

  get byteLength(): number {
    return this.#kernel.memory.buffer.byteLength + this.#weight.byteLength + this.#bias.byteLength;
  }

  /** @param centre the mean of its rows; @param mean of all rows */
  set(cell: number, centre: Float32Array, mean: Float32Array): void {
    const difference = centre.map((number, i) => number - mean[i]!);
    const rounded = new Int8Array(this.#numbers);
    this.#weight[cell] = quantize(difference, rounded, rowRange) * Math.sqrt(squares(difference));
    this.#bias[cell] = -squares(centre) / 2;
    this.#planes.write(cell, rounded);
  }

  /**
   * How near a vector is to each cell: less by the same amount than half of the squared distance is more.
   * @param rounded the vector in 8 bits; @param factor that makes it a unit vector
   */
  nearness(rounded: Int8Array, factor: number): Float64Array {
    const { buffer } = this.#kernel.memory;
    new Int8Array(buffer, 0, this.#numbers).set(rounded);
    const sum = rounded.reduce((all, number) => all + number, 0);
    const { half } = this.#planes;
    const products = new Int32Array(buffer, this.#numbers, this.count);
    for (let at = 0; at < this.count; at += blockRows) {
      const first = this.#planes.high(at);
      const rows = Math.min(blockRows, this.count - at);
      this.#kernel.dotHalves(first, first + rows * half, half, 0, this.#numbers + 4 * at);
    }
    const nearness = new Float64Array(this.count);
    for (let cell = 0; cell < this.count; cell++) {
      nearness[cell] = (16 * products[cell]! + halfMean * sum) * factor * this.#weight[cell]! + this.#bias[cell]!;
    }
    return nearness;
  }
}

/** A view of one cell's numbers. */
function rowOf({ buffer, byteOffset }: Uint8Array, cell: number, numbers: number): Int8Array {
  return new Int8Array(buffer, byteOffset + cell * numbers, numbers);
}

function squares(vector: Float32Array): number {
  return vector.reduce((sum, number) => sum + number * number, 0);
}
