/** The words of a unit as its terms. Strings are created only on request. */
import type { PassageReading, ReadingUnit } from "../../../analysis/reading/passage-reading.ts";
import { termAt } from "../../../analysis/reading/placed-terms.ts";

export class UnitWording {
  readonly #reading: PassageReading;
  readonly #first: number;
  readonly #end: number;

  constructor(reading: PassageReading, { firstToken, endToken }: ReadingUnit) {
    this.#reading = reading;
    this.#first = firstToken;
    this.#end = endToken;
  }

  /** Equal for units with the same words, and different for most others: a hash over the lengths and first letters. */
  outline(): number {
    const { terms, tokens } = this.#reading;
    const { starts, ends, endings } = terms;
    let hash = 0;
    for (let i = this.#first; i < this.#end; i++) {
      const place = tokens[i]! >>> 1;
      const length = ends[place]! - starts[place]! + endings[place]!.length;
      hash = (Math.imul(hash, 31) + Math.imul(length, 65_537) + this.#initialOf(place)) | 0;
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

  /** The first UTF-16 unit of a term. */
  #initialOf(place: number): number {
    const { base, starts, ends, endings } = this.#reading.terms;
    const start = starts[place]!;
    return start < ends[place]! ? base.charCodeAt(start) : endings[place]!.charCodeAt(0);
  }
}
