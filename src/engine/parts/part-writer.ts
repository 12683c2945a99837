/** First its passages, then its terms by hash and bytes. */
import { frequencyShare, lengthNorm } from "../scan/bm25.ts";
import { DeadSlots } from "./dead-slots.ts";
import { float64s, Growable, GrowableBytes, uint16s, uint32s } from "./growable-column.ts";
import { PassagePlaces } from "./passage-places.ts";
import { blockSize, encodeBlock } from "./posting-blocks.ts";
import { type PartColumns, type PartTotals, SealedPart } from "./sealed-part.ts";
import { isSense, type SignatureRange, type TermBytes } from "./term-key.ts";

export interface WrittenPassage {
  readonly no: number;
  readonly group: number;
  readonly length: number;
  readonly signatures: SignatureRange;
  readonly sensed: boolean;
}

export interface ExpectedSize {
  readonly slots: number;
  readonly terms: number;
  readonly signatures: number;
  readonly postings: number;
}

const step = 64 * blockSize;

export class PartWriter {
  readonly #no: Growable<Float64Array<ArrayBuffer>>;
  readonly #groupOf: Growable<Uint32Array<ArrayBuffer>>;
  readonly #length: Growable<Uint16Array<ArrayBuffer>>;
  readonly #signatureAt: Growable<Uint32Array<ArrayBuffer>>;
  readonly #signatures: GrowableBytes;
  readonly #sensed = new GrowableBytes();
  readonly #group: Growable<Float64Array<ArrayBuffer>>;
  readonly #groupFirst: Growable<Uint32Array<ArrayBuffer>>;
  readonly #groupLast: Growable<Uint32Array<ArrayBuffer>>;
  #groupPlaces: PassagePlaces | null = null;

  readonly #termHash: Growable<Uint32Array<ArrayBuffer>>;
  readonly #termAt: Growable<Uint32Array<ArrayBuffer>>;
  readonly #termBytes: GrowableBytes;
  readonly #termFrequency: Growable<Uint32Array<ArrayBuffer>>;
  readonly #postingsAt: Growable<Uint32Array<ArrayBuffer>>;
  readonly #termPeak: GrowableBytes;
  readonly #postings: GrowableBytes;
  readonly #longTerm = new Growable(uint32s);
  readonly #longBlock = new Growable(uint32s);
  readonly #blockLast = new Growable(uint32s);
  readonly #blockAt = new Growable(uint32s);
  readonly #blockPeak = new GrowableBytes();

  constructor(expected: ExpectedSize) {
    const { slots, terms, signatures, postings } = expected;
    this.#no = new Growable(float64s, slots);
    this.#groupOf = new Growable(uint32s, slots);
    this.#length = new Growable(uint16s, slots);
    this.#signatureAt = new Growable(uint32s, slots + 1);
    this.#signatures = new GrowableBytes(signatures);
    this.#group = new Growable(float64s, slots);
    this.#groupFirst = new Growable(uint32s, slots);
    this.#groupLast = new Growable(uint32s, slots);
    this.#termHash = new Growable(uint32s, terms);
    this.#termAt = new Growable(uint32s, terms + 1);
    this.#termBytes = new GrowableBytes(terms * 8);
    this.#termFrequency = new Growable(uint32s, terms);
    this.#postingsAt = new Growable(uint32s, terms + 1);
    this.#termPeak = new GrowableBytes(terms);
    this.#postings = new GrowableBytes(postings);
  }

  #sensedCount = 0;
  #totalLength = 0;
  #longest = 0;
  #isNumberOrder = true;
  #isGroupOrder = true;
  #average = 1;
  #norms = new Float64Array(0);

  addPassage({ no, group, length, signatures, sensed }: WrittenPassage): void {
    const slot = this.#no.length;
    this.#isNumberOrder &&= slot === 0 || no > this.#no.column[slot - 1]!;
    this.#no.push(no);
    this.#groupOf.push(this.#placeOf(group, slot));
    this.#length.push(length);
    this.#signatureAt.push(this.#signatures.length);
    this.#signatures.appendRange(signatures.bytes, signatures.from, signatures.end);
    this.#sensed.push(sensed ? 1 : 0);
    if (sensed) this.#sensedCount += 1;
    this.#totalLength += length;
    if (length > this.#longest) this.#longest = length;
  }

  #placeOf(group: number, slot: number): number {
    const known = this.#knownPlaceOf(group);
    if (known !== undefined) {
      this.#groupLast.column[known] = slot;
      return known;
    }
    const place = this.#group.length;
    this.#isGroupOrder &&= place === 0 || group > this.#group.column[place - 1]!;
    this.#group.push(group);
    this.#groupFirst.push(slot);
    this.#groupLast.push(slot);
    this.#groupPlaces?.set(group, place);
    return place;
  }

  /** Groups mostly ascend. A map of all would pause everything for 10 ms whenever it grows. */
  #knownPlaceOf(group: number): number | undefined {
    const last = this.#group.length - 1;
    if (last < 0) return undefined;
    const latest = this.#group.column[last]!;
    if (group === latest) return last;
    if (this.#isGroupOrder && group > latest) return undefined;
    this.#groupPlaces ??= this.#placesOfAll();
    return this.#groupPlaces.get(group);
  }

