/** Immutable, on the heap or mapped from a snapshot. Terms are ordered by hash, then bytes. */
import type { DeadSlots } from "./dead-slots.ts";
import { hashBound, isAscending, lowerBound, NumberPlaces } from "./number-places.ts";
import { blockSize } from "./posting-blocks.ts";
import type { SignatureRange, TermBytes, TermKey } from "./term-key.ts";

export interface PartColumns {
  /** By slot: passage, index of its group in `group`, length in terms, start of its signatures (one extra entry). */
  readonly no: Float64Array;
  readonly groupOf: Uint32Array;
  readonly length: Uint16Array;
  readonly signatureAt: Uint32Array;
  readonly signatures: Uint8Array;
  /** By slot: 1 if it has sense. Empty if none has. */
  readonly sensed: Uint8Array;
  /** By group, in order of first appearance: number, first and last slot. */
  readonly group: Float64Array;
  readonly groupFirst: Uint32Array;
  readonly groupLast: Uint32Array;
  /** By term: hash, start of bytes and of postings (one extra entry each), number of slots, bound. */
  readonly termHash: Uint32Array;
  readonly termAt: Uint32Array;
  readonly termBytes: Uint8Array;
  readonly termFrequency: Uint32Array;
  readonly postingsAt: Uint32Array;
  readonly termPeak: Uint8Array;
  readonly postings: Uint8Array;
  /** Terms with more than one block, and the start of their blocks (one extra entry). */
  readonly longTerm: Uint32Array;
  readonly longBlock: Uint32Array;
  /** By block of those terms: last slot, start in `postings`, bound. */
  readonly blockLast: Uint32Array;
  readonly blockAt: Uint32Array;
  readonly blockPeak: Uint8Array;
}

export interface PartFacts {
  readonly peakAverage: number;
  readonly totals: PartTotals;
}

/** Includes dead passages, so that opening a part need not read its columns. */
export interface PartTotals {
  readonly length: number;
  readonly longest: number;
  readonly sensed: number;
  readonly isNumberOrder: boolean;
  readonly isGroupOrder: boolean;
}

export function countTotals({ no, group, length: lengths, sensed }: PartColumns): PartTotals {
  let length = 0;
  let longest = 0;
  for (const one of lengths) {
    length += one;
    if (one > longest) longest = one;
  }
  return {
    length,
    longest,
    sensed: sensed.reduce((sum, one) => sum + one, 0),
    isNumberOrder: isAscending(no),
    isGroupOrder: isAscending(group),
  };
}

export class SealedPart {
  readonly columns: PartColumns;
  readonly facts: PartFacts;
  readonly dead: DeadSlots;
  readonly #places: NumberPlaces;
  readonly #groupPlaces: NumberPlaces;
  readonly #deadInTerm = new Map<number, { seen: number; dead: number }>();

  constructor(columns: PartColumns, facts: PartFacts, dead: DeadSlots) {
    this.columns = columns;
    this.facts = facts;
    this.dead = dead;
    this.#places = new NumberPlaces(columns.no, facts.totals.isNumberOrder);
    this.#groupPlaces = new NumberPlaces(columns.group, facts.totals.isGroupOrder);
  }

  get slots(): number {
    return this.columns.no.length;
  }

  get terms(): number {
    return this.columns.termHash.length;
  }

  get byteLength(): number {
    const columns = Object.values(this.columns) as ArrayBufferView[];
    return columns.reduce((sum, column) => sum + column.byteLength, 0) + this.dead.byteLength;
  }

  noAt(slot: number): number {
    return this.columns.no[slot]!;
  }

  groupAt(slot: number): number {
    return this.columns.group[this.columns.groupOf[slot]!]!;
  }

  lengthAt(slot: number): number {
    return this.columns.length[slot]!;
  }

  isSensed(slot: number): boolean {
    return this.columns.sensed[slot] === 1;
  }

  signaturesAt(slot: number): SignatureRange {
    const { signatures, signatureAt } = this.columns;
    return { bytes: signatures, from: signatureAt[slot]!, end: signatureAt[slot + 1]! };
  }

  slotOf(no: number): number {
    const slot = this.#places.last(no);
    return slot < 0 || this.dead.has(slot) ? -1 : slot;
  }

  slotsOf(group: number): readonly number[] {
    const place = this.#groupPlaces.last(group);
    if (place < 0) return [];
    const slots: number[] = [];
    const last = this.columns.groupLast[place]!;
    for (let slot = this.columns.groupFirst[place]!; slot <= last; slot++) {
      if (this.columns.groupOf[slot] === place) slots.push(slot);
    }
    return slots;
  }

  get groupCount(): number {
    return this.columns.groupFirst.length;
  }

  rangeOf(group: number): [first: number, last: number] | null {
    const place = this.#groupPlaces.last(group);
    return place < 0 ? null : [this.columns.groupFirst[place]!, this.columns.groupLast[place]!];
  }

  termOf({ hash, bytes }: TermKey): number {
    const { termHash } = this.columns;
    for (let term = hashBound(termHash, hash); term < termHash.length && termHash[term] === hash; term++) {
      if (this.#isTerm(term, bytes)) return term;
    }
    return -1;
  }

  #isTerm(term: number, bytes: Uint8Array): boolean {
    const { termBytes, termAt } = this.columns;
    const start = termAt[term]!;
    if (termAt[term + 1]! - start !== bytes.length) return false;
    for (let i = 0; i < bytes.length; i++) if (termBytes[start + i] !== bytes[i]) return false;
    return true;
  }

  termBytes(term: number): TermBytes {
    const { termBytes, termAt } = this.columns;
    return { all: termBytes, start: termAt[term]!, end: termAt[term + 1]! };
  }

  /** Half-open, in block columns; null: a single block. */
  blocksOf(term: number): { readonly first: number; readonly end: number } | null {
    const { termFrequency, longTerm, longBlock } = this.columns;
    if (termFrequency[term]! <= blockSize) return null;
    const long = lowerBound(longTerm, term);
    return { first: longBlock[long]!, end: longBlock[long + 1]! };
  }

  /** The first call counts all dead slots, later ones only new ones. */
  deadIn(term: number, count: (newlyDead: readonly number[]) => number): number {
    if (this.dead.count === 0) return 0;
    const known = this.#deadInTerm.get(term) ?? { seen: 0, dead: 0 };
    if (known.seen < this.dead.count) {
      known.dead += count(known.seen === 0 ? this.dead.log : this.dead.log.slice(known.seen));
      known.seen = this.dead.count;
      if (this.#deadInTerm.size >= 4096) this.#deadInTerm.clear();
      this.#deadInTerm.set(term, known);
    }
    return known.dead;
  }
}
