import type { LinearMemory } from "../linear-memory.ts";
import type { SealedPart } from "../parts/sealed-part.ts";
import type { ScanTerm } from "./keyword-scan.ts";

/** Offsets in words of 4 bytes, as in posting-cursor.assembly.ts. */
const cursorWords = 24;
const field = { family: 0, count: 1, postings: 2, blocks: 3, last: 4, at: 5, peak: 6, table: 7, weight: 8, drift: 10 };

/** For terms of one block, which no column describes; the kernel finds it. */
const unknownSlot = -1;

export interface CursorWeight {
  readonly table: number;
  readonly drift: number;
}

export class KeptCursors {
  readonly #memory: LinearMemory;
  readonly #mostBytes: number;
  #start = 0;
  #free = 0;
  #cursors = new WeakMap<SealedPart, Map<string | number, number>>();

  /** @param mostBytes beyond which all are dropped; one question may take more */
  constructor(memory: LinearMemory, mostBytes: number) {
    this.#memory = memory;
    this.#mostBytes = mostBytes;
  }

  get isFull(): boolean {
    return this.#free - this.#start > this.#mostBytes;
  }

  restart(start: number): void {
    this.#start = start;
    this.#free = start;
    this.#cursors = new WeakMap();
  }

  open(part: SealedPart, term: ScanTerm, { table, drift }: CursorWeight): number | null {
    const known = this.#cursors.get(part) ?? new Map<string | number, number>();
    let cursor = known.get(term.name);
    if (cursor === undefined) {
      const place = part.termOf(term.key);
      if (place < 0) return null;
      if (known.size === 0) this.#cursors.set(part, known);
      cursor = this.#copy(part, place, term);
      known.set(term.name, cursor);
    }
    const { words, doubles } = this.#memory.views;
    words[(cursor >> 2) + field.table] = table;
    doubles[(cursor >> 3) + field.weight / 2] = term.weight;
    doubles[(cursor >> 3) + field.drift / 2] = drift;
    return cursor;
  }

  copyTable({ table }: ScanTerm): number {
    return this.#copyWords(table, 0, table.length);
  }

  #copy(part: SealedPart, place: number, { family }: ScanTerm): number {
    const { columns } = part;
    const from = columns.postingsAt[place]!;
    const postings = this.#copyBytes(columns.postings, from, columns.postingsAt[place + 1]!);
    const { blocks, last, at, peak } = this.#copyBlocks(part, place);
    const cursor = this.#take(cursorWords * 4);
    const { words } = this.#memory.views;
    const fields = cursor >> 2;
    words[fields + field.family] = family === "word" ? 0 : 1;
    words[fields + field.count] = columns.termFrequency[place]!;
    words[fields + field.postings] = postings - from;
    words[fields + field.blocks] = blocks;
    words[fields + field.last] = last;
    words[fields + field.at] = at;
    words[fields + field.peak] = peak;
    return cursor;
  }

  #copyBlocks(part: SealedPart, place: number) {
    const { postingsAt, termPeak, blockLast, blockAt, blockPeak } = part.columns;
    const blocks = part.blocksOf(place);
    if (blocks === null) {
      const last = this.#take(4);
      this.#memory.views.words[last >> 2] = unknownSlot;
      const at = this.#copyWords(postingsAt, place, place + 1);
      return { blocks: 1, last, at, peak: this.#copyBytes(termPeak, place, place + 1) };
    }
    const { first, end } = blocks;
    const last = this.#copyWords(blockLast, first, end);
    const at = this.#copyWords(blockAt, first, end);
    return { blocks: end - first, last, at, peak: this.#copyBytes(blockPeak, first, end) };
  }

  #copyBytes(source: Uint8Array, from: number, end: number): number {
    const at = this.#take(end - from);
    this.#memory.copyBytes(at, source, from, end);
    return at;
  }

  #copyWords(source: Uint32Array | Int32Array, from: number, end: number): number {
    const at = this.#take((end - from) * 4);
    this.#memory.copyWords(at, source, from, end);
    return at;
  }

  #take(bytes: number): number {
    const at = this.#free;
    this.#free = (at + bytes + 7) & ~7;
    this.#memory.reserve(this.#free);
    return at;
  }
}
