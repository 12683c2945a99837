/**
 * The embeddings of passages. Numbers are rounded to 8 bits with a factor for each row. A search compares every row by the high
 * halves of its numbers, which estimate its cosine, and those rows by all their bits that may be among the nearest.
 */
import { createDotKernel, rowStep } from "./dot-kernel.ts";
import { float32s, float64s, Growable } from "./parts/growable-column.ts";
import { PassagePlaces } from "./parts/passage-places.ts";
import { blockRows, RowPlanes } from "./row-planes.ts";
import { BestHits } from "./scan/best-hits.ts";
import { type AskedVector, askedVector, quantize, rowRange } from "./vector-rounding.ts";

/** Number of hits: the most that the interface allows. */
const mostNearest = 100;
/** Columns grow by this share. */
const growth = 1 / 32;

export interface VectorHit {
  readonly no: number;
  /** (1 + cosine) / 2: 0–1. */
  readonly score: number;
}

/** The vectors in a snapshot. `planes` are the blocks of `RowPlanes`. */
export interface VectorColumns {
  readonly no: Float64Array;
  readonly group: Float64Array;
  readonly factor: Float64Array;
  readonly planes: Uint8Array;
}

export class VectorIndex {
  readonly dimensions: number;
  readonly #numbers: number;
  readonly #outAt: number;
  readonly #kernel = createDotKernel();
  readonly #planes: RowPlanes;
  readonly #rounded: Int8Array;
  readonly #no = new Growable(float64s, 16, growth);
  readonly #group = new Growable(float64s, 16, growth);
  /** The factor that turns a row's product into a cosine with a unit vector. */
  readonly #factor = new Growable(float32s, 16, growth);
  readonly #rowOf = new PassagePlaces((row) => this.#no.column[row]!);
  readonly #best = new BestHits(mostNearest);

  constructor(dimensions: number, saved?: VectorColumns) {
    this.dimensions = dimensions;
    this.#numbers = Math.ceil(dimensions / rowStep) * rowStep;
    this.#rounded = new Int8Array(this.#numbers);
    // The question in 16 bits, then in 8, then of a block: the products, the factors, and the rows picked.
    this.#outAt = this.#numbers * 3;
    this.#planes = new RowPlanes(this.#kernel, this.#outAt + blockRows * 12, this.#numbers);
    this.#planes.ensure(saved?.no.length ?? 1);
    if (saved === undefined) return;
    this.#planes.load(saved.planes);
    for (let row = 0; row < saved.no.length; row++) {
      this.#append(saved.no[row]!, saved.group[row]!, saved.factor[row]!);
    }
  }

  get count(): number {
    return this.#no.length;
  }

