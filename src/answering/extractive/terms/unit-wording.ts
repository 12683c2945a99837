/** The words of a unit as its terms. Strings are created only on request. */
import type { PassageReading, ReadingUnit } from "../../../analysis/reading/passage-reading.ts";
import { endingOf, termAt } from "../../../analysis/reading/placed-terms.ts";

/** An outline is made of about so many of a unit's words. */
const outlined = 4;

export class UnitWording {
  readonly #reading: PassageReading;
  readonly #first: number;
  readonly #end: number;

  constructor(reading: PassageReading, { firstToken, endToken }: ReadingUnit) {
    this.#reading = reading;
    this.#first = firstToken;
    this.#end = endToken;
  }

  /**
   * Equal for units with the same words, and different for most others: a hash over the lengths and first letters of some words
   * and the number of all.
   */
  outline(): number {
    const { terms, tokens } = this.#reading;
    const { base, spans } = terms;
    const count = this.#end - this.#first;
    const step = Math.ceil(count / outlined);
    let hash = count;
    for (let i = this.#first; i < this.#end; i += step) {
      const place = tokens[i]! >>> 1;
      const start = spans[2 * place]!;
      const end = spans[2 * place + 1]!;
      const ending = endingOf(terms, place);
      const initial = start < end ? base.charCodeAt(start) : ending.charCodeAt(0);
      hash = (Math.imul(hash, 31) + Math.imul(end - start + ending.length, 65_537) + initial) | 0;
    }
    return hash;
  }

  /** Equal only for units with the same words. */
  text(): string {
    const { terms, tokens } = this.#reading;
    const words: string[] = [];
    for (let i = this.#first; i < this.#end; i++) words.push(termAt(terms, tokens[i]! >>> 1));
    return words.join(" ");
  }
}
