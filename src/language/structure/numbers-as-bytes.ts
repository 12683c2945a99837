/** LEB128: seven bits a byte, the lowest first. */

export class ByteWriter {
  #bytes = new Uint8Array(256);
  #at = 0;

  number(value: number): void {
    // At most eight bytes for a double.
    if (this.#at + 8 > this.#bytes.length) this.#widen();
    const bytes = this.#bytes;
    let rest = value;
    while (rest >= 128) {
      bytes[this.#at++] = (rest % 128) + 128;
      rest = Math.floor(rest / 128);
    }
    bytes[this.#at++] = rest;
  }

  signed(value: number): void {
    this.number(value < 0 ? -value * 2 - 1 : value * 2);
  }

  fixed(value: number): void {
    if (this.#at + 4 > this.#bytes.length) this.#widen();
    for (let shift = 0; shift < 32; shift += 8) this.#bytes[this.#at++] = (value >>> shift) & 255;
  }

  text(text: string): void {
    this.number(text.length);
    for (let i = 0; i < text.length; i++) this.number(text.charCodeAt(i));
  }

  taken(): Uint8Array {
    return this.#bytes.slice(0, this.#at);
  }

  #widen(): void {
    const wider = new Uint8Array(this.#bytes.length * 2);
    wider.set(this.#bytes);
    this.#bytes = wider;
  }
}

/** Reads zeros beyond the end, and then `isAtEnd` is false. */
export class ByteReader {
  readonly #bytes: Uint8Array;
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  get isAtEnd(): boolean {
    return this.#at === this.#bytes.length;
  }

  number(): number {
    const bytes = this.#bytes;
    const first = bytes[this.#at++] ?? 0;
    if (first < 128) return first;
    let value = first - 128;
    for (let scale = 128; ; scale *= 128) {
      const next = bytes[this.#at++] ?? 0;
      value += (next % 128) * scale;
      if (next < 128) return value;
    }
  }

  signed(): number {
    const value = this.number();
    return value % 2 === 1 ? -(value + 1) / 2 : value / 2;
  }

  fixed(): number {
    let value = 0;
    for (let scale = 1; scale <= 2 ** 24; scale *= 256) value += (this.#bytes[this.#at++] ?? 0) * scale;
    return value;
  }

  text(): string {
    const length = Math.min(this.number(), this.#bytes.length);
    let text = "";
    for (let i = 0; i < length; i++) text += String.fromCharCode(this.number());
    return text;
  }
}
