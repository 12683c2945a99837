/** How the postings of a term score: each posting is a slot and a byte, and the family gives the byte its meaning. */
import type { BlockPosition, DecodedBlock } from "../parts/posting-blocks.ts";
import type { TermKey } from "../parts/term-key.ts";

/** A term to scan for, in every part. */
export interface ScanTerm {
  /** Its name in a growing part: a word's text, or the number of an entry of sense. */
  readonly name: string | number;
  /** Its name in a sealed part. */
  readonly key: TermKey;
  /** @param drift how much more than its bound a block may add because the average length has changed since; ≥ 1. */
  scoringIn(columns: ScoredColumns, drift: number): TermScoring;
}

/** The columns of a part that scores depend on. */
export interface ScoredColumns {
  /** Encoded postings; none in a growing part. */
  readonly postings: Uint8Array;
  /** By slot. */
  readonly length: Uint16Array;
}

/** One term in one part. Scores are in units of 2⁻¹⁸. */
export interface TermScoring {
  /** The most that a posting of a block with this peak adds. */
  bound(peak: number): number;
  /** The score of one posting. */
  score(byte: number, slot: number): number;
  /**
   * Adds the postings of a block, as it is encoded, that lie in the window and have not been read, and moves the position
   * on. Returns false, and has done nothing, if the block is not of a common kind.
   */
  addEncoded(position: BlockPosition, window: Window): boolean;
  /** Adds the postings of a decoded block that lie in the window, from the place `at`; returns the place it came to. */
  addDecoded(block: DecodedBlock, at: number, window: Window): number;
}

/** Accumulated scores of a window of slots. */
export interface Window {
  start: number;
  end: number;
  /** By place in the window: slot − start. */
  readonly scores: Int32Array;
  /** The places that were added to, in the order of adding, with repetitions. */
  readonly places: Int32Array;
  /** How many those are. */
  found: number;
  /** Whether places were added to that are not listed: terms of sense occur too often to list them. */
  unlisted: boolean;
  /** Whether places that have no score yet are to be left without. */
  onlyScored: boolean;
}
