/**
 * The embeddings of passages. Numbers are rounded to 8 bits with a factor for each row. A search compares rows by the high
 * halves of their numbers, which estimate their cosines, and those rows by all their bits that may be among the nearest. Up to
 * `exactUpTo` rows, and with a filter, it compares every row; else those of the nearest cells and all rows in no cell.
 */
import { CellCentres } from "./cell-centres.ts";
import { assignCells, noCell, trainCells } from "./cell-training.ts";
import { createDotKernel, rowStep } from "./dot-kernel.ts";
import { float32s, float64s, Growable } from "./parts/growable-column.ts";
import { PassagePlaces } from "./parts/passage-places.ts";
import { SlicedWork } from "./parts/sliced-work.ts";
import { blockRows, RowPlanes } from "./row-planes.ts";
import { BestHits } from "./scan/best-hits.ts";
import { type CellColumns, sortedByCell, VectorCells } from "./vector-cells.ts";
import { type AskedVector, askedVector, quantize, rowRange } from "./vector-rounding.ts";

/** Number of hits: the most that the interface allows. */
const mostNearest = 100;
/** A search of so many rows takes 3 ms or less without cells. */
const exactUpTo = 50_000;
/** Rows are sorted into cells again when this share of them is in no cell or was removed. */
const unsortedShare = 0.25;
/** In the place of a passage's number: the row is free. */
const freeRow = 0;
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
  /** Missing if no row is in a cell. */
  readonly cells?: CellColumns;
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
  readonly #best = new BestHits(mostNearest);
  readonly #exactUpTo: number;
  readonly #work = new SlicedWork();
  #rowOf = this.#emptyPlaces();
  #cells: VectorCells | null = null;
  /** While rows are being sorted: the cell of each row that was there at the beginning. */
  #sorting: Uint16Array | null = null;

  /** @param mostExact rows that are searched without cells */
  constructor(dimensions: number, saved?: VectorColumns, mostExact = exactUpTo) {
    this.dimensions = dimensions;
    this.#exactUpTo = mostExact;
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
    if (saved.cells !== undefined) this.#cells = this.#cellsFrom(saved.cells);
  }

  get count(): number {
    return this.#rows - (this.#cells?.free ?? 0);
  }

  get byteLength(): number {
    const columns = [this.#no, this.#group, this.#factor, this.#rowOf];
    const held = this.#kernel.memory.buffer.byteLength + (this.#cells?.byteLength ?? 0);
    return columns.reduce((sum, column) => sum + column.byteLength, held);
  }

  has(no: number): boolean {
    return this.#rowOf.get(no) !== undefined;
  }

  /** Replaces the vector that the passage has. @throws RangeError if the vector has a different number of dimensions. */
  add(no: number, group: number, vector: ArrayLike<number>): void {
    if (vector.length !== this.dimensions) {
      throw new RangeError(`a vector of ${this.dimensions} dimensions was expected, not ${vector.length}`);
    }
    const known = this.#rowOf.get(no);
    // Another vector may belong to another cell.
    if (known !== undefined && known < this.#inCells) this.remove(no);
    const row = this.#rowOf.get(no) ?? this.#rows;
    this.#planes.ensure(row + 1);
    const factor = quantize(vector, this.#rounded, rowRange);
    this.#planes.write(row, this.#rounded);
    if (this.#sorting !== null && row < this.#sorting.length) this.#sorting[row] = noCell;
    if (row < this.#rows) this.#factor.column[row] = factor;
    else this.#append(no, group, factor);
  }

  /** The last row, or the last of its cell, takes the place of the removed one. */
  remove(no: number): void {
    const row = this.#rowOf.get(no);
    if (row === undefined) return;
    this.#rowOf.delete(no);
    if (this.#cells !== null && row < this.#inCells) {
      const last = this.#cells.remove(row);
      this.#move(last, row);
      this.#no.column[last] = freeRow;
      return;
    }
    const last = this.#rows - 1;
    this.#move(last, row);
    for (const column of [this.#no, this.#group, this.#factor]) column.length = last;
  }

  /**
   * The 100 nearest passages of the permitted groups (null: all), nearest first, ties by number. Above `exactUpTo` rows some
   * of them may be missing, unless there is a filter.
   */
  search(question: ArrayLike<number>, permitted: ReadonlySet<number> | null): VectorHit[] {
    const { buffer } = this.#kernel.memory;
    const narrow = new Int8Array(buffer, this.#numbers * 2, this.#numbers);
    const asked = askedVector(question, { wide: new Int16Array(buffer, 0, this.#numbers), narrow });
    this.#best.clear(mostNearest);
    const offer = (start: number, end: number) => this.#offerRows(start, end, { ...asked, permitted });
    if (permitted === null) this.#cells?.eachNearRange(narrow, asked.coarse, offer);
    else this.#cells?.eachRange(offer);
    offer(this.#inCells, this.#rows);
    return this.#best.sorted().map(({ no, score }) => ({ no, score: score / scoreRange }));
  }

  /** Sorts rows into cells if there are enough of them and too many are in none. Searches and changes go on meanwhile. */
  async sort(): Promise<void> {
    const sorted = this.#inCells - (this.#cells?.free ?? 0);
    if (this.#sorting !== null || this.count <= this.#exactUpTo) return;
    if (sorted < (1 - unsortedShare) * this.#rows) await this.#work.add(this.#sorted(), () => undefined);
  }

  /** Ends sorting. */
  close(): void {
    this.#work.cancel();
  }

  /** Copies of all columns in their current state. */
  columns(): VectorColumns {
    return {
      no: this.#no.view().slice(),
      group: this.#group.view().slice(),
      factor: Float64Array.from(this.#factor.view()),
      planes: this.#planes.save(this.#rows),
      ...(this.#cells !== null && { cells: this.#cells.columns }),
    };
  }

  /** Including free ones. */
  get #rows(): number {
    return this.#no.length;
  }

  /** Rows from this one on are in no cell. */
  get #inCells(): number {
    return this.#cells?.rows ?? 0;
  }

  #emptyPlaces(): PassagePlaces {
    return new PassagePlaces((row) => this.#no.column[row]!);
  }

  #cellsFrom(saved: CellColumns): VectorCells {
    // Only cells have free rows.
    const lastFree = this.#no.view().lastIndexOf(freeRow);
    const rows = Math.max(lastFree + 1, saved.cellEnd.at(-1) ?? 0);
    const centres = new CellCentres(this.#numbers, saved.cellStart.length, saved);
    return new VectorCells(centres, saved.cellStart.slice(), saved.cellEnd.slice(), rows);
  }

  #move(from: number, to: number): void {
    if (from === to) return;
    this.#planes.copy(from, to);
    for (const column of [this.#no, this.#group, this.#factor]) column.column[to] = column.column[from]!;
    this.#rowOf.set(this.#no.column[to]!, to);
    const cells = this.#sorting;
    if (cells !== null && to < cells.length) cells[to] = cells[from] ?? noCell;
  }

  /** Finds cells, then each row's cell, then puts the rows in order, the last in one go. */
  *#sorted(): Generator<undefined, void> {
    const cellOf = new Uint16Array(this.#rows).fill(noCell);
    this.#sorting = cellOf;
    const read = (row: number, out: Int8Array) => {
      if (row >= this.#rows || this.#no.column[row] === freeRow) return 0;
      this.#planes.read(row, out);
      return this.#factor.column[row]!;
    };
    const reader = { numbers: this.#numbers, rows: cellOf.length, read };
    const centres = yield* trainCells(reader);
    yield* assignCells(reader, centres, cellOf);
    this.#sorting = null;
    const live = Uint32Array.from(this.#no.view().keys()).filter((row) => this.#no.column[row] !== freeRow);
    const { order, starts, ends } = sortedByCell(live, cellOf, centres.count);
    this.#planes.arrange(order);
    for (const column of [this.#no, this.#group, this.#factor]) {
      column.column.set(Array.from(order, (row) => column.column[row]!));
      column.length = order.length;
    }
    this.#rowOf = this.#emptyPlaces();
    for (let row = 0; row < order.length; row++) this.#rowOf.set(this.#no.column[row]!, row);
    this.#cells = new VectorCells(centres, starts, ends, ends.at(-1) ?? 0);
  }

  #offerRows(start: number, end: number, asked: VectorQuery): void {
    for (let from = start; from < end; ) {
      const next = Math.min(end, (Math.floor(from / blockRows) + 1) * blockRows);
      this.#offerBlock(from, next - from, asked);
      from = next;
    }
  }

  /** @param rows all in one block */
  #offerBlock(
    start: number,
    rows: number,
    { factor, coarse, offset, slack, slackOfCosine, permitted }: VectorQuery,
  ): void {
    const [best, factors] = [this.#best, this.#factor.column];
    const bound = () =>
      coarse === 0 ? Number.NEGATIVE_INFINITY : (cosineOf(best.threshold - 1) - slackOfCosine) / coarse;
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
    const row = this.#rows;
    this.#no.push(no);
    this.#group.push(group);
    this.#factor.push(factor);
    if (no !== freeRow) this.#rowOf.set(no, row);
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
