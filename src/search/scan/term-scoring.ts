/** How the postings of a term are scored. A posting is a slot and a byte; each kind of term gives the byte its own meaning. */
import type { BlockPosition, DecodedBlock } from "../parts/posting-blocks.ts";
import type { TermKey } from "../parts/term-key.ts";

/** A term to scan for, in every part. */
export interface ScanTerm {
  /** Its name in a growing part: a word's text, or the number of an entry of sense. */
  readonly name: string | number;
  /** Its name in a sealed part. */
  readonly key: TermKey;
  readonly family: "word" | "sense";
  /** The most that it can add, in units; 0 for an entry of sense, whose table has it. */
  readonly weight: number;
  /** Scores: for a word, of frequency 1 by the passage's length; for an entry of sense, by a posting's byte. */
  readonly table: Int32Array;
  /** @param drift factor by which a block may exceed its bound because the average length has changed since; ≥ 1. */
  scoringIn(columns: ScoredColumns, drift: number): TermScoring;
}

/** The columns of a part that are needed for scoring. */
export interface ScoredColumns {
  /** Encoded postings; empty in a growing part. */
  readonly postings: Uint8Array;
  /** By slot. */
  readonly length: Uint16Array;
}

/** One term in one part. Scores are in units of 2⁻¹⁸. */
export interface TermScoring {
  /** The greatest amount that a posting of a block with this peak adds. */
  bound(peak: number): number;
  /** The score of one posting. */
  score(byte: number, slot: number): number;
  /**
   * Adds those postings of an encoded block that lie in the window and have not been read, and advances the position. Does
   * nothing and returns false if the block is not of a common kind.
   */
  addEncoded(position: BlockPosition, window: Window): boolean;
  /** Adds the postings of a decoded block that lie in the window, starting at `at`; returns the new position. */
  addDecoded(block: DecodedBlock, at: number, window: Window): number;
}

/** Accumulated scores of a window of slots. */
export interface Window {
  start: number;
  end: number;
  /** Indexed by the place in the window: slot − start. */
  readonly scores: Int32Array;
  /** The places that were added to, in order, with repetitions. */
  readonly places: Int32Array;
  /** Their number. */
  found: number;
  /** Whether some added places are not listed: terms of sense occur too often for a list. */
  unlisted: boolean;
  /** Whether places without a score are left without one. */
  onlyScored: boolean;
}
