/**
 * The embeddings of passages. Numbers are rounded to 8 bits with a factor for each row. A search compares rows by the high
 * halves of their numbers, which estimate their cosines, and those rows by all their bits that may be among the nearest. Up to
 * `exactUpTo` rows, and with a filter, it compares every row; else those of the nearest cells and all rows in no cell.
 */
import { BlockScan, scanBytes } from "./block-scan.ts";
import { CellCentres } from "./cell-centres.ts";
import { CellSorting } from "./cell-sorting.ts";
import { assignCells, trainCells } from "./cell-training.ts";
import { createDotKernel, rowStep } from "./dot-kernel.ts";
import { SlicedWork } from "./parts/sliced-work.ts";
import { freeRow, VectorRows } from "./row-columns.ts";
import { blockRows } from "./row-planes.ts";
import { BestHits } from "./scan/best-hits.ts";
import { type CellColumns, VectorCells } from "./vector-cells.ts";
import { type AskedVector, askedVector, cosineOf, quantize, rowRange, scoreOf, scoreRange } from "./vector-rounding.ts";

/** Number of hits: the most that the interface allows. */
const mostNearest = 100;
/** A search of so many rows takes 3 ms or less without cells. */
const exactUpTo = 50_000;
/** Rows are sorted into cells again when this share of them is in no cell or was removed. */
const unsortedShare = 0.25;

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
  readonly #kernel = createDotKernel();
  readonly #held: VectorRows;
  readonly #scan: BlockScan;
  readonly #rounded: Int8Array;
  readonly #best = new BestHits(mostNearest);
  readonly #exactUpTo: number;
  readonly #work = new SlicedWork();
  #cells: VectorCells | null = null;
  /** While rows are being sorted. */
  #sorting: CellSorting | null = null;
  /** Free rows while there are no cells, which know how many they have. */
  #free = 0;

  /** @param mostExact rows that are searched without cells */
  constructor(dimensions: number, saved?: VectorColumns, mostExact = exactUpTo) {
    this.dimensions = dimensions;
    this.#exactUpTo = mostExact;
    this.#numbers = Math.ceil(dimensions / rowStep) * rowStep;
    this.#rounded = new Int8Array(this.#numbers);
    // The question in 16 bits, then in 8, then what a scan writes.
    const out = this.#numbers * 3;
    this.#held = new VectorRows(this.#kernel, out + scanBytes, this.#numbers);
    this.#scan = new BlockScan(this.#kernel, this.#held, this.#numbers * 2, out);
    this.#held.planes.ensure(saved?.no.length ?? 1);
    if (saved === undefined) return;
    this.#held.planes.load(saved.planes);
    for (let row = 0; row < saved.no.length; row++) {
      this.#held.append(saved.no[row]!, saved.group[row]!, saved.factor[row]!);
    }
    if (saved.cells !== undefined) this.#cells = this.#cellsFrom(saved.cells);
    else this.#free = saved.no.filter((no) => no === freeRow).length;
  }

  get count(): number {
    return this.#rows - (this.#cells?.free ?? this.#free);
  }

  get byteLength(): number {
    return this.#held.byteLength + this.#kernel.memory.buffer.byteLength + (this.#cells?.byteLength ?? 0);
  }

  has(no: number): boolean {
    return this.#held.rowOf.get(no) !== undefined;
  }

  /** Replaces the vector that the passage has. @throws RangeError if the vector has a different number of dimensions. */
  add(no: number, group: number, vector: ArrayLike<number>): void {
    if (vector.length !== this.dimensions) {
      throw new RangeError(`a vector of ${this.dimensions} dimensions was expected, not ${vector.length}`);
    }
    const known = this.#held.rowOf.get(no);
    // Another vector may belong to another cell.
    if (known !== undefined && known < this.#inCells) this.remove(no);
    const row = this.#held.rowOf.get(no) ?? this.#rows;
    this.#held.planes.ensure(row + 1);
    const factor = quantize(vector, this.#rounded, rowRange);
    this.#held.planes.write(row, this.#rounded);
    this.#sorting?.replaced(row);
    if (row < this.#rows) this.#held.factor.column[row] = factor;
    else this.#held.append(no, group, factor);
  }

  /** The last row, or the last of its cell, takes the place of the removed one. */
  remove(no: number): void {
    const row = this.#held.rowOf.get(no);
    if (row === undefined) return;
    this.#held.rowOf.delete(no);
    if (this.#cells !== null && row < this.#inCells) {
      const last = this.#cells.remove(row);
      this.#move(last, row);
      this.#held.no.column[last] = freeRow;
      return;
    }
    this.#dropFreeRows();
    this.#move(this.#rows - 1, row);
    this.#held.shorten();
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
      no: this.#held.no.view().slice(),
      group: this.#held.group.view().slice(),
      factor: Float64Array.from(this.#held.factor.view()),
      planes: this.#held.planes.save(this.#rows),
      ...(this.#cells !== null && { cells: this.#cells.columns }),
    };
  }

  /** Including free ones. */
  get #rows(): number {
    return this.#held.no.length;
  }

  /** Rows from this one on are in no cell. */
  get #inCells(): number {
    return this.#cells?.rows ?? 0;
  }

  #cellsFrom(saved: CellColumns): VectorCells {
    // Only cells have free rows.
    const lastFree = this.#held.no.view().lastIndexOf(freeRow);
    const rows = Math.max(lastFree + 1, saved.cellEnd.at(-1) ?? 0);
    const centres = new CellCentres(this.#numbers, saved.cellStart.length, saved);
    return new VectorCells(centres, saved.cellStart.slice(), saved.cellEnd.slice(), rows);
  }

  /** Without cells: those after the last passage. */
  #dropFreeRows(): void {
    for (; this.#free > 0 && this.#held.isFree(this.#rows - 1); this.#free--) this.#held.shorten();
  }

  /** @param from the last row, or the last of a cell */
  #move(from: number, to: number): void {
    this.#sorting?.moved(from, to);
    this.#held.move(from, to);
  }

  /** Finds cells, then each row's cell, then puts the rows in order. While it does the last, rows are in no cell. */
  *#sorted(): Generator<undefined, void> {
    const sorting = new CellSorting(this.#rows);
    this.#sorting = sorting;
    const read = (row: number, out: Int8Array) => this.#held.read(row, out);
    const reader = { numbers: this.#numbers, rows: sorting.cellOf.length, read };
    const centres = yield* trainCells(reader);
    yield* assignCells(reader, centres, sorting.cellOf);
    this.#free = this.#cells?.free ?? this.#free;
    this.#cells = null;
    yield* this.#fillFreeRows();
    const swap = (one: number, other: number) => this.#held.swap(one, other);
    const { starts, ends } = yield* sorting.arrange(centres.count, () => this.#rows, swap);
    this.#sorting = null;
    this.#cells = new VectorCells(centres, starts, ends, ends.at(-1) ?? 0);
  }

  /** Without cells: moves the last rows into the free ones. */
  *#fillFreeRows(): Generator<undefined, void> {
    for (let row = 0; this.#free > 0 && row < this.#rows; row++) {
      if (row % 32 === 0) yield;
      if (!this.#held.isFree(row)) continue;
      this.#dropFreeRows();
      if (row >= this.#rows) return;
      this.#move(this.#rows - 1, row);
      this.#held.shorten();
      this.#free -= 1;
    }
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
    const [best, scan] = [this.#best, this.#scan];
    const bound = () =>
      coarse === 0 ? Number.NEGATIVE_INFINITY : (cosineOf(best.threshold - 1) - slackOfCosine) / coarse;
    scan.compare(start, rows);
    const { products, factors, picked } = scan.block;
    let least = bound();
    const count = scan.pick(rows, offset + slack, least);
    for (let at = 0; at < count; at++) {
      const i = picked[at]!;
      // The bound may have risen within the block.
      if (i >= rows || (16 * products[i]! + offset + slack) * factors[i]! < least) continue;
      const row = start + i;
      if (this.#held.isFree(row) || permitted?.has(this.#held.group.column[row]!) === false) continue;
      best.offer({ score: this.#scoreOf(row, factor), no: this.#held.no.column[row]!, part: 0, slot: row });
      least = bound();
    }
  }

  /** Of all bits. */
  #scoreOf(row: number, factor: number): number {
    const { half } = this.#held.planes;
    const product = this.#kernel.dotRow(this.#held.planes.high(row), this.#held.planes.low(row), half, 0);
    return scoreOf(product * factor * this.#held.factor.column[row]!);
  }
}

interface VectorQuery extends AskedVector {
  readonly permitted: ReadonlySet<number> | null;
}
