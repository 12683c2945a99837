/** Keeps the best hits of a scan: a heap with the worst on top. Equal scores go to the smaller passage number. */
export class BestHits {
  readonly #capacity: number;
  readonly #scores: Int32Array;
  readonly #nos: Float64Array;
  readonly #parts: Int32Array;
  readonly #slots: Int32Array;
  #count = 0;

  constructor(capacity: number) {
    this.#capacity = capacity;
    this.#scores = new Int32Array(capacity);
    this.#nos = new Float64Array(capacity);
    this.#parts = new Int32Array(capacity);
    this.#slots = new Int32Array(capacity);
  }

  clear(): void {
    this.#count = 0;
  }

  /** What a score must reach to have a chance; 1 while there is room. */
  get threshold(): number {
    return this.#count < this.#capacity ? 1 : this.#scores[0]!;
  }

  offer(hit: FoundSlot): void {
    if (this.#count < this.#capacity) {
      this.#put(this.#count, hit);
      this.#rise(this.#count++);
      return;
    }
    const worst = this.#scores[0]!;
    if (hit.score < worst || (hit.score === worst && hit.no > this.#nos[0]!)) return;
    this.#put(0, hit);
    this.#sink(0);
  }

  /** Best first. */
  sorted(): FoundSlot[] {
    const hits = Array.from({ length: this.#count }, (_, i) => ({
      score: this.#scores[i]!,
      no: this.#nos[i]!,
      part: this.#parts[i]!,
      slot: this.#slots[i]!,
    }));
    return hits.sort((a, b) => b.score - a.score || a.no - b.no);
  }

  #put(at: number, hit: FoundSlot): void {
    this.#scores[at] = hit.score;
    this.#nos[at] = hit.no;
    this.#parts[at] = hit.part;
    this.#slots[at] = hit.slot;
  }

  #isWorse(one: number, other: number): boolean {
    const difference = this.#scores[one]! - this.#scores[other]!;
    return difference < 0 || (difference === 0 && this.#nos[one]! > this.#nos[other]!);
  }

  #rise(from: number): void {
    let at = from;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if (!this.#isWorse(at, parent)) return;
      this.#swap(at, parent);
      at = parent;
    }
  }

  #sink(from: number): void {
    let at = from;
    for (;;) {
      let worst = at;
      const left = 2 * at + 1;
      if (left < this.#count && this.#isWorse(left, worst)) worst = left;
      if (left + 1 < this.#count && this.#isWorse(left + 1, worst)) worst = left + 1;
      if (worst === at) return;
      this.#swap(at, worst);
      at = worst;
    }
  }

  #swap(one: number, other: number): void {
    for (const column of [this.#scores, this.#nos, this.#parts, this.#slots]) {
      const value = column[one]!;
      column[one] = column[other]!;
      column[other] = value;
    }
  }
}

export interface FoundSlot {
  /** In units of 2⁻¹⁸. */
  readonly score: number;
  readonly no: number;
  /** The part's place in the scan, and the slot in it. */
  readonly part: number;
  readonly slot: number;
}
