/**
 * Puts rows in the order of their cells, in place and in steps between which rows may be searched and changed: each cell's range is
 * counted, and rows are swapped into their ranges ("American flag sort", McIlroy, Bostic and McIlroy, 1993). A change makes it begin
 * again, which takes few swaps because most rows are in their places by then.
 */
import { noCell } from "./cell-training.ts";

/** The first row of each cell, and the row after its last. */
export interface CellRanges {
  readonly starts: Uint32Array;
  readonly ends: Uint32Array;
}

/** Exchanges two rows. */
type Swap = (one: number, other: number) => void;

/** Steps between two pauses: rows counted or passed, and rows swapped, which take some microseconds. */
const rowsPerStep = 1024;
const swapsPerStep = 16;

export class CellSorting {
  /** The cell of each row that was there at the beginning. */
  readonly cellOf: Uint16Array;
  #isChanged = false;

  constructor(rows: number) {
    this.cellOf = new Uint16Array(rows).fill(noCell);
  }

  /** The row is new or has another vector: its cell is unknown. */
  replaced(row: number): void {
    if (row >= this.cellOf.length) return;
    this.cellOf[row] = noCell;
    this.#isChanged = true;
  }

  /** The last row took the place of a removed one. */
  moved(from: number, to: number): void {
    if (to < this.cellOf.length) this.cellOf[to] = this.cellOf[from] ?? noCell;
    this.#isChanged = true;
  }

  /**
   * Sorts the rows; those in no cell come last.
   * @param rows how many there are now
   */
  *arrange(cells: number, rows: () => number, swap: Swap): Generator<undefined, CellRanges> {
    for (;;) {
      this.#isChanged = false;
      const ranges = yield* this.#counted(cells, Math.min(rows(), this.cellOf.length));
      if (!this.#isChanged) yield* this.#place(ranges, swap);
      if (!this.#isChanged) return ranges;
    }
  }

  *#counted(cells: number, rows: number): Generator<undefined, CellRanges> {
    const ends = new Uint32Array(cells);
    for (let row = 0; row < rows; row++) {
      const cell = this.cellOf[row]!;
      if (cell < cells) ends[cell] = ends[cell]! + 1;
      if (row % rowsPerStep === 0) yield;
    }
    const starts = new Uint32Array(cells);
    for (let cell = 0, end = 0; cell < cells; cell++) {
      starts[cell] = end;
      end += ends[cell]!;
      ends[cell] = end;
    }
    return { starts, ends };
  }

  *#place({ starts, ends }: CellRanges, swap: Swap): Generator<undefined, void> {
    // The next row of each cell's range, and the next behind them.
    const next = Uint32Array.from([...starts, ends.at(-1) ?? 0]);
    let cost = 0;
    for (let cell = 0; cell < ends.length; cell++) {
      while (next[cell]! < ends[cell]!) {
        cost += this.#placeOne(cell, next, swap);
        if (cost < rowsPerStep) continue;
        cost = 0;
        yield;
        if (this.#isChanged) return;
      }
    }
  }

  /** Passes the next row of the cell's range, or swaps it into the range of its own cell. Returns the share of a step that it took, as a number of rows. */
  #placeOne(cell: number, next: Uint32Array, swap: Swap): number {
    const { cellOf } = this;
    const row = next[cell]!;
    const wanted = Math.min(cellOf[row]!, next.length - 1);
    const to = next[wanted]!;
    next[wanted] = to + 1;
    if (wanted === cell) return 1;
    swap(row, to);
    [cellOf[row], cellOf[to]] = [cellOf[to]!, cellOf[row]!];
    return rowsPerStep / swapsPerStep;
  }
}
