/** Writes a sealed part: first its passages, then its terms in order of hash and bytes, each with its postings. */
import { lengthNorm } from "./bm25.ts";
import { DeadSlots } from "./dead-slots.ts";
import { float64s, Growable, GrowableBytes, uint16s, uint32s } from "./growable-column.ts";
import { blockSize, encodeBlock } from "./posting-blocks.ts";
import { type PartColumns, SealedPart } from "./sealed-part.ts";

export interface WrittenPassage {
  readonly no: number;
  readonly group: number;
  readonly length: number;
  readonly signatures: Uint8Array;
}

export class PartWriter {
  readonly #no = new Growable(float64s);
  readonly #groupOf = new Growable(uint32s);
  readonly #length = new Growable(uint16s);
  readonly #signatureAt = new Growable(uint32s);
  readonly #signatures = new GrowableBytes();
  readonly #group = new Growable(float64s);
  readonly #groupFirst = new Growable(uint32s);
  readonly #groupLast = new Growable(uint32s);
  readonly #placeOfGroup = new Map<number, number>();

  readonly #termHash = new Growable(uint32s);
  readonly #termAt = new Growable(uint32s);
  readonly #termBytes = new GrowableBytes();
  readonly #termFrequency = new Growable(uint32s);
  readonly #postingsAt = new Growable(uint32s);
  readonly #termPeak = new GrowableBytes();
  readonly #postings = new GrowableBytes();
  readonly #longTerm = new Growable(uint32s);
  readonly #longBlock = new Growable(uint32s);
  readonly #blockLast = new Growable(uint32s);
  readonly #blockAt = new Growable(uint32s);
  readonly #blockPeak = new GrowableBytes();

  #totalLength = 0;
  #average = 1;
  #norms = new Float64Array(0);

  addPassage({ no, group, length, signatures }: WrittenPassage): void {
    const slot = this.#no.length;
    this.#no.push(no);
    this.#groupOf.push(this.#placeOf(group, slot));
    this.#length.push(length);
    this.#signatureAt.push(this.#signatures.length);
    this.#signatures.append(signatures);
    this.#totalLength += length;
  }

  #placeOf(group: number, slot: number): number {
    let place = this.#placeOfGroup.get(group);
    if (place === undefined) {
      place = this.#group.length;
      this.#placeOfGroup.set(group, place);
      this.#group.push(group);
      this.#groupFirst.push(slot);
      this.#groupLast.push(slot);
    }
    this.#groupLast.column[place] = slot;
    return place;
  }

  /** To be called between the last passage and the first term. */
  endPassages(): void {
    const slots = this.#no.length;
    this.#signatureAt.push(this.#signatures.length);
    this.#average = Math.max(1, this.#totalLength) / Math.max(1, slots);
    let longest = 0;
    for (const length of this.#length.view()) longest = Math.max(longest, length);
    this.#norms = Float64Array.from({ length: longest + 1 }, (_, length) => lengthNorm(length, this.#average));
  }

  /** Appends a term with the first `count` of the postings given, slots ascending. None: the term is left out. */
  addTerm(key: { readonly hash: number; readonly bytes: Uint8Array }, postings: Postings): void {
    const { count } = postings;
    if (count === 0) return;
    this.#termHash.push(key.hash);
    this.#termAt.push(this.#termBytes.length);
    this.#termBytes.append(key.bytes);
    this.#termFrequency.push(count);
    this.#postingsAt.push(this.#postings.length);
    this.#termPeak.push(count <= blockSize ? this.#addBlock(postings, 0) : this.#addLong(postings));
  }

  #addLong(postings: Postings): number {
    this.#longTerm.push(this.#termHash.length - 1);
    this.#longBlock.push(this.#blockLast.length);
    let peak = 0;
    for (let start = 0; start < postings.count; start += blockSize) {
      this.#blockAt.push(this.#postings.length);
      this.#blockLast.push(postings.slots[Math.min(start + blockSize, postings.count) - 1]!);
      const blockPeak = this.#addBlock(postings, start);
      this.#blockPeak.push(blockPeak);
      peak = Math.max(peak, blockPeak);
    }
    return peak;
  }

  /** Returns the block's bound: the greatest tf / (tf + norm) in it, in 255ths, rounded up. */
  #addBlock({ slots, frequencies, count }: Postings, start: number): number {
    const size = Math.min(blockSize, count - start);
    encodeBlock(this.#postings, {
      slots,
      frequencies,
      start,
      count: size,
      previous: start === 0 ? -1 : slots[start - 1]!,
    });
    let greatest = 0;
    const lengths = this.#length.column;
    for (let i = start; i < start + size; i++) {
      const frequency = frequencies[i]!;
      const share = frequency / (frequency + this.#norms[lengths[slots[i]!]!]!);
      if (share > greatest) greatest = share;
    }
    return Math.min(255, Math.ceil(greatest * 255));
  }

  /** @param dead slots that died while it was being written. */
  finish(dead?: DeadSlots): SealedPart {
    this.#termAt.push(this.#termBytes.length);
    this.#postingsAt.push(this.#postings.length);
    this.#longBlock.push(this.#blockLast.length);
    return new SealedPart(this.#columns(), { peakAverage: this.#average }, dead ?? new DeadSlots(this.#no.length));
  }

  /** Copies, so that no column keeps more than it holds. */
  #columns(): PartColumns {
    return {
      no: this.#no.view().slice(),
      groupOf: this.#groupOf.view().slice(),
      length: this.#length.view().slice(),
      signatureAt: this.#signatureAt.view().slice(),
      signatures: this.#signatures.view().slice(),
      group: this.#group.view().slice(),
      groupFirst: this.#groupFirst.view().slice(),
      groupLast: this.#groupLast.view().slice(),
      termHash: this.#termHash.view().slice(),
      termAt: this.#termAt.view().slice(),
      termBytes: this.#termBytes.view().slice(),
      termFrequency: this.#termFrequency.view().slice(),
      postingsAt: this.#postingsAt.view().slice(),
      termPeak: this.#termPeak.view().slice(),
      postings: this.#postings.view().slice(),
      longTerm: this.#longTerm.view().slice(),
      longBlock: this.#longBlock.view().slice(),
      blockLast: this.#blockLast.view().slice(),
      blockAt: this.#blockAt.view().slice(),
      blockPeak: this.#blockPeak.view().slice(),
    };
  }
}

/** Postings to be written: the first `count` entries. */
export interface Postings {
  readonly slots: Int32Array;
  readonly frequencies: Uint8Array;
  readonly count: number;
}
