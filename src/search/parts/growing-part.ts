/**
 * The part of an index that takes new passages. Postings of a term are chained slices of one pool, as in Lucene's
 * in-memory index: a slice of 2 words, then 4, 8 … 128, each followed by a link to the next. When the part is full it is
 * sealed into its compact, immutable form (sealing.ts).
 */

import type { IndexTerm } from "../../analysis/index-term.ts";
import type { SenseVector } from "../../memory/sense/sense.ts";
import { headingWeight, maxFrequency, maxLength } from "../scan/bm25.ts";
import { DeadSlots } from "./dead-slots.ts";
import { float64s, Growable, GrowableBytes, int32s, uint16s, uint32s } from "./growable-column.ts";
import { senseKey, signatureOf, type TermKey, termKey } from "./term-key.ts";

/** A part is full at this number of passages or terms. Sealing it takes about 15 ms, in slices. */
export const fullPart = { passages: 8192, terms: 65_536 };

const firstSlice = 2;
const longestSlice = 128;

const fields = ["title", "section", "text"] as const;

export type Field = (typeof fields)[number];

export function isField(name: string): name is Field {
  return fields.some((field) => field === name);
}

export class GrowingPart {
  readonly no = new Growable(float64s);
  readonly group = new Growable(float64s);
  readonly length = new Growable(uint16s);
  /** Where a slot's signatures begin; they end where the next slot's begin. */
  readonly signatureAt = new Growable(uint32s);
  readonly signatures = new GrowableBytes();
  /** By slot: 1 if the passage has sense. */
  readonly sensed = new GrowableBytes();
  readonly dead = new DeadSlots(0);

  readonly termHash = new Growable(uint32s);
  readonly termAt = new Growable(uint32s);
  readonly termBytes = new GrowableBytes();
  readonly termFrequency = new Growable(uint32s);

  readonly #token = {};
  /** Key: a word's text, or the number of an entry of sense. */
  readonly #terms = new Map<string | number, number>();
  readonly #slots = new Map<number, number>();
  readonly #slotsOfGroup = new Map<number, number[]>();
  readonly #pool = new Growable(int32s, 64);
  readonly #head = new Growable(int32s);
  readonly #tail = new Growable(int32s);
  /** Free words left in a term's last slice, and how long that slice is. */
  readonly #free = new Growable(uint16s);
  readonly #slice = new Growable(uint16s);
  #openLength = 0;

  get slots(): number {
    return this.no.length;
  }

  get terms(): number {
    return this.termHash.length;
  }

  get isFull(): boolean {
    return this.slots >= fullPart.passages || this.terms >= fullPart.terms;
  }

  /** Begins a passage; its fields follow, then `endPassage`. */
  beginPassage(no: number, group: number): void {
    const slot = this.slots;
    this.#slots.set(no, slot);
    const siblings = this.#slotsOfGroup.get(group);
    if (siblings === undefined) this.#slotsOfGroup.set(group, [slot]);
    else siblings.push(slot);
    this.no.push(no);
    this.group.push(group);
    this.length.push(0);
    this.signatureAt.push(this.signatures.length);
    this.sensed.push(0);
    this.#openLength = 0;
  }

  /** Sets the sense of the current passage. Length and signatures count only its words. */
  addSense({ terms, weights }: SenseVector): void {
    const slot = this.slots - 1;
    this.sensed.view()[slot] = 1;
    for (let i = 0; i < terms.length; i++) {
      const entry = terms[i]!;
      const id = this.#terms.get(entry) ?? this.#newTerm(entry, senseKey(entry));
      this.#appendPosting(id, (slot << 8) | weights[i]!);
    }
  }

  /** Counts one term of the current passage. */
  addTerm(term: IndexTerm, field: Field): void {
    const id = term.owner === this.#token ? term.id : this.#idOf(term);
    const slot = this.slots - 1;
    const times = field === "text" ? 1 : headingWeight;
    const tail = this.#tail.column[id]!;
    const last = tail < 0 ? -1 : this.#pool.column[tail]!;
    if (tail >= 0 && last >>> 8 === slot) {
      this.#pool.column[tail] = (slot << 8) | Math.min(maxFrequency, (last & 255) + times);
    } else {
      this.#appendPosting(id, (slot << 8) | times);
    }
    this.#openLength += 1;
    this.signatures.push(signatureOf(this.termHash.column[id]!));
  }

