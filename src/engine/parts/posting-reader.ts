import { blockSize, DecodedBlock, decodeBlock } from "./posting-blocks.ts";
import type { SealedPart } from "./sealed-part.ts";

export class PostingReader {
  readonly #block = new DecodedBlock();
  readonly #only = { at: 0, count: 0, previous: -1 };

  /** Reuses the block object, because merges read all terms. */
  eachBlock(part: SealedPart, term: number, take: (block: DecodedBlock) => void): void {
    const { columns } = part;
    const count = columns.termFrequency[term]!;
    if (count > blockSize) {
      this.#eachBlockFrom(part, term, { wanted: () => 0, take });
      return;
    }
    const only = this.#only;
    only.at = columns.postingsAt[term]!;
    only.count = count;
    decodeBlock(columns.postings, only, this.#block);
    take(this.#block);
  }

  countIn(part: SealedPart, term: number, slots: readonly number[]): number {
    let found = 0;
    this.eachAt(part, term, Int32Array.from(slots).sort(), () => {
      found += 1;
    });
    return found;
  }

  /** @param slots ascending @param take gets the place in `slots` and the posting's byte */
  eachAt(part: SealedPart, term: number, slots: ArrayLike<number>, take: (place: number, byte: number) => void): void {
    let at = 0;
    const among = ({ slots: present, frequencies, count }: DecodedBlock) => {
      for (let i = 0; i < count && at < slots.length; i++) {
        while (at < slots.length && slots[at]! < present[i]!) at += 1;
        if (slots[at] === present[i]) take(at, frequencies[i]!);
      }
    };
    this.#eachBlockFrom(part, term, { wanted: () => slots[at] ?? Number.POSITIVE_INFINITY, take: among });
  }

  #eachBlockFrom(part: SealedPart, term: number, walk: Walk): void {
    const { columns } = part;
    const blocks = part.blocksOf(term);
    const total = columns.termFrequency[term]!;
    if (blocks === null) {
      decodeBlock(columns.postings, { at: columns.postingsAt[term]!, count: total, previous: -1 }, this.#block);
      walk.take(this.#block);
      return;
    }
    for (let block = blocks.first, left = total; block < blocks.end; block++, left -= blockSize) {
      if (columns.blockLast[block]! < walk.wanted()) continue;
      const previous = block === blocks.first ? -1 : columns.blockLast[block - 1]!;
      const at = columns.blockAt[block]!;
      decodeBlock(columns.postings, { at, count: Math.min(blockSize, left), previous }, this.#block);
      walk.take(this.#block);
    }
  }
}

interface Walk {
  readonly wanted: () => number;
  readonly take: (block: DecodedBlock) => void;
}
