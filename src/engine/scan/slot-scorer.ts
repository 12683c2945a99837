import { GrowingPart } from "../parts/growing-part.ts";
import type { IndexPart } from "../parts/part-set.ts";
import { PostingReader } from "../parts/posting-reader.ts";
import type { SealedPart } from "../parts/sealed-part.ts";
import type { ScanTerm } from "./keyword-scan.ts";

export class SlotScorer {
  readonly #reader = new PostingReader();
  #postings = new Int32Array(0);

  /** @param slots ascending */
  scoresOf(part: IndexPart, slots: readonly number[], terms: readonly ScanTerm[]): number[] {
    const scores = slots.map(() => 0);
    for (const term of terms) {
      if (part instanceof GrowingPart) this.#addGrowing(part, term, { slots, scores });
      else this.#addSealed(part, term, { slots, scores });
    }
    return scores;
  }

  #addSealed(part: SealedPart, term: ScanTerm, { slots, scores }: SlotScores): void {
    const place = part.termOf(term.key);
    if (place < 0) return;
    const lengths = part.columns.length;
    this.#reader.eachAt(part, place, slots, (i, byte) => {
      scores[i]! += term.score(byte, lengths[slots[i]!]!);
    });
  }

  #addGrowing(part: GrowingPart, term: ScanTerm, { slots, scores }: SlotScores): void {
    const id = part.termOf(term.name);
    if (id < 0) return;
    if (this.#postings.length < part.slots) this.#postings = new Int32Array(part.no.column.length);
    const count = part.readPostings(id, this.#postings);
    let at = 0;
    for (const [i, slot] of slots.entries()) {
      while (at < count && this.#postings[at]! >>> 8 < slot) at += 1;
      if (at < count && this.#postings[at]! >>> 8 === slot)
        scores[i]! += term.score(this.#postings[at]! & 255, part.length.column[slot]!);
    }
  }
}

interface SlotScores {
  readonly slots: readonly number[];
  readonly scores: number[];
}