  /** Ends a field, so that its last word and the first word of the next field do not count as neighbours. */
  endField(): void {
    this.signatures.push(0);
  }

  endPassage(): void {
    this.length.column[this.slots - 1] = Math.min(maxLength, this.#openLength);
  }

  /** The live slot of a passage; -1 if it has none here. */
  slotOf(no: number): number {
    const slot = this.#slots.get(no) ?? -1;
    return slot < 0 || this.dead.has(slot) ? -1 : slot;
  }

  slotsOf(group: number): readonly number[] {
    return this.#slotsOfGroup.get(group) ?? [];
  }

  groupAt(slot: number): number {
    return this.group.column[slot]!;
  }

  noAt(slot: number): number {
    return this.no.column[slot]!;
  }

  lengthAt(slot: number): number {
    return this.length.column[slot]!;
  }

  signaturesAt(slot: number): Uint8Array {
    return this.signatures.view(this.signatureAt.column[slot]!, this.signatureEnd(slot));
  }

  signatureEnd(slot: number): number {
    return slot + 1 < this.slots ? this.signatureAt.column[slot + 1]! : this.signatures.length;
  }

  isSensed(slot: number): boolean {
    return this.sensed.view()[slot] === 1;
  }

  /** @param name a word's text or the number of an entry of sense. */
  termOf(name: string | number): number {
    return this.#terms.get(name) ?? -1;
  }

  /** Copies a term's postings, each `slot << 8 | frequency` (or weight), and returns their number. */
  readPostings(term: number, into: Int32Array): number {
    const count = this.termFrequency.column[term]!;
    const pool = this.#pool.column;
    let at = this.#head.column[term]!;
    let slice = firstSlice;
    for (let done = 0; done < count; ) {
      const take = Math.min(slice, count - done);
      for (let i = 0; i < take; i++) into[done + i] = pool[at + i]!;
      done += take;
      if (done < count) at = pool[at + slice]!;
      slice = Math.min(slice * 2, longestSlice);
    }
    return count;
  }

  /** An estimate: a map takes about 60 bytes per entry. */
  get byteLength(): number {
    const columns = [this.no, this.group, this.length, this.signatureAt, this.termHash, this.termAt, this.#pool];
    const words = columns.reduce((sum, column) => sum + column.byteLength, 0);
    return words + this.signatures.capacity + this.termBytes.capacity + this.terms * 110 + this.slots * 150;
  }

  #idOf(term: IndexTerm): number {
    term.owner = this.#token;
    term.id = this.#terms.get(term.text) ?? this.#newTerm(term.text, termKey(term.text));
    return term.id;
  }

  #newTerm(name: string | number, { bytes, hash }: TermKey): number {
    const id = this.termHash.length;
    this.#terms.set(name, id);
    this.termAt.push(this.termBytes.length);
    this.termBytes.append(bytes);
    this.termHash.push(hash);
    this.termFrequency.push(0);
    this.#slice.push(firstSlice);
    this.#free.push(firstSlice);
    this.#head.push(this.#pool.extend(firstSlice + 1));
    this.#tail.push(-1);
    return id;
  }

  #appendPosting(id: number, posting: number): void {
    if (this.#free.column[id] === 0) this.#nextSlice(id);
    const free = this.#free.column[id]!;
    const fresh = free === this.#slice.column[id];
    const at = fresh && this.#tail.column[id]! < 0 ? this.#head.column[id]! : this.#tail.column[id]! + 1;
    this.#pool.column[at] = posting;
    this.#tail.column[id] = at;
    this.#free.column[id] = free - 1;
    this.termFrequency.column[id]! += 1;
  }

  /** Links a new slice. The tail then points to just before it. */
  #nextSlice(id: number): void {
    const size = Math.min(this.#slice.column[id]! * 2, longestSlice);
    const start = this.#pool.extend(size + 1);
    this.#pool.column[this.#tail.column[id]! + 1] = start;
    this.#tail.column[id] = start - 1;
    this.#slice.column[id] = size;
    this.#free.column[id] = size;
  }
}
