export class BestHits {
  #capacity = 0;
  #count = 0;
  readonly #heap: Int32Array;
  readonly #scores: Int32Array;
  readonly #nos: Float64Array;
  readonly #parts: Int32Array;
  readonly #slots: Int32Array;

  constructor(most: number) {
    this.#heap = new Int32Array(most);
    this.#scores = new Int32Array(most);
    this.#nos = new Float64Array(most);
    this.#parts = new Int32Array(most);
    this.#slots = new Int32Array(most);
  }

  clear(capacity: number): void {
    this.#capacity = capacity;
    this.#count = 0;
  }

  get capacity(): number {
    return this.#capacity;
  }

  get isFull(): boolean {
    return this.#count === this.#capacity;
  }

  get threshold(): number {
    return this.#count < this.#capacity ? 1 : this.#scores[this.#heap[0]!]!;
  }

  offer(hit: FoundSlot): void {
    if (this.#count < this.#capacity) {
      this.#keep(this.#count, hit);
      this.#rise(this.#count++);
      return;
    }
    const worst = this.#heap[0]!;
    if (hit.score < this.#scores[worst]!) return;
    if (hit.score === this.#scores[worst] && hit.no > this.#nos[worst]!) return;
    this.#keep(worst, hit);
    this.#sink(worst);
  }

  sorted(): FoundSlot[] {
    const hits = Array.from({ length: this.#count }, (_, place) => ({
      score: this.#scores[place]!,
      no: this.#nos[place]!,
      part: this.#parts[place]!,
      slot: this.#slots[place]!,
    }));
    return hits.sort((a, b) => b.score - a.score || a.no - b.no);
  }

  #keep(place: number, hit: FoundSlot): void {
    this.#scores[place] = hit.score;
    this.#nos[place] = hit.no;
    this.#parts[place] = hit.part;
    this.#slots[place] = hit.slot;
  }

  #isWorse(one: number, other: number): boolean {
    const difference = this.#scores[one]! - this.#scores[other]!;
    return difference < 0 || (difference === 0 && this.#nos[one]! > this.#nos[other]!);
  }

  #rise(place: number): void {
    const heap = this.#heap;
    let at = place;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if (!this.#isWorse(place, heap[parent]!)) break;
      heap[at] = heap[parent]!;
      at = parent;
    }
    heap[at] = place;
  }

  #sink(place: number): void {
    const heap = this.#heap;
    const count = this.#count;
    let at = 0;
    for (let child = 1; child < count; child = 2 * at + 1) {
      if (child + 1 < count && this.#isWorse(heap[child + 1]!, heap[child]!)) child += 1;
      if (!this.#isWorse(heap[child]!, place)) break;
      heap[at] = heap[child]!;
      at = child;
    }
    heap[at] = place;
  }
}

export interface FoundSlot {
  readonly score: number;
  readonly no: number;
  readonly part: number;
  readonly slot: number;
}
