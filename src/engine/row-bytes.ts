/**
 * Numbers of 7 bits (−63 to 63, plus 64) in 112 bytes for each 128, then a factor (f32). Number 16k + j has bits 0–3 in
 * byte 16 · ⌊k / 2⌋ + j (high half if k is odd), bits 4–5 at 64, or 80 from k = 4, by `middleAt`, bit 6 from 96 on.
 */
import { ensureBytes, type VectorKernel } from "./vector-kernel.ts";

export const rowStep = 128;
export const added = 64;
const chunkBytes = 112;
const middleAt = [4, 2, 0, 6];

export class RowBytes {
  readonly bytes: number;
  readonly start: number;
  readonly #kernel: VectorKernel;

  constructor(kernel: VectorKernel, start: number, numbers: number) {
    this.#kernel = kernel;
    this.start = start;
    this.bytes = (numbers / rowStep) * chunkBytes + 4;
  }

  write(row: number, numbers: Int8Array, factor: number): void {
    const bytes = new Uint8Array(this.#kernel.memory.buffer, this.start + row * this.bytes, this.bytes);
    for (let chunk = 0, at = 0; chunk < numbers.length; chunk += rowStep, at += chunkBytes) {
      for (let lane = 0; lane < 16; lane++) {
        let [early, late, sixth] = [0, 0, 0];
        for (let k = 0; k < 4; k++) {
          const one = numbers[chunk + lane + 16 * k]! + added;
          const other = numbers[chunk + lane + 16 * k + 64]! + added;
          early |= ((one >> 4) & 3) << middleAt[k]!;
          late |= ((other >> 4) & 3) << middleAt[k]!;
          sixth |= ((one >> 6) << (6 - k)) | ((other >> 6) << (k < 3 ? 2 - k : 7));
          const low = numbers[chunk + lane + 32 * k]! + added;
          const high = numbers[chunk + lane + 32 * k + 16]! + added;
          bytes[at + lane + 16 * k] = (low & 15) | ((high & 15) << 4);
        }
        bytes[at + lane + 64] = early;
        bytes[at + lane + 80] = late;
        bytes[at + lane + 96] = sixth;
      }
    }
    new DataView(bytes.buffer, bytes.byteOffset).setFloat32(this.bytes - 4, factor, true);
  }

  read(row: number, numbers: Int8Array): number {
    const bytes = new Uint8Array(this.#kernel.memory.buffer, this.start + row * this.bytes, this.bytes);
    for (let i = 0; i < numbers.length; i++) {
      const [at, k] = [(i >> 7) * chunkBytes + (i & 15), (i >> 4) & 7];
      const low = (bytes[at + (k >> 1) * 16]! >> ((k & 1) * 4)) & 15;
      const middle = (bytes[at + (k < 4 ? 64 : 80)]! >> middleAt[k & 3]!) & 3;
      const sixth = (bytes[at + 96]! >> (k < 7 ? 6 - k : 7)) & 1;
      numbers[i] = (low | (middle << 4) | (sixth << 6)) - added;
    }
    return new DataView(bytes.buffer, bytes.byteOffset).getFloat32(this.bytes - 4, true);
  }

  copy(from: number, to: number): void {
    const source = this.start + from * this.bytes;
    new Uint8Array(this.#kernel.memory.buffer).copyWithin(this.start + to * this.bytes, source, source + this.bytes);
  }

  ensure(rows: number): void {
    ensureBytes(this.#kernel, this.start + rows * this.bytes);
  }

  save(rows: number): Uint8Array<ArrayBuffer> {
    return new Uint8Array(this.#kernel.memory.buffer, this.start, rows * this.bytes).slice();
  }

  load(rows: Uint8Array): void {
    ensureBytes(this.#kernel, this.start + rows.length);
    new Uint8Array(this.#kernel.memory.buffer).set(rows, this.start);
  }
}
