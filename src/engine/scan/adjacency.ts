import type { IndexPart } from "../parts/part-set.ts";
import type { SignatureRange } from "../parts/term-key.ts";
import { contribution } from "./bm25.ts";
import type { WordPair } from "./question.ts";
import type { ShareTable } from "./share-table.ts";

type Signed = Pick<IndexPart, "signaturesAt" | "lengthAt">;

export class Adjacency {
  readonly #pairs: readonly WordPair[];
  readonly #shares: ShareTable;
  readonly #begins = new Uint8Array(256);
  readonly #times: Uint32Array;

  constructor(pairs: readonly WordPair[], shares: ShareTable) {
    this.#pairs = pairs;
    this.#shares = shares;
    this.#times = new Uint32Array(pairs.length);
    for (const { first } of pairs) this.#begins[first] = 1;
  }

  scoreOf(part: Signed, slot: number): number {
    if (!this.#count(part.signaturesAt(slot))) return 0;
    const length = part.lengthAt(slot);
    let score = 0;
    for (let i = 0; i < this.#times.length; i++) {
      const times = this.#times[i]!;
      if (times > 0) score += contribution(this.#pairs[i]!.weight, this.#shares.shareOf(times, length));
    }
    this.#times.fill(0);
    return score;
  }

  #count({ bytes, from, end }: SignatureRange): boolean {
    const begins = this.#begins;
    const last = end - 1;
    let isAny = false;
    for (let at = from; at < last; at++) {
      if (begins[bytes[at]!] === 1 && this.#note(bytes[at]!, bytes[at + 1]!)) isAny = true;
    }
    return isAny;
  }

  #note(one: number, next: number): boolean {
    let isAny = false;
    for (let i = 0; i < this.#pairs.length; i++) {
      const { first, second } = this.#pairs[i]!;
      if (first !== one || second !== next) continue;
      this.#times[i]! += 1;
      isAny = true;
    }
    return isAny;
  }
}
