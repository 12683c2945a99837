/** The terms that were judged for a question, found by their letters in a text, without creating a string for each. */
import { letterHash } from "./letter-hash.ts";

/** A power of two. */
const chains = 256;

export class JudgedTerms {
  /** By the hash of its letters: the last term that was added; -1 for none. */
  readonly #last = new Int32Array(chains).fill(-1);
  /** By term: the one that was added before it with the same hash. */
  readonly #before: number[] = [];
  readonly #terms: string[] = [];
  readonly #bearings: number[] = [];

  /** The number that `add` was given with the term `text.slice(start, end)`; -1 if it is not known. */
  find(text: string, start: number, end: number): number {
    let at = this.#last[chainOf(text, start, end)]!;
    while (at >= 0 && !isAt(this.#terms[at]!, text, start, end)) at = this.#before[at]!;
    return at < 0 ? -1 : this.#bearings[at]!;
  }

  add(term: string, bearing: number): void {
    const chain = chainOf(term, 0, term.length);
    this.#before.push(this.#last[chain]!);
    this.#last[chain] = this.#terms.push(term) - 1;
    this.#bearings.push(bearing);
  }
}

const chainOf = (text: string, start: number, end: number) =>
  (letterHash(text, start, end) + end - start) & (chains - 1);

function isAt(term: string, text: string, start: number, end: number): boolean {
  if (term.length !== end - start) return false;
  for (let i = 0; i < term.length; i++) if (term.charCodeAt(i) !== text.charCodeAt(start + i)) return false;
  return true;
}
