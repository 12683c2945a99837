/** Positions are relative to the word. A counter of terms keeps its number for the term here. */
export interface WordToken {
  readonly term: string;
  readonly start: number;
  readonly end: number;
  readonly stop: boolean;
  /** A token, because a reference would keep the counter in memory. */
  owner: object | null;
  id: number;
}

export class PassageTokens {
  readonly #numbers = new Map<string, number>();
  #owner = {};
  /** By term: the last passage with it, and its place there. */
  #passageOf = new Uint32Array(1024);
  #placeOf = new Uint32Array(1024);
  #passage = 0;
  #tokens = new Uint32Array(256);
  #count = 0;
  #unitStart = 0;
  #halves = 0;
  #end = 0;
  #terms: string[] = [];
  #starts: number[] = [];
  readonly #mostTerms: number;

  /** @param mostTerms after which numbering restarts, at some 15 MB */
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

  beginUnit(start: number): void {
    this.#unitStart = start;
    this.#halves = 0;
    this.#end = 0;
  }

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

  get count(): number {
    return this.#count;
  }

  /** Overlapping tokens count half, tokens inside others not at all. */
  get words(): number {
    return this.#halves / 2;
  }

  get terms(): { readonly terms: readonly string[]; readonly starts: readonly number[] } {
    return { terms: this.#terms, starts: this.#starts };
  }

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
