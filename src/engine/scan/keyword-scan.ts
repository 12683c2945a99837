/**
 * The same result as an exhaustive scan. Windows that cannot reach the worst of the best hits are skipped, and terms
 * that together cannot are only looked up (MaxScore, Turtle and Flood 1995; Ding and Suel, SIGIR 2011).
 */

import type { GrowingPart } from "../parts/growing-part.ts";
import type { IndexPart } from "../parts/part-set.ts";
import type { SealedPart } from "../parts/sealed-part.ts";
import type { BestHits } from "./best-hits.ts";
import { maxQuestionTerms } from "./bm25.ts";
import { chooseOptional } from "./optional-terms.ts";
import { TermCursor } from "./term-cursor.ts";
import type { ScanTerm, ScoreWindow } from "./term-scoring.ts";

const windowSlots = 16_384;

/** Nothing is skipped until the heap is full, so the first window is small; each further one is twice as large. */
const firstWindowSlots = 512;

/** A look-up takes as long as adding so many postings in a row. */
const lookupCost = 12;

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

export const noPostings = new Uint8Array(0);

export class ScanSpace {
  readonly #cursors: TermCursor[] = [];
  /** Without room until a sealed part is scanned. */
  #window = windowOf(0);
  readonly #seen = new Uint8Array(windowSlots);
  readonly #candidates = new Int32Array(windowSlots + 1);
  #growingScores = new Int32Array(0);
  #postings = new Int32Array(0);

  /** @param place how hits name the part. */
  scanSealed(part: SealedPart, place: number, scan: Scan): void {
    const cursors = this.#openCursors(part, scan);
    if (cursors.length === 0) return;
    if (this.#window.scores.length === 0) this.#window = windowOf(windowSlots);
    for (const { start, end } of windowsOf(part, scan)) {
      const optional = chooseOptional(cursors, { start, end, threshold: scan.best.threshold });
      if (optional < 0) continue;
      this.#scanWindow(cursors, optional, { start, end });
      this.#offerWindow(part, place, { scan, optionalCursors: cursors.slice(0, optional) });
    }
  }

  #openCursors(part: SealedPart, scan: Scan): TermCursor[] {
    const drift = Math.max(1, scan.averageLength / part.facts.peakAverage);
    const open: TermCursor[] = [];
    for (const term of scan.terms) {
      const place = part.termOf(term.key);
      if (place < 0) continue;
      const cursor = this.#cursors[open.length] ?? new TermCursor();
      this.#cursors[open.length] = cursor;
      cursor.open(part, place, term.scoringIn(part.columns, drift));
      open.push(cursor);
    }
    return open;
  }

