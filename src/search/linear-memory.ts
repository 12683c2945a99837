/** The linear memory of a WebAssembly kernel: views of it, and copies into it. Addresses in bytes. */

/** Up to this number of elements, copying one by one is faster than creating a view. */
const shortCopy = 48;
const pageBytes = 65_536;

export class LinearMemory {
  readonly #memory: WebAssembly.Memory;
  #views: ReturnType<typeof viewsOf>;

  constructor(memory: WebAssembly.Memory) {
    this.#memory = memory;
    this.#views = viewsOf(memory);
  }

  /** Valid until the memory grows. */
  get views() {
    return this.#views;
  }

  get bytes(): number {
    return this.#views.bytes.length;
  }

  /** Lets the memory grow to this address at least. */
  reserve(end: number): void {
    const missing = end - this.bytes;
    if (missing <= 0) return;
    this.#memory.grow(Math.ceil(missing / pageBytes));
    this.#views = viewsOf(this.#memory);
  }

  copyBytes(at: number, source: Uint8Array, from: number, end: number): void {
    const { bytes } = this.#views;
    if (end - from > shortCopy) bytes.set(source.subarray(from, end), at);
    else for (let i = from; i < end; i++) bytes[at + i - from] = source[i]!;
  }

  /** @param at a multiple of 4 */
  copyWords(at: number, source: Uint32Array | Int32Array, from: number, end: number): void {
    const { words } = this.#views;
    const to = at >> 2;
    if (end - from > shortCopy) words.set(source.subarray(from, end), to);
    else for (let i = from; i < end; i++) words[to + i - from] = source[i]!;
  }
}

const viewsOf = ({ buffer }: WebAssembly.Memory) => ({
  bytes: new Uint8Array(buffer),
  halves: new Uint16Array(buffer),
  words: new Int32Array(buffer),
  doubles: new Float64Array(buffer),
});
