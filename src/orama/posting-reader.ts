/** Reads whole posting lists of sealed parts, for merging and counting. */
import { blockSize, DecodedBlock, decodeBlock } from "./posting-blocks.ts";
import type { SealedPart } from "./sealed-part.ts";

export class PostingReader {
  readonly #block = new DecodedBlock();

  /** Gives every block of a term in turn; the block is reused. */
  eachBlock(part: SealedPart, term: number, take: (block: DecodedBlock) => void): void {
    const { columns } = part;
    const blocks = part.blocksOf(term);
    const total = columns.termFrequency[term]!;
    if (blocks === null) {
      decodeBlock(columns.postings, { at: columns.postingsAt[term]!, count: total, previous: -1 }, this.#block);
      take(this.#block);
      return;
    }
    for (let block = blocks.first, left = total; block < blocks.end; block++, left -= blockSize) {
      const previous = block === blocks.first ? -1 : columns.blockLast[block - 1]!;
      const at = columns.blockAt[block]!;
      decodeBlock(columns.postings, { at, count: Math.min(blockSize, left), previous }, this.#block);
      take(this.#block);
    }
  }

  /** How many of some slots hold the term. */
  countIn(part: SealedPart, term: number, slots: readonly number[]): number {
    const wanted = Int32Array.from(slots).sort();
    let at = 0;
    let found = 0;
    this.eachBlock(part, term, ({ slots: present, count }) => {
      for (let i = 0; i < count && at < wanted.length; i++) {
        while (at < wanted.length && wanted[at]! < present[i]!) at += 1;
        if (wanted[at] === present[i]) found += 1;
      }
    });
    return found;
  }
}