  #scanWindow(cursors: readonly TermCursor[], optional: number, { start, end }: { start: number; end: number }): void {
    const window = this.#window;
    window.start = start;
    window.end = end;
    window.scores.fill(0, 0, end - start);
    window.found = 0;
    window.unlisted = false;
    for (let i = optional; i < cursors.length; i++) cursors[i]!.addTo(window);
  }

  /** Adds the optional terms, strongest first, where a slot can still be among the best. */
  #offerWindow(part: SealedPart, place: number, { scan, optionalCursors }: Offering): void {
    const { scores, start } = this.#window;
    const { best } = scan;
    const waiting = [...optionalCursors];
    let missing = waiting.reduce((sum, cursor) => sum + cursor.bound, 0);
    const strongest = waiting.at(-1);
    if (strongest !== undefined && this.#isQuicker(strongest, this.#touched)) {
      waiting.pop();
      missing -= strongest.bound;
      this.#addToScored(strongest);
    }
    let count = this.#collect(best.threshold - missing);
    for (let cursor = waiting.pop(); cursor !== undefined && count > 0; cursor = waiting.pop()) {
      missing -= cursor.bound;
      count = this.#complete(cursor, count, best.threshold - missing);
    }
    for (let i = 0; i < count; i++) {
      const candidate = this.#candidates[i]!;
      const score = scores[candidate]!;
      if (score < best.threshold) continue;
      const slot = start + candidate;
      if (mayReturn(part, slot, scan)) best.offer({ score, no: part.noAt(slot), part: place, slot });
    }
  }

  get #touched(): number {
    const { unlisted, found, start, end } = this.#window;
    return unlisted ? end - start : found;
  }

  /** Lists the places not below `least`, each once. Without branches it is 3 times as fast. */
  #collect(least: number): number {
    if (this.#window.unlisted) return this.#collectFromAll(Math.max(1, least));
    const { scores, places, found, start, end } = this.#window;
    const candidates = this.#candidates;
    const seen = this.#seen.fill(0, 0, end - start);
    let count = 0;
    for (let i = 0; i < found; i++) {
      const place = places[i]!;
      candidates[count] = place;
      count = (count + (isNotBelow(scores[place]!, least) & (seen[place]! ^ 1))) | 0;
      seen[place] = 1;
    }
    return count;
  }

  #collectFromAll(least: number): number {
    const { scores, start, end } = this.#window;
    const candidates = this.#candidates;
    const size = (end - start) | 0;
    let count = 0;
    for (let place = 0; place < size; place = (place + 1) | 0) {
      candidates[count] = place;
      count = (count + isNotBelow(scores[place]!, least)) | 0;
    }
    return count;
  }

  #complete(cursor: TermCursor, count: number, least: number): number {
    const { scores, start } = this.#window;
    if (this.#isQuicker(cursor, count)) {
      this.#addToScored(cursor);
      return this.#keep(count, least);
    }
    sortAscending(this.#candidates, count);
    let kept = 0;
    for (let i = 0; i < count; i++) {
      const place = this.#candidates[i]!;
      const slot = start + place;
      if (scores[place]! + cursor.boundAt(slot) < least) continue;
      const score = scores[place]! + cursor.scoreAt(slot);
      scores[place] = score;
      if (score >= least) this.#candidates[kept++] = place;
    }
    return kept;
  }

  /** Whether adding all postings in the window is faster than this number of look-ups. */
  #isQuicker(cursor: TermCursor, lookups: number): boolean {
    return lookups * lookupCost > cursor.postingsBefore(this.#window.end);
  }

  #addToScored(cursor: TermCursor): void {
    const window = this.#window;
    const { found } = window;
    window.onlyScored = true;
    cursor.addTo(window);
    window.onlyScored = false;
    window.found = found;
  }

  #keep(count: number, least: number): number {
    const { scores } = this.#window;
    const candidates = this.#candidates;
    let kept = 0;
    for (let i = 0; i < count; i++) {
      const place = candidates[i]!;
      candidates[kept] = place;
      kept = (kept + isNotBelow(scores[place]!, least)) | 0;
    }
    return kept;
  }

  scanGrowing(part: GrowingPart, place: number, scan: Scan): void {
    if (this.#growingScores.length < part.slots) {
      this.#growingScores = new Int32Array(part.no.column.length);
      this.#postings = new Int32Array(part.no.column.length);
    }
    const scores = this.#growingScores;
    scores.fill(0, 0, part.slots);
    for (const term of scan.terms) this.#addGrowingTerm(part, term);
    const { best } = scan;
    let least = best.threshold;
    for (let slot = 0, { slots } = part; slot < slots; slot = (slot + 1) | 0) {
      const score = scores[slot]!;
      if (score < least || !mayReturn(part, slot, scan)) continue;
      best.offer({ score, no: part.noAt(slot), part: place, slot });
      least = best.threshold;
    }
  }

  #addGrowingTerm(part: GrowingPart, term: ScanTerm): void {
    const id = part.termOf(term.name);
    if (id < 0) return;
    const count = part.readPostings(id, this.#postings);
    const scoring = term.scoringIn({ postings: noPostings, length: part.length.column }, 1);
    const [scores, postings, table] = [this.#growingScores, this.#postings, term.table];
    const lengths = term.family === "word" ? part.length.column : null;
    for (let i = 0; i < count; i++) {
      const posting = postings[i]!;
      const slot = posting >>> 8;
      const byte = posting & 255;
      const known = lengths === null ? table[byte] : byte === 1 ? table[lengths[slot]!] : undefined;
      scores[slot] = (scores[slot]! + (known ?? scoring.score(byte, slot))) | 0;
    }
  }
}

const windowOf = (slots: number): ScoreWindow => ({
  start: 0,
  end: 0,
  scores: new Int32Array(slots),
  places: new Int32Array(slots * maxQuestionTerms),
  found: 0,
  unlisted: false,
  onlyScored: false,
});

export function mayReturn(part: IndexPart, slot: number, { permission, sensed }: Scan): boolean {
  if (part.dead.has(slot)) return false;
  if (sensed !== null && part.isSensed(slot) !== sensed) return false;
  return permission === null || permission.permits(part.groupAt(slot));
}

function sortAscending(places: Int32Array, count: number): void {
  for (let i = 1; i < count; i++) {
    if (places[i]! < places[i - 1]!) {
      places.subarray(0, count).sort();
      return;
    }
  }
}

/** 1 if `score` ≥ `least`, else 0. Both must be far from the limits of 32-bit integers. */
function isNotBelow(score: number, least: number): number {
  return ((score - least) >>> 31) ^ 1;
}

interface Offering {
  readonly scan: Scan;
  readonly optionalCursors: readonly TermCursor[];
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
