/** What a sentence has of a question's terms: a byte for each term. Sentences are many, and bytes are compared fastest. */

/** The question's terms, numbered from 0. */
export class TermNumbers {
  readonly #numbers = new Map<string, number>();

  constructor(terms: Iterable<string>) {
    for (const term of terms) if (!this.#numbers.has(term)) this.#numbers.set(term, this.#numbers.size);
  }

  get count(): number {
    return this.#numbers.size;
  }

  /** -1 if the question does not have the term. */
  of(term: string): number {
    return this.#numbers.get(term) ?? -1;
  }
}

/** The sentence has a related term. */
export const related = 1;
/** The sentence has the term itself. */
export const held = 2;

export class TermMarks {
  readonly #numbers: TermNumbers;
  /** `related`, `held` or 0, by the number of the term. */
  readonly row: Uint8Array;

  constructor(numbers: TermNumbers) {
    this.#numbers = numbers;
    this.row = new Uint8Array(numbers.count);
  }

  /** Whether it has a term of the question. */
  holds(term: string): boolean {
    return this.row[this.#numbers.of(term)] === held;
  }

  /** Whether it has a term of the question, or one that is related to it. */
  says(term: string): boolean {
    return (this.row[this.#numbers.of(term)] ?? 0) > 0;
  }

  /** Whether it has a term, or a related one, of which the other sentence has neither. */
  saysMoreThan({ row: other }: TermMarks): boolean {
    return this.row.some((mark, i) => mark > 0 && other[i] === 0);
  }

  hold(number: number): void {
    this.row[number] = held;
  }

  relate(number: number): void {
    if (this.row[number] === 0) this.row[number] = related;
  }

  /** What any of these sentences has. */
  static ofAll(numbers: TermNumbers, sentences: readonly { readonly marks: TermMarks }[]): TermMarks {
    const all = new TermMarks(numbers);
    for (const { marks } of sentences) {
      for (let i = 0; i < all.row.length; i++) all.row[i] = Math.max(all.row[i]!, marks.row[i]!);
    }
    return all;
  }

  /** Takes over what another sentence or heading holds. */
  holdAll({ row: other }: TermMarks): void {
    for (let i = 0; i < other.length; i++) if (other[i] === held) this.row[i] = held;
  }
}
