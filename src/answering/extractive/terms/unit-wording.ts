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

  /** Equal for units with the same words, and different for most others. */
  outline(): number {
    const count = this.#end - this.#first;
    if (count === 0) return 0;
    return count * 2 ** 32 + this.#initialAt(this.#first) * 2 ** 16 + this.#initialAt(this.#end - 1);
  }

  /** Equal only for units with the same words. */
  text(): string {
    const { terms, tokens } = this.#reading;
    const words: string[] = [];
    for (let i = this.#first; i < this.#end; i++) words.push(termAt(terms, tokens[i]! >>> 1));
    return words.join(" ");
  }

  /** The first UTF-16 unit of the term of a token. */
  #initialAt(token: number): number {
    const { terms, tokens } = this.#reading;
    const { base, starts, ends, endings } = terms;
    const place = tokens[token]! >>> 1;
    const start = starts[place]!;
    return start < ends[place]! ? base.charCodeAt(start) : endings[place]!.charCodeAt(0);
  }
}