  get byteLength(): number {
    const columns = [this.#no, this.#group, this.#factor, this.#rowOf];
    return columns.reduce((sum, column) => sum + column.byteLength, this.#kernel.memory.buffer.byteLength);
  }

  has(no: number): boolean {
    return this.#rowOf.get(no) !== undefined;
  }

  /** Replaces the vector that the passage has. @throws RangeError if the vector has a different number of dimensions. */
  add(no: number, group: number, vector: ArrayLike<number>): void {
    if (vector.length !== this.dimensions) {
      throw new RangeError(`a vector of ${this.dimensions} dimensions was expected, not ${vector.length}`);
    }
    const row = this.#rowOf.get(no) ?? this.count;
    this.#planes.ensure(row + 1);
    const factor = quantize(vector, this.#rounded, rowRange);
    this.#planes.write(row, this.#rounded);
    if (row < this.count) this.#factor.column[row] = factor;
    else this.#append(no, group, factor);
  }

  /** The last row takes the place of the removed one. */
  remove(no: number): void {
    const row = this.#rowOf.get(no);
    if (row === undefined) return;
    const last = this.count - 1;
    this.#rowOf.delete(no);
    if (row !== last) {
      this.#planes.copy(last, row);
      for (const column of [this.#no, this.#group, this.#factor]) column.column[row] = column.column[last]!;
      this.#rowOf.set(this.#no.column[row]!, row);
    }
    for (const column of [this.#no, this.#group, this.#factor]) column.length = last;
  }

  /** The 100 nearest passages of the permitted groups (null: all), nearest first, ties by number. */
  search(question: ArrayLike<number>, permitted: ReadonlySet<number> | null): VectorHit[] {
    const { buffer } = this.#kernel.memory;
    const asked = askedVector(question, {
      wide: new Int16Array(buffer, 0, this.#numbers),
      narrow: new Int8Array(buffer, this.#numbers * 2, this.#numbers),
    });
    this.#best.clear(mostNearest);
    for (let start = 0; start < this.count; start += blockRows) this.#offerBlock(start, { ...asked, permitted });
    return this.#best.sorted().map(({ no, score }) => ({ no, score: score / scoreRange }));
  }

  /** Copies of all columns in their current state. */
  columns(): VectorColumns {
    return {
      no: this.#no.view().slice(),
      group: this.#group.view().slice(),
      factor: Float64Array.from(this.#factor.view()),
      planes: this.#planes.save(this.count),
    };
  }

  #offerBlock(start: number, { factor, coarse, offset, slack, slackOfCosine, permitted }: VectorQuery): void {
    const [best, factors] = [this.#best, this.#factor.column];
    const bound = () =>
      coarse === 0 ? Number.NEGATIVE_INFINITY : (cosineOf(best.threshold - 1) - slackOfCosine) / coarse;
    const rows = Math.min(blockRows, this.count - start);
    const products = this.#estimates(start, rows);
    let least = bound();
    for (const i of this.#pick(start, rows, offset + slack, least)) {
      const row = start + i;
      // The bound may have risen within the block.
      if (i >= rows || (16 * products[i]! + offset + slack) * factors[row]! < least) continue;
      if (permitted !== null && !permitted.has(this.#group.column[row]!)) continue;
      best.offer({ score: this.#scoreOf(row, factor), no: this.#no.column[row]!, part: 0, slot: row });
      least = bound();
    }
  }

  /** The products of a block's high halves. */
  #estimates(start: number, rows: number): Int32Array {
    const { half } = this.#planes;
    const first = this.#planes.high(start);
    this.#kernel.dotHalves(first, first + rows * half, half, this.#numbers * 2, this.#outAt);
    return new Int32Array(this.#kernel.memory.buffer, this.#outAt, rows);
  }

  /** The rows of a block that may be among the best, as places in the block. */
  #pick(start: number, rows: number, offset: number, least: number): Int32Array {
    const { buffer } = this.#kernel.memory;
    const [factorsAt, pickedAt] = [this.#outAt + blockRows * 4, this.#outAt + blockRows * 8];
    new Float32Array(buffer, factorsAt, rows).set(this.#factor.column.subarray(start, start + rows));
    // A float that is not above the bound, so that no row at it is left out.
    const from = Math.fround(least - Math.abs(least) * 2 ** -20);
    return new Int32Array(
      buffer,
      pickedAt,
      this.#kernel.pickRows(this.#outAt, factorsAt, rows, offset, from, pickedAt),
    );
  }

  /** Of all bits. */
  #scoreOf(row: number, factor: number): number {
    const { half } = this.#planes;
    const product = this.#kernel.dotRow(this.#planes.high(row), this.#planes.low(row), half, 0);
    return scoreOf(product * factor * this.#factor.column[row]!);
  }

  #append(no: number, group: number, factor: number): void {
    const row = this.count;
    this.#no.push(no);
    this.#group.push(group);
    this.#factor.push(factor);
    this.#rowOf.set(no, row);
  }
}

interface VectorQuery extends AskedVector {
  readonly permitted: ReadonlySet<number> | null;
}

/** Scores are whole numbers up to this value, so that equal vectors tie. */
const scoreRange = 2 ** 30;

function scoreOf(cosine: number): number {
  return Math.max(1, Math.min(scoreRange, Math.round(((1 + cosine) / 2) * scoreRange)));
}

function cosineOf(score: number): number {
  return (2 * score) / scoreRange - 1;
}
