import type { TermKey } from "../parts/term-key.ts";

/** A posting is a slot and a byte; each kind of term gives the byte its own meaning. */
export interface ScanTerm {
  readonly name: string | number;
  readonly key: TermKey;
  readonly family: "word" | "sense";
  readonly weight: number;
  /** For a word by length, at frequency 1; for an entry of sense by the posting's byte. */
  readonly table: Int32Array;
  /** In units of 2⁻¹⁸. @param length of the passage, in terms */
  score(byte: number, length: number): number;
}
