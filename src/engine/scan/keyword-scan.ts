/** For growing parts, and those that the kernel does not take. Adds every posting, so tests compare the kernel with it. */
import type { GrowingPart } from "../parts/growing-part.ts";
import type { IndexPart } from "../parts/part-set.ts";
import { PostingReader } from "../parts/posting-reader.ts";
import type { SealedPart } from "../parts/sealed-part.ts";
import type { TermKey } from "../parts/term-key.ts";
import type { BestHits } from "./best-hits.ts";

const windowSlots = 16_384;

/** Small, because nothing is skipped before the heap is full; each further window is twice as large. */
const firstWindowSlots = 512;

/** Each kind of term gives the posting's byte its own meaning. */
export interface ScanTerm {
  readonly name: string | number;
  readonly key: TermKey;
  readonly family: "word" | "sense";
  readonly weight: number;
  /** Words: by length, at frequency 1. Sense: by the posting's byte. */
  readonly table: Int32Array;
  /** In units of 2⁻¹⁸. @param length of the passage, in terms */
  score(byte: number, length: number): number;
}

export interface Permission {
  permits(group: number): boolean;
  rangesIn(part: SealedPart): readonly (readonly [first: number, last: number])[] | null;
}

export interface Scan {
  readonly terms: readonly ScanTerm[];
  readonly averageLength: number;
  readonly permission: Permission | null;
  readonly sensed: boolean | null;
  readonly best: BestHits;
}

export class ScanSpace {
  readonly #reader = new PostingReader();
  #scores = new Int32Array(0);
  #postings = new Int32Array(0);

  /** @param place of the part, for its hits */
  scanSealed(part: SealedPart, place: number, scan: Scan): void {
    const scores = this.#cleared(part.slots, part.slots);
    for (const term of scan.terms) {
      const found = part.termOf(term.key);
      if (found >= 0) this.#addSealedTerm(part, found, term);
    }
    for (const range of windowsOf(part, scan)) offer(scores, part, place, { scan, range });
  }

  #addSealedTerm(part: SealedPart, place: number, term: ScanTerm): void {
    const [scores, lengths] = [this.#scores, part.columns.length];
    this.#reader.eachBlock(part, place, ({ slots, frequencies, count }) => {
      for (let i = 0; i < count; i++) {
        const slot = slots[i]!;
        scores[slot] = (scores[slot]! + term.score(frequencies[i]!, lengths[slot]!)) | 0;
      }
    });
  }

  scanGrowing(part: GrowingPart, place: number, scan: Scan): void {
    const room = part.no.column.length;
    const scores = this.#cleared(part.slots, room);
    if (this.#postings.length < room) this.#postings = new Int32Array(room);
    for (const term of scan.terms) this.#addGrowingTerm(part, term);
    offer(scores, part, place, { scan, range: { start: 0, end: part.slots } });
  }

  #cleared(slots: number, room: number): Int32Array {
    if (this.#scores.length < slots) this.#scores = new Int32Array(room);
    return this.#scores.fill(0, 0, slots);
  }

  #addGrowingTerm(part: GrowingPart, term: ScanTerm): void {
    const id = part.termOf(term.name);
    if (id < 0) return;
    const count = part.readPostings(id, this.#postings);
    const [scores, postings, table] = [this.#scores, this.#postings, term.table];
    const lengths = part.length.column;
    const isWord = term.family === "word";
    for (let i = 0; i < count; i++) {
      const posting = postings[i]!;
      const slot = posting >>> 8;
      const byte = posting & 255;
      const known = isWord ? (byte === 1 ? table[lengths[slot]!] : undefined) : table[byte];
      scores[slot] = (scores[slot]! + (known ?? term.score(byte, lengths[slot]!))) | 0;
    }
  }
}

interface Offering {
  readonly scan: Scan;
  readonly range: SlotRange;
}

function offer(scores: Int32Array, part: IndexPart, place: number, { scan, range }: Offering): void {
  const { best } = scan;
  const { end } = range;
  let least = best.threshold;
  for (let slot = range.start; slot < end; slot = (slot + 1) | 0) {
    const score = scores[slot]!;
    if (score < least || !mayReturn(part, slot, scan)) continue;
    best.offer({ score, no: part.noAt(slot), part: place, slot });
    least = best.threshold;
  }
}

export function mayReturn(part: IndexPart, slot: number, { permission, sensed }: Scan): boolean {
  if (part.dead.has(slot)) return false;
  if (sensed !== null && part.isSensed(slot) !== sensed) return false;
  return permission === null || permission.permits(part.groupAt(slot));
}

export function* windowsOf(part: SealedPart, { permission, best }: Scan): Generator<SlotRange> {
  const ranges = permission?.rangesIn(part) ?? [[0, part.slots - 1] as const];
  let size = best.isFull ? windowSlots : firstWindowSlots;
  for (const [first, last] of ranges) {
    for (let start = first, end = start; start <= last; start = end) {
      end = Math.min(start + size, last + 1);
      size = Math.min(size * 2, windowSlots);
      yield { start, end };
    }
  }
}

interface SlotRange {
  readonly start: number;
  readonly end: number;
}
