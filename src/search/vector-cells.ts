/**
 * Which rows of the vector index are in which cell (an inverted file, as in Jégou et al., "Product Quantization for Nearest Neighbor
 * Search", 2011). A cell is a range of rows. A removed row leaves its place at the end of its cell free.
 */
import type { CellCentres, CentreColumns } from "./cell-centres.ts";

/** Cells in a snapshot. */
export interface CellColumns extends CentreColumns {
  readonly cellStart: Uint32Array;
  readonly cellEnd: Uint32Array;
}

/**
 * A search scans the nearest cells until it has this many times the root of the rows: 34 % of 50,000, 24 % of 100,000, 8 % of a million.
 */
const scannedRoots = 75;

export class VectorCells {
  readonly centres: CellCentres;
  readonly #starts: Uint32Array;
  readonly #ends: Uint32Array;
  /** Places that removed rows left free. */
  #free: number;

  /** @param starts the first row of each cell, ascending; @param ends after its last row */
  constructor(centres: CellCentres, starts: Uint32Array, ends: Uint32Array, rows: number) {
    this.centres = centres;
    this.#starts = starts;
    this.#ends = ends;
    this.rows = rows;
    this.#free = rows - ends.reduce((sum, end, cell) => sum + end - starts[cell]!, 0);
  }

  /** The rows that cells take, including free places. Later rows are in no cell. */
  readonly rows: number;

  get free(): number {
    return this.#free;
  }

  /** Copies. */
  get columns(): CellColumns {
    return { ...this.centres.columns, cellStart: this.#starts.slice(), cellEnd: this.#ends.slice() };
  }

  get byteLength(): number {
    return this.centres.byteLength + this.#starts.byteLength + this.#ends.byteLength;
  }

  /** Takes a row out of its cell. The row returned has to take its place; it may be the same. */
  remove(row: number): number {
    const cell = this.#cellOf(row);
    this.#free += 1;
    this.#ends[cell] = this.#ends[cell]! - 1;
    return this.#ends[cell];
  }

  /** Calls `scan` with the ranges of rows of all cells. */
  eachRange(scan: (start: number, end: number) => void): void {
    for (let cell = 0; cell < this.#starts.length; cell++) scan(this.#starts[cell]!, this.#ends[cell]!);
  }

  /** Calls `scan` with the ranges of the cells that are nearest to a vector, the nearest first. Arguments as for `nearness`. */
  eachNearRange(rounded: Int8Array, factor: number, scan: (start: number, end: number) => void): void {
    let left = scannedRoots * Math.sqrt(this.rows);
    for (const cell of inOrder(this.centres.nearness(rounded, factor))) {
      if (left <= 0) return;
      scan(this.#starts[cell]!, this.#ends[cell]!);
      left -= this.#ends[cell]! - this.#starts[cell]!;
    }
  }

  /** The last cell that starts at or before the row. */
  #cellOf(row: number): number {
    let low = 0;
    let high = this.#starts.length;
    while (high - low > 1) {
      const middle = (low + high) >>> 1;
      if (this.#starts[middle]! <= row) low = middle;
      else high = middle;
    }
    return low;
  }
}

/** Steps between the least and the greatest nearness. With the cell's number below, a step fits the 53 bits of a number. */
const steps = 2 ** 30;

/** Cells, the nearest first. Numbers are sorted without comparing by a function, which would take as long as a tenth of the scan. */
function inOrder(nearness: Float64Array): Uint32Array {
  const cells = nearness.length;
  let [least, greatest] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const each of nearness) {
    if (each < least) least = each;
    if (each > greatest) greatest = each;
  }
  const scale = greatest > least ? steps / (greatest - least) : 0;
  const keys = new Float64Array(cells);
  for (let cell = 0; cell < cells; cell++) {
    keys[cell] = Math.round((greatest - nearness[cell]!) * scale) * cells + cell;
  }
  return Uint32Array.from(keys.sort(), (key) => key % cells);
}
