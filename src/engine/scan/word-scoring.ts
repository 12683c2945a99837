import type { BlockPosition, DecodedBlock } from "../parts/posting-blocks.ts";
import type { TermKey } from "../parts/term-key.ts";
import { addBlock, type BlockInput } from "./block-adder.ts";
import { contribution } from "./bm25.ts";
import type { ShareTable } from "./share-table.ts";
import type { ScanTerm, ScoredColumns, ScoreWindow, TermScoring } from "./term-scoring.ts";

export interface ScoredTerm {
  readonly term: string;
  readonly key: TermKey;
  readonly weight: number;
}

export class WordTerm implements ScanTerm {
  readonly name: string;
  readonly key: TermKey;
  readonly family = "word";
  readonly weight: number;
  readonly table: Int32Array;
  readonly #shares: ShareTable;

  constructor({ term, key, weight }: ScoredTerm, shares: ShareTable) {
    this.name = term;
    this.key = key;
    this.weight = weight;
    this.#shares = shares;
    this.table = shares.once(weight);
  }

  scoringIn({ postings: bytes, length: lengths }: ScoredColumns, drift: number): TermScoring {
    return new WordScoring({ bytes, lengths, weight: this.weight, shares: this.#shares, once: this.table }, drift);
  }
}

class WordScoring implements TermScoring {
  readonly #adding: BlockInput;
  readonly #drift: number;

  constructor(adding: BlockInput, drift: number) {
    this.#adding = adding;
    this.#drift = drift;
  }

  /** @param peak in 255ths, as PartWriter computes it */
  bound(peak: number): number {
    return Math.ceil(this.#adding.weight * Math.min(1, (peak / 255) * this.#drift)) + 1;
  }

  score(frequency: number, slot: number): number {
    const { weight, shares, lengths } = this.#adding;
    return contribution(weight, shares.shareOf(frequency, lengths[slot]!));
  }

  addEncoded(position: BlockPosition, window: ScoreWindow): boolean {
    return this.#adding.shares.coversAll && addBlock(position, this.#adding, window);
  }

  addDecoded({ slots, frequencies, count }: DecodedBlock, from: number, window: ScoreWindow): number {
    const { start, end, scores, places, onlyScored } = window;
    const { weight, shares, lengths } = this.#adding;
    let at = from;
    while (at < count && slots[at]! < start) at += 1;
    for (; at < count; at++) {
      const slot = slots[at]!;
      if (slot >= end) break;
      const place = (slot - start) | 0;
      if (onlyScored && scores[place] === 0) continue;
      scores[place] = (scores[place]! + contribution(weight, shares.shareOf(frequencies[at]!, lengths[slot]!))) | 0;
      places[window.found++] = place;
    }
    return at;
  }
}