  #placesOfAll(): PassagePlaces {
    const groups = this.#group;
    const places = new PassagePlaces((place) => groups.column[place]!, this.#no.column.length);
    for (let place = 0; place < groups.length; place++) places.set(groups.column[place]!, place);
    return places;
  }

  endPassages(): void {
    const slots = this.#no.length;
    this.#signatureAt.push(this.#signatures.length);
    this.#average = Math.max(1, this.#totalLength) / Math.max(1, slots);
    this.#norms = Float64Array.from({ length: this.#longest + 1 }, (_, length) => lengthNorm(length, this.#average));
  }

  /** With its first `count` postings. In steps only if they are many, to save a generator for each term. */
  addTerm(hash: number, bytes: TermBytes, postings: Postings): Generator<undefined, void> | null {
    const { count } = postings;
    if (count === 0) return null;
    this.#termHash.push(hash);
    this.#termAt.push(this.#termBytes.length);
    this.#termBytes.appendRange(bytes.all, bytes.start, bytes.end);
    this.#termFrequency.push(count);
    this.#postingsAt.push(this.#postings.length);
    const peakOf = isSense(bytes.all, bytes.start) ? greatestWeight : this.#greatestShare;
    if (count > blockSize) return this.#addLong(postings, peakOf);
    this.#termPeak.push(this.#addBlock(postings, 0, peakOf));
    return null;
  }

  *#addLong(postings: Postings, peakOf: PeakOf): Generator<undefined, void> {
    this.#longTerm.push(this.#termHash.length - 1);
    this.#longBlock.push(this.#blockLast.length);
    let peak = 0;
    for (let start = 0; start < postings.count; start += blockSize) {
      this.#blockAt.push(this.#postings.length);
      this.#blockLast.push(postings.slots[Math.min(start + blockSize, postings.count) - 1]!);
      const blockPeak = this.#addBlock(postings, start, peakOf);
      this.#blockPeak.push(blockPeak);
      peak = Math.max(peak, blockPeak);
      if (start % step === step - blockSize) yield;
    }
    this.#termPeak.push(peak);
  }

  #addBlock(postings: Postings, start: number, peakOf: PeakOf): number {
    const { slots, frequencies } = postings;
    const count = Math.min(blockSize, postings.count - start);
    const previous = start === 0 ? -1 : slots[start - 1]!;
    encodeBlock(this.#postings, { slots, frequencies, start, count, previous });
    return peakOf(postings, start, start + count);
  }

  /** Max of tf / (tf + norm), in 255ths, rounded up. */
  readonly #greatestShare: PeakOf = ({ slots, frequencies }, start, end) => {
    let greatest = 0;
    const lengths = this.#length.column;
    for (let i = start; i < end; i++) {
      const share = frequencyShare(frequencies[i]!, this.#norms[lengths[slots[i]!]!]!);
      if (share > greatest) greatest = share;
    }
    return Math.min(255, Math.ceil(greatest * 255));
  };

  finish(dead?: DeadSlots): SealedPart {
    this.#termAt.push(this.#termBytes.length);
    this.#postingsAt.push(this.#postings.length);
    this.#longBlock.push(this.#blockLast.length);
    const totals: PartTotals = {
      length: this.#totalLength,
      longest: this.#longest,
      sensed: this.#sensedCount,
      isNumberOrder: this.#isNumberOrder,
      isGroupOrder: this.#isGroupOrder,
    };
    return new SealedPart(
      this.#columns(),
      { peakAverage: this.#average, totals },
      dead ?? new DeadSlots(this.#no.length),
    );
  }

  #columns(): PartColumns {
    return {
      no: this.#no.view(),
      groupOf: this.#groupOf.view(),
      length: this.#length.view(),
      signatureAt: this.#signatureAt.view(),
      signatures: this.#signatures.view(),
      sensed: this.#sensed.view(0, this.#sensedCount > 0 ? this.#sensed.length : 0),
      group: this.#group.view(),
      groupFirst: this.#groupFirst.view(),
      groupLast: this.#groupLast.view(),
      termHash: this.#termHash.view(),
      termAt: this.#termAt.view(),
      termBytes: this.#termBytes.view(),
      termFrequency: this.#termFrequency.view(),
      postingsAt: this.#postingsAt.view(),
      termPeak: this.#termPeak.view(),
      postings: this.#postings.view(),
      longTerm: this.#longTerm.view(),
      longBlock: this.#longBlock.view(),
      blockLast: this.#blockLast.view(),
      blockAt: this.#blockAt.view(),
      blockPeak: this.#blockPeak.view(),
    };
  }
}

export interface Postings {
  readonly slots: Int32Array;
  readonly frequencies: Uint8Array;
  readonly count: number;
}

/** One byte, as `TermScoring.bound` reads it. @param end exclusive */
type PeakOf = (postings: Postings, start: number, end: number) => number;

function greatestWeight({ frequencies }: Postings, start: number, end: number): number {
  let greatest = 0;
  for (let i = start; i < end; i++) if (frequencies[i]! > greatest) greatest = frequencies[i]!;
  return greatest;
}
