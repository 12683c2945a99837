import { type BlockPosition, blockSize, DecodedBlock, decodeBlock } from "../parts/posting-blocks.ts";
import type { SealedPart } from "../parts/sealed-part.ts";
import type { ScoreWindow, TermScoring } from "./term-scoring.ts";

export class TermCursor {
  bound = 0;

  #part!: SealedPart;
  #scoring!: TermScoring;
  #count = 0;
  #block = 0;
  #first = 0;
  #end = 0;
  #isSingle = true;
  #postingsAt = 0;
  #wholeBound = 0;
  #decoded = -1;
  #at = 0;
  #positioned = -1;
  #position: BlockPosition = { at: 0, count: 0, read: 0, slot: 0 };
  readonly #postings = new DecodedBlock();

  open(part: SealedPart, term: number, scoring: TermScoring): void {
    const { columns } = part;
    const blocks = part.blocksOf(term);
    this.#part = part;
    this.#scoring = scoring;
    this.#count = columns.termFrequency[term]!;
    this.#isSingle = blocks === null;
    this.#first = blocks?.first ?? 0;
    this.#block = this.#first;
    this.#end = blocks?.end ?? 1;
    this.#postingsAt = columns.postingsAt[term]!;
    this.#wholeBound = scoring.bound(columns.termPeak[term]!);
    this.#decoded = -1;
    this.#positioned = -1;
    if (this.#isSingle) this.#decode(0);
  }

  get wholeBound(): number {
    return this.#wholeBound;
  }

  enter(start: number, end: number): void {
    while (this.#block < this.#end && this.#lastOf(this.#block) < start) this.#block += 1;
    if (this.#block === this.#end) {
      this.bound = 0;
      return;
    }
    // The block may have no posting in the window. It is decoded to find out, once for all its windows.
    if (this.#lastOf(this.#block) >= end - 1 && !this.#hasSlotIn(start, end)) {
      this.bound = 0;
      return;
    }
    this.bound = this.#isSingle ? this.#wholeBound : this.#scoring.bound(this.#peakIn(end));
  }

  postingsBefore(end: number): number {
    if (this.#isSingle) return this.#count;
    const { blockLast } = this.#part.columns;
    let block = this.#block;
    while (block < this.#end && blockLast[block]! < end) block += 1;
    return (block - this.#block + 1) * blockSize;
  }

  addTo(window: ScoreWindow): void {
    for (; this.#block < this.#end; this.#block += 1) {
      const goesOn = this.#decoded === this.#block ? this.#addDecoded(window) : this.#addEncoded(window);
      if (goesOn) return;
    }
  }

  /** True if the block extends beyond the window. */
  #addDecoded(window: ScoreWindow): boolean {
    this.#at = this.#scoring.addDecoded(this.#postings, this.#at, window);
    return this.#at < this.#postings.count;
  }

  #addEncoded(window: ScoreWindow): boolean {
    const position = this.#positionInBlock();
    if (this.#scoring.addEncoded(position, window)) return position.read < position.count;
    this.#decode(this.#block);
    return this.#addDecoded(window);
  }

  #positionInBlock(): BlockPosition {
    const block = this.#block;
    if (this.#positioned !== block) {
      const { at, count } = this.#placeOf(block);
      this.#position = { at, count, read: 0, slot: this.#previousOf(block) };
      this.#positioned = block;
    }
    return this.#position;
  }

  boundAt(slot: number): number {
    while (this.#block < this.#end && this.#lastOf(this.#block) < slot) this.#block += 1;
    if (this.#block === this.#end) return 0;
    return this.#isSingle ? this.#wholeBound : this.#scoring.bound(this.#part.columns.blockPeak[this.#block]!);
  }

  scoreAt(slot: number): number {
    if (this.#block === this.#end) return 0;
    this.#decode(this.#block);
    const { slots, frequencies, count } = this.#postings;
    let at = this.#at;
    while (at < count && slots[at]! < slot) at += 1;
    this.#at = at;
    if (at === count || slots[at] !== slot) return 0;
    return this.#scoring.score(frequencies[at]!, slot);
  }

  #peakIn(end: number): number {
    const { blockPeak, blockLast } = this.#part.columns;
    let peak = 0;
    for (let block = this.#block; block < this.#end; block++) {
      if (blockPeak[block]! > peak) peak = blockPeak[block]!;
      if (blockLast[block]! >= end - 1) break;
    }
    return peak;
  }

  #hasSlotIn(start: number, end: number): boolean {
    this.#decode(this.#block);
    const { slots, count } = this.#postings;
    let at = this.#at;
    while (at < count && slots[at]! < start) at += 1;
    this.#at = at;
    return at < count && slots[at]! < end;
  }

  #lastOf(block: number): number {
    return this.#isSingle ? this.#postings.slots[this.#count - 1]! : this.#part.columns.blockLast[block]!;
  }

  #decode(block: number): void {
    if (this.#decoded === block) return;
    const { postings } = this.#part.columns;
    const { at, count } = this.#placeOf(block);
    decodeBlock(postings, { at, count, previous: this.#previousOf(block) }, this.#postings);
    this.#decoded = block;
    this.#at = 0;
  }

  #placeOf(block: number): { readonly at: number; readonly count: number } {
    const at = this.#isSingle ? this.#postingsAt : this.#part.columns.blockAt[block]!;
    return { at, count: Math.min(blockSize, this.#count - (block - this.#first) * blockSize) };
  }

  #previousOf(block: number): number {
    return block === this.#first ? -1 : this.#part.columns.blockLast[block - 1]!;
  }
}
