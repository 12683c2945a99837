/** Of a WebAssembly kernel. Addresses are in bytes. */

const shortCopy = 48;
const pageBytes = 65_536;

const vectorModule = new Uint8Array([0, 0x61, 0x73, 0x6d, 1, 0, 0, 0, 1, 5, 1, 0x60, 0, 1, 0x7b]);

/** On x64, the runtime has WebAssembly vectors only with AVX. */
export function hasVectors(): boolean {
  return WebAssembly.validate(vectorModule);
}

export class LinearMemory {
  readonly #memory: WebAssembly.Memory;
  #views: ReturnType<typeof viewsOf>;

  constructor(memory: WebAssembly.Memory) {
    this.#memory = memory;
    this.#views = viewsOf(memory);
  }

  get views() {
    return this.#views;
  }

  get bytes(): number {
    return this.#views.bytes.length;
  }

  reserve(end: number): void {
    const missing = end - this.bytes;
    if (missing <= 0) return;
    this.#memory.grow(Math.ceil(missing / pageBytes));
    this.#views = viewsOf(this.#memory);
  }

  copyBytes(at: number, source: Uint8Array, from: number, end: number): void {
    const { bytes } = this.#views;
    if (end - from > shortCopy) copyPart.call(source, bytes, at, from, end);
    else for (let i = from; i < end; i++) bytes[at + i - from] = source[i]!;
  }

  copyWords(at: number, source: Uint32Array | Int32Array, from: number, end: number): void {
    const { words } = this.#views;
    const to = at >> 2;
    if (from === 0 && end === source.length) words.set(source, to);
    else if (end - from > shortCopy) words.set(source.subarray(from, end), to);
    else for (let i = from; i < end; i++) words[to + i - from] = source[i]!;
  }
}

/** Without a view, whose creation would take as long as the copy. */
const copyPart: (this: Uint8Array, target: Uint8Array, at: number, from: number, end: number) => number =
  Buffer.prototype.copy;

const viewsOf = ({ buffer }: WebAssembly.Memory) => ({
  bytes: new Uint8Array(buffer),
  halves: new Uint16Array(buffer),
  words: new Int32Array(buffer),
  doubles: new Float64Array(buffer),
});
