/** How postings are scored. A posting is a slot and a byte; each kind of term gives the byte its own meaning. */
import type { BlockPosition, DecodedBlock } from "../parts/posting-blocks.ts";
import type { TermKey } from "../parts/term-key.ts";

export interface ScanTerm {
  readonly name: string | number;
  readonly key: TermKey;
  readonly family: "word" | "sense";
  readonly weight: number;
  /** For a word by length, at frequency 1; for an entry of sense by the posting's byte. */
  readonly table: Int32Array;
  /** @param drift ≥ 1: blocks may exceed their bounds because the average length has changed */
  scoringIn(columns: ScoredColumns, drift: number): TermScoring;
}

export interface ScoredColumns {
  readonly postings: Uint8Array;
  readonly length: Uint16Array;
}

/** One term in one part, in units of 2⁻¹⁸. */
export interface TermScoring {
  bound(peak: number): number;
  score(byte: number, slot: number): number;
  addEncoded(position: BlockPosition, window: ScoreWindow): boolean;
  addDecoded(block: DecodedBlock, at: number, window: ScoreWindow): number;
}

export interface ScoreWindow {
  start: number;
  end: number;
  readonly scores: Int32Array;
  readonly places: Int32Array;
  found: number;
  /** Terms of sense occur too often for a list. */
  unlisted: boolean;
  onlyScored: boolean;
}
