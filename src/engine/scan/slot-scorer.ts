import { GrowingPart } from "../parts/growing-part.ts";
import type { IndexPart } from "../parts/part-set.ts";
import type { SealedPart } from "../parts/sealed-part.ts";
import { noPostings } from "./keyword-scan.ts";
import { TermCursor } from "./term-cursor.ts";
import type { ScanTerm } from "./term-scoring.ts";

export class SlotScorer {
  readonly #cursor = new TermCursor();
  #postings = new Int32Array(0);

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
    const cursor = this.#cursor;
    cursor.open(part, place, term.scoringIn(part.columns, 1));
    for (const [i, slot] of slots.entries()) {
      cursor.boundAt(slot);
      scores[i]! += cursor.scoreAt(slot);
    }
  }

  #addGrowing(part: GrowingPart, term: ScanTerm, { slots, scores }: SlotScores): void {
    const id = part.termOf(term.name);
    if (id < 0) return;
    if (this.#postings.length < part.slots) this.#postings = new Int32Array(part.no.column.length);
    const count = part.readPostings(id, this.#postings);
    const scoring = term.scoringIn({ postings: noPostings, length: part.length.column }, 1);
    let at = 0;
    for (const [i, slot] of slots.entries()) {
      while (at < count && this.#postings[at]! >>> 8 < slot) at += 1;
      if (at < count && this.#postings[at]! >>> 8 === slot)
        scores[i]! += scoring.score(this.#postings[at]! & 255, slot);
    }
  }
}

interface SlotScores {
  readonly slots: readonly number[];
  readonly scores: number[];
}
