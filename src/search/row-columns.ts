/** The rows of the vector index: the numbers of each in the kernel's memory, and columns with its passage, group and factor. */
import type { DotKernel } from "./dot-kernel.ts";
import { float32s, float64s, Growable } from "./parts/growable-column.ts";
import { PassagePlaces } from "./parts/passage-places.ts";
import { RowPlanes } from "./row-planes.ts";

/** In the place of a passage's number: the row is free. */
export const freeRow = 0;
/** Columns grow by this share. */
const growth = 1 / 32;

export class VectorRows {
  readonly planes: RowPlanes;
  readonly no = new Growable(float64s, 16, growth);
  readonly group = new Growable(float64s, 16, growth);
  /** The factor that turns a row's product into a cosine with a unit vector. */
  readonly factor = new Growable(float32s, 16, growth);
  /** By the passage's number. */
  readonly rowOf = new PassagePlaces((row) => this.no.column[row]!);

  /** Arguments as for `RowPlanes`. */
  constructor(kernel: DotKernel, at: number, numbers: number) {
    this.planes = new RowPlanes(kernel, at, numbers);
  }

  /** Including free ones. */
  get count(): number {
    return this.no.length;
  }

  /** Without the kernel's memory. */
  get byteLength(): number {
    return [this.no, this.group, this.factor, this.rowOf].reduce((sum, column) => sum + column.byteLength, 0);
  }

  isFree(row: number): boolean {
    return this.no.column[row] === freeRow;
  }

  append(no: number, group: number, factor: number): void {
    const row = this.count;
    this.no.push(no);
    this.group.push(group);
    this.factor.push(factor);
    if (no !== freeRow) this.rowOf.set(no, row);
  }

  /** Drops the last row. */
  shorten(): void {
    const rows = this.count - 1;
    for (const column of [this.no, this.group, this.factor]) column.length = rows;
  }

  /** Over another row, whose passage has been forgotten. */
  move(from: number, to: number): void {
    if (from === to) return;
    this.planes.copy(from, to);
    for (const { column } of [this.no, this.group, this.factor]) column[to] = column[from]!;
    this.rowOf.set(this.no.column[to]!, to);
  }

  /** Of two passages. */
  swap(one: number, other: number): void {
    this.rowOf.exchange(this.no.column[one]!, this.no.column[other]!);
    this.planes.swap(one, other);
    for (const { column } of [this.no, this.group, this.factor]) {
      const number = column[one]!;
      column[one] = column[other]!;
      column[other] = number;
    }
  }

  /** Writes a row's numbers to `out` and returns its factor; 0 if it is free or there is no such row. */
  read(row: number, out: Int8Array): number {
    if (row >= this.count || this.isFree(row)) return 0;
    this.planes.read(row, out);
    return this.factor.column[row]!;
  }
}
