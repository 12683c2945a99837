/** Unit vectors less their mean (the centre), because a model's vectors lie close together. */
import { float64s, Growable } from "./parts/growable-column.ts";
import { PassagePlaces } from "./parts/passage-places.ts";
import { RowBytes } from "./row-bytes.ts";
import { SignGroups } from "./sign-groups.ts";
import type { VectorKernel } from "./vector-kernel.ts";
import { roundRow, unitOf } from "./vector-rounding.ts";

const growth = 1 / 32;
const sampledRows = 4096;
/** Rows at which the mean is first subtracted; again whenever they have multiplied by `centredAgain`. */
const centredFrom = 1024;
const centredAgain = 4;
/** Each row takes some 15 µs. A multiple of a group's rows. */
const rowsPerStep = 32;

export interface CentreColumns {
  /** Of the rows before `centring[0]`, then of the others. */
  readonly centre: Float64Array;
  /** The number of rows with the first centre, and of rows when it was computed; 0: none yet. */
  readonly centring: Uint32Array;
}

const everyRow = 2 ** 32 - 1;

export interface RowMemory {
  readonly signs: VectorKernel;
  readonly rows: VectorKernel;
  readonly signsAt: number;
  readonly rowsAt: number;
}

export class VectorRows {
  readonly signs: SignGroups;
  readonly bytes: RowBytes;
  readonly no = new Growable(float64s, 16, growth);
  readonly group = new Growable(float64s, 16, growth);
  readonly rowOf = new PassagePlaces((row) => this.no.column[row]!);
  readonly #dimensions: number;
  readonly #rounded: Int8Array;
  #centres: readonly [Float64Array, Float64Array];
  #centred = everyRow;
  #foundFor = 0;

  constructor(memory: RowMemory, { dimensions, numbers }: { dimensions: number; numbers: number }) {
    this.signs = new SignGroups(memory.signs, memory.signsAt, numbers);
    this.bytes = new RowBytes(memory.rows, memory.rowsAt, numbers);
    this.#dimensions = dimensions;
    this.#rounded = new Int8Array(numbers);
    const none = new Float64Array(dimensions);
    this.#centres = [none, none];
  }

  get count(): number {
    return this.no.length;
  }

  get byteLength(): number {
    return [this.no, this.group, this.rowOf].reduce((sum, column) => sum + column.byteLength, 0);
  }

  get isCentred(): boolean {
    return this.#foundFor > 0;
  }

  /** Ranges of rows with one centre, each starting at a group. */
  get parts(): {
    readonly start: number;
    readonly end: number;
    readonly centre: Float64Array;
  }[] {
    const middle = Math.min(this.#centred, this.count);
    return [
      { start: 0, end: middle, centre: this.#centres[0] },
      { start: middle, end: this.count, centre: this.#centres[1] },
    ].filter(({ start, end }) => start < end);
  }

  get centring(): CentreColumns {
    const centre = Float64Array.from(this.#centres.flatMap((one) => [...one]));
    return { centre, centring: Uint32Array.of(this.#centred, this.#foundFor) };
  }

  set centring({ centre, centring }: CentreColumns) {
    this.#centres = [centre.slice(0, this.#dimensions), centre.slice(this.#dimensions)];
    this.#centred = centring[0]!;
    this.#foundFor = centring[1]!;
  }

  restore(no: number, group: number): void {
    const row = this.count;
    this.no.push(no);
    this.group.push(group);
    this.rowOf.set(no, row);
  }

  set(no: number, group: number, vector: ArrayLike<number>): void {
    const row = this.rowOf.get(no) ?? this.count;
    this.signs.ensure(row + 1);
    this.bytes.ensure(row + 1);
    if (row === this.count) this.restore(no, group);
    else this.group.column[row] = group;
    this.#write(row, unitOf(vector));
  }

  remove(no: number): void {
    const row = this.rowOf.get(no);
    if (row === undefined) return;
    const last = this.count - 1;
    this.rowOf.delete(no);
    if (row !== last) {
      if (this.#centreOf(row) === this.#centreOf(last)) {
        this.signs.copy(last, row);
        this.bytes.copy(last, row);
      } else this.#write(row, this.#read(last));
      for (const { column } of [this.no, this.group]) column[row] = column[last]!;
      this.rowOf.set(this.no.column[row]!, row);
    }
    for (const column of [this.no, this.group]) column.length = last;
  }

  /** In steps, between which rows may change. Resumable. */
  *centre(): Generator<undefined, void> {
    if (this.#centred === everyRow) {
      if (this.count < Math.max(centredFrom, centredAgain * this.#foundFor)) return;
      const mean = yield* this.#mean();
      this.#centres = [mean, this.#centres[0]];
      this.#centred = 0;
    }
    while (this.#centred < this.count) {
      const from = this.#centred;
      const rows = Math.min(rowsPerStep, this.count - from);
      const units = Array.from({ length: rows }, (_, at) => this.#read(from + at));
      this.#centred += rowsPerStep;
      for (const [at, unit] of units.entries()) this.#write(from + at, unit);
      yield;
    }
    this.#centres = [this.#centres[0], this.#centres[0]];
    this.#centred = everyRow;
    this.#foundFor = this.count;
  }

  *#mean(): Generator<undefined, Float64Array> {
    const sum = new Float64Array(this.#dimensions);
    const wanted = Math.min(this.count, sampledRows);
    for (let i = 0; i < wanted; i++) {
      if (i % rowsPerStep === 0) yield;
      const row = Math.floor((i * this.count) / wanted);
      if (row >= this.count) continue;
      const unit = this.#read(row);
      for (let at = 0; at < sum.length; at++) sum[at] = sum[at]! + unit[at]!;
    }
    return sum.map((number) => number / wanted);
  }

  #centreOf(row: number): Float64Array {
    return this.#centres[row < this.#centred ? 0 : 1];
  }

  #write(row: number, unit: Float64Array): void {
    const centre = this.#centreOf(row);
    for (let i = 0; i < unit.length; i++) unit[i] = unit[i]! - centre[i]!;
    const { numbers, factor, scale } = roundRow(unit, this.#rounded);
    this.signs.write(row, numbers, scale);
    this.bytes.write(row, numbers, factor);
  }

  #read(row: number): Float64Array {
    const centre = this.#centreOf(row);
    const factor = this.bytes.read(row, this.#rounded);
    const unit = centre.slice();
    for (let i = 0; i < unit.length; i++) unit[i] = unit[i]! + this.#rounded[i]! * factor;
    return unit;
  }
}
