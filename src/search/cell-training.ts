/** Finds the centres of cells by k-means over a sample of rows (Lloyd, 1982), in steps between which the thread can do other work. */
import { CellCentres } from "./cell-centres.ts";

/** Reads rows that may change between two steps. */
export interface RowReader {
  /** Numbers of a row. */
  readonly numbers: number;
  readonly rows: number;
  /** Writes a row's numbers and returns the factor that makes it a unit vector; 0 if there is no passage. */
  read(row: number, out: Int8Array): number;
}

/** Cells for so many rows. Three times the root needs fewer rows for the same recall than the root: 17 % instead of 30 % of 10,707. */
export function cellsFor(rows: number): number {
  return Math.max(1, Math.round(3 * Math.sqrt(rows)));
}

/** Sampled rows for each cell, and rounds. More of either changed the recall by less than 0.01. */
const sampled = 24;
const rounds = 4;
/** Rows between two pauses: some 20 µs each. */
const rowsPerStep = 32;

export function* trainCells(reader: RowReader): Generator<undefined, CellCentres> {
  const count = cellsFor(reader.rows);
  const sample = evenly(reader.rows, Math.min(reader.rows, count * sampled));
  let centres = yield* centresOf(reader, sample, count, (_, i) => i % count);
  for (let round = 1; round < rounds; round++) {
    const known = centres;
    centres = yield* centresOf(reader, sample, count, (rounded, _, factor) =>
      greatestAt(known.nearness(rounded, factor)),
    );
  }
  return centres;
}

/** In the place of a cell: the row is in none. */
export const noCell = 0xffff;

/** Writes each row's cell to `cellOf`. Rows without a passage are left out. */
export function* assignCells(
  { numbers, read }: RowReader,
  centres: CellCentres,
  cellOf: Uint16Array,
): Generator<undefined, void> {
  const rounded = new Int8Array(numbers);
  for (let row = 0; row < cellOf.length; row++) {
    if (row % rowsPerStep === 0) yield;
    const factor = read(row, rounded);
    if (factor > 0) cellOf[row] = greatestAt(centres.nearness(rounded, factor));
  }
}

/** The place of the greatest number. */
function greatestAt(numbers: Float64Array): number {
  let best = 0;
  for (let i = 1; i < numbers.length; i++) if (numbers[i]! > numbers[best]!) best = i;
  return best;
}

type CellOf = (rounded: Int8Array, at: number, factor: number) => number;

/** The means of the sampled rows of each cell. A cell without rows gets the mean of one row. */
function* centresOf(
  { numbers, read }: RowReader,
  sample: readonly number[],
  count: number,
  cellOf: CellOf,
): Generator<undefined, CellCentres> {
  const sums = new Float32Array(count * numbers);
  const sizes = new Uint32Array(count);
  const all = new Float32Array(numbers);
  const rounded = new Int8Array(numbers);
  let total = 0;
  const addTo = (sum: Float32Array, factor: number) => {
    for (let i = 0; i < numbers; i++) sum[i] = sum[i]! + rounded[i]! * factor;
  };
  for (const [at, row] of sample.entries()) {
    if (at % rowsPerStep === 0) yield;
    const factor = read(row, rounded);
    if (factor === 0) continue;
    const cell = cellOf(rounded, at, factor);
    addTo(sums.subarray(cell * numbers, (cell + 1) * numbers), factor);
    addTo(all, factor);
    sizes[cell] = sizes[cell]! + 1;
    total += 1;
  }
  const mean = all.map((number) => number / Math.max(1, total));
  const centres = new CellCentres(numbers, count);
  for (let cell = 0; cell < count; cell++) {
    if (cell % rowsPerStep === 0) yield;
    const sum = sums.subarray(cell * numbers, (cell + 1) * numbers);
    if (sizes[cell] === 0) addTo(sum, read(sample[(cell * 7919) % sample.length]!, rounded));
    const size = Math.max(1, sizes[cell]!);
    centres.set(
      cell,
      sum.map((number) => number / size),
      mean,
    );
  }
  return centres;
}

/** `wanted` of the numbers below `count`, evenly spread. */
function evenly(count: number, wanted: number): number[] {
  return Array.from({ length: wanted }, (_, i) => Math.floor((i * count) / wanted));
}
