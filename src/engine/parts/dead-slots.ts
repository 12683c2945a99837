export class DeadSlots {
  #bits: Uint32Array<ArrayBuffer>;
  /** In the order of deletion, so that a reader of the first n reads only the rest. */
  readonly log: number[] = [];

  constructor(slots: number, bits?: Uint32Array) {
    this.#bits = new Uint32Array((slots + 31) >>> 5);
    if (bits === undefined) return;
    this.#bits.set(bits.subarray(0, this.#bits.length));
    for (let word = 0; word < this.#bits.length; word++) {
      for (let left = this.#bits[word]!; left !== 0; left &= left - 1) {
        this.log.push(word * 32 + (31 - Math.clz32(left & -left)));
      }
    }
  }

  get count(): number {
    return this.log.length;
  }

  has(slot: number): boolean {
    return ((this.#bits[slot >>> 5] ?? 0) & (1 << (slot & 31))) !== 0;
  }

  add(slot: number): boolean {
    if (this.has(slot)) return false;
    const word = slot >>> 5;
    if (word >= this.#bits.length) {
      const wider = new Uint32Array(Math.max(word + 1, this.#bits.length * 2));
      wider.set(this.#bits);
      this.#bits = wider;
    }
    this.#bits[word]! |= 1 << (slot & 31);
    this.log.push(slot);
    return true;
  }

  copyBits(slots: number): Uint32Array<ArrayBuffer> {
    const copy = new Uint32Array((slots + 31) >>> 5);
    copy.set(this.#bits.subarray(0, copy.length));
    return copy;
  }

  get byteLength(): number {
    return this.#bits.byteLength + this.log.length * 8;
  }
}
