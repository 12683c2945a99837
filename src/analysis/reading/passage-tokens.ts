/** Collects the tokens of one passage after another: numbers in place of terms, in arrays that are used again. */
import type { WordToken } from "../word-token.ts";

export class PassageTokens {
  /** The number of each term. Those of tokens are beside the token, so that few are looked up here. */
  readonly #numbers = new Map<string, number>();
  #owner = {};
  /** By number: the last passage that the term occurred in, and its place among the terms of that passage. */
  #passageOf = new Uint32Array(1024);
  #placeOf = new Uint32Array(1024);
  #passage = 0;
  #tokens = new Uint32Array(256);
  #count = 0;
  #unitStart = 0;
  #halves = 0;
  #end = 0;
  /** The terms of the passage, each once, in the order in which they first occur. */
  #terms: string[] = [];
  #starts: number[] = [];
  readonly #mostTerms: number;

  /** @param mostTerms how many are numbered before all numbers are given again: some 15 MB at most */
  constructor(mostTerms = 131_072) {
    this.#mostTerms = mostTerms;
  }

  beginPassage(): void {
    if (this.#numbers.size > this.#mostTerms || this.#passage === 0xffffffff) this.#forget();
    this.#passage++;
    this.#count = 0;
    this.#terms = [];
    this.#starts = [];
  }

  /** @param start where the unit begins in its passage */
  beginUnit(start: number): void {
    this.#unitStart = start;
    this.#halves = 0;
    this.#end = 0;
  }

  /** @param at where the word begins in the unit */
  readonly take = (token: WordToken, at: number): void => {
    const number = token.owner === this.#owner ? token.id : this.#numberOf(token);
    let place = this.#placeOf[number]!;
    if (this.#passageOf[number] !== this.#passage) {
      place = this.#terms.length;
      this.#passageOf[number] = this.#passage;
      this.#placeOf[number] = place;
      this.#terms.push(token.term);
      this.#starts.push(this.#unitStart + at + token.start);
    }
    if (this.#count === this.#tokens.length) this.#tokens = doubled(this.#tokens);
    this.#tokens[this.#count++] = place * 2 + (token.stop ? 1 : 0);
    const end = at + token.end;
    if (end < this.#end) return;
    this.#halves += at + token.start < this.#end ? 1 : 2;
    this.#end = end;
  };

  /** Of the passage so far. */
  get count(): number {
    return this.#count;
  }

  /**
   * The length of the unit in words. Tokens that overlap those before them (letter pairs, parts of identifiers) count half,
   * and nothing inside a longer one.
   */
  get words(): number {
    return this.#halves / 2;
  }

  /** The terms of the passage and where each first occurs. */
  get terms(): { readonly terms: readonly string[]; readonly starts: readonly number[] } {
    return { terms: this.#terms, starts: this.#starts };
  }

  /** The tokens of the passage: the place of the term, doubled, and one more for a stop word. */
  taken(): Uint32Array {
    return this.#tokens.slice(0, this.#count);
  }

  #numberOf(token: WordToken): number {
    const known = this.#numbers.get(token.term);
    const number = known ?? this.#numbers.size;
    if (known === undefined) {
      this.#numbers.set(token.term, number);
      if (number === this.#passageOf.length) {
        this.#passageOf = doubled(this.#passageOf);
        this.#placeOf = doubled(this.#placeOf);
      }
    }
    token.owner = this.#owner;
    token.id = number;
    return number;
  }

  #forget(): void {
    this.#numbers.clear();
    this.#owner = {};
    this.#passageOf.fill(0);
    this.#passage = 0;
  }
}

function doubled(numbers: Uint32Array<ArrayBuffer>): Uint32Array<ArrayBuffer> {
  const wider = new Uint32Array(numbers.length * 2);
  wider.set(numbers);
  return wider;
}
