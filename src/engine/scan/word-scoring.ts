import type { TermKey } from "../parts/term-key.ts";
import { contribution } from "./bm25.ts";
import type { ScanTerm } from "./keyword-scan.ts";
import type { ShareTable } from "./share-table.ts";

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

  score(frequency: number, length: number): number {
    return contribution(this.weight, this.#shares.shareOf(frequency, length));
  }
}
