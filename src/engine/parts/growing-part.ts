/** A term's postings are chained slices of a pool: 2, 4, 8 … 128 words and a link (as in Lucene). */

import type { IndexTerm } from "../../language/words/analysis.ts";
import type { SenseVector } from "../../memory/sense.ts";
import { headingWeight, maxFrequency, maxLength } from "../scan/bm25.ts";
import { DeadSlots } from "./dead-slots.ts";
import { float64s, Growable, GrowableBytes, int32s, uint16s, uint32s } from "./growable-column.ts";
import { type SignatureRange, senseKey, signatureOf, type TermKey, termKey } from "./term-key.ts";

const fullPart = { passages: 8192, terms: 65_536 };

const firstSlice = 2;
const longestSlice = 128;

const recordWords = 8;
/** `free` words remain in the last slice of length `slice`; `last` is the posting at `tail`. */
const at = { head: 0, tail: 1, last: 2, free: 3, slice: 4, frequency: 5, signature: 6 } as const;

const fields = ["title", "section", "text"] as const;

export type PassageField = (typeof fields)[number];

export function isField(name: string): name is PassageField {
  return fields.some((field) => field === name);
}

export class GrowingPart {
  readonly no = new Growable(float64s);
  readonly group = new Growable(float64s);
  readonly length = new Growable(uint16s);
  readonly signatureAt = new Growable(uint32s);
  readonly signatures = new GrowableBytes();
  readonly sensed = new GrowableBytes();
  readonly dead = new DeadSlots(0);

  readonly termHash = new Growable(uint32s);
  readonly termAt = new Growable(uint32s);
  readonly termBytes = new GrowableBytes();

  readonly #token = {};
  readonly #terms = new Map<string | number, number>();
  readonly #slots = new Map<number, number>();
  readonly #slotsOfGroup = new Map<number, number[]>();
  readonly #pool = new Growable(int32s, 64);
  readonly #records = new Growable(int32s, 16 * recordWords);
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

  /** Fields follow, then `endPassage`. */
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

  addSense({ terms, weights }: SenseVector): void {
    const slot = this.slots - 1;
    this.sensed.view()[slot] = 1;
    for (let i = 0; i < terms.length; i++) {
      const entry = terms[i]!;
      const id = this.#terms.get(entry) ?? this.#newTerm(entry, senseKey(entry));
      this.#appendPosting(id * recordWords, (slot << 8) | weights[i]!);
    }
  }

  addTerm(term: IndexTerm, field: PassageField): void {
    const id = term.owner === this.#token ? term.id : this.#idOf(term);
    const slot = this.slots - 1;
    const times = field === "text" ? 1 : headingWeight;
    const records = this.#records.column;
    const record = id * recordWords;
    const last = records[record + at.last]!;
    if (last >>> 8 === slot) {
      const posting = (slot << 8) | Math.min(maxFrequency, (last & 255) + times);
      this.#pool.column[records[record + at.tail]!] = posting;
      records[record + at.last] = posting;
    } else {
      this.#appendPosting(record, (slot << 8) | times);
    }
    this.#openLength += 1;
    this.signatures.push(records[record + at.signature]!);
  }

  addMark(term: IndexTerm): void {
    const id = term.owner === this.#token ? term.id : this.#idOf(term);
    this.#appendPosting(id * recordWords, ((this.slots - 1) << 8) | 1);
  }

  endField(): void {
    this.signatures.push(0);
  }

  endPassage(): void {
    this.length.column[this.slots - 1] = Math.min(maxLength, this.#openLength);
  }

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

  signaturesAt(slot: number): SignatureRange {
    const starts = this.signatureAt.column;
    const end = slot + 1 < this.slots ? starts[slot + 1]! : this.signatures.length;
    return { bytes: this.signatures.whole, from: starts[slot]!, end };
  }

  isSensed(slot: number): boolean {
    return this.sensed.view()[slot] === 1;
  }

  termOf(name: string | number): number {
    return this.#terms.get(name) ?? -1;
  }

  get postings(): number {
    let sum = 0;
    for (let term = 0; term < this.terms; term++) sum += this.frequencyOf(term);
    return sum;
  }

  frequencyOf(term: number): number {
    return this.#records.column[term * recordWords + at.frequency]!;
  }

  /** `slot << 8 | frequency`, or weight. */
  readPostings(term: number, into: Int32Array): number {
    const count = this.frequencyOf(term);
    const pool = this.#pool.column;
    let from = this.#records.column[term * recordWords + at.head]!;
    let slice = firstSlice;
    for (let done = 0; done < count; ) {
      const take = Math.min(slice, count - done);
      for (let i = 0; i < take; i++) into[done + i] = pool[from + i]!;
      done += take;
      if (done < count) from = pool[from + slice]!;
      slice = Math.min(slice * 2, longestSlice);
    }
    return count;
  }

  get byteLength(): number {
    const columns = [this.no, this.group, this.length, this.signatureAt, this.termHash, this.termAt, this.#pool];
    const words = columns.reduce((sum, column) => sum + column.byteLength, 0);
    return words + this.signatures.capacity + this.termBytes.capacity + this.terms * 126 + this.slots * 150;
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
    const record = this.#records.extend(recordWords);
    const records = this.#records.column;
    records[record + at.head] = this.#pool.extend(firstSlice + 1);
    records[record + at.tail] = -1;
    records[record + at.last] = -1;
    records[record + at.free] = firstSlice;
    records[record + at.slice] = firstSlice;
    records[record + at.frequency] = 0;
    records[record + at.signature] = signatureOf(hash);
    return id;
  }

  #appendPosting(record: number, posting: number): void {
    const records = this.#records.column;
    if (records[record + at.free] === 0) this.#nextSlice(record);
    const free = records[record + at.free]!;
    const tail = records[record + at.tail]!;
    const place = tail < 0 ? records[record + at.head]! : tail + 1;
    this.#pool.column[place] = posting;
    records[record + at.tail] = place;
    records[record + at.last] = posting;
    records[record + at.free] = free - 1;
    records[record + at.frequency]! += 1;
  }

  #nextSlice(record: number): void {
    const records = this.#records.column;
    const size = Math.min(records[record + at.slice]! * 2, longestSlice);
    const start = this.#pool.extend(size + 1);
    this.#pool.column[records[record + at.tail]! + 1] = start;
    records[record + at.tail] = start - 1;
    records[record + at.slice] = size;
    records[record + at.free] = size;
  }
}
