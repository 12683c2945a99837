/** Signs of 16 rows byte by byte, of 16 more, and their scales (f32). Number 16k + j is bit k of byte j; set: minus. */
import { ensureBytes, type VectorKernel } from "./vector-kernel.ts";

export const groupRows = 32;
const lanes = 16;

export class SignGroups {
  readonly width: number;
  readonly bytes: number;
  readonly #kernel: VectorKernel;
  readonly #start: number;

  constructor(kernel: VectorKernel, start: number, numbers: number) {
    this.#kernel = kernel;
    this.#start = start;
    this.width = numbers / 8;
    this.bytes = groupRows * (this.width + 4);
  }

  groupOf(row: number): number {
    return this.#start + Math.floor(row / groupRows) * this.bytes;
  }

  /** @param scale from the product of the signs to an estimate of the row's */
  write(row: number, numbers: Int8Array, scale: number): void {
    const bytes = new Uint8Array(this.#kernel.memory.buffer);
    const at = this.#signsOf(row);
    for (let byte = 0; byte < this.width; byte++) {
      const first = (byte & ~15) * 8 + (byte & 15);
      let signs = 0;
      for (let k = 0; k < 8; k++) signs |= ((numbers[first + 16 * k]! >> 7) & 1) << k;
      bytes[at + byte * lanes] = signs;
    }
    new DataView(bytes.buffer).setFloat32(this.#scaleOf(row), scale, true);
  }

  copy(from: number, to: number): void {
    const bytes = new Uint8Array(this.#kernel.memory.buffer);
    const [source, target] = [this.#signsOf(from), this.#signsOf(to)];
    for (let at = 0; at < this.width * lanes; at += lanes) bytes[target + at] = bytes[source + at]!;
    bytes.copyWithin(this.#scaleOf(to), this.#scaleOf(from), this.#scaleOf(from) + 4);
  }

  ensure(rows: number): void {
    ensureBytes(this.#kernel, this.#end(rows));
  }

  save(rows: number): Uint8Array<ArrayBuffer> {
    return new Uint8Array(this.#kernel.memory.buffer, this.#start, this.#end(rows) - this.#start).slice();
  }

  load(groups: Uint8Array): void {
    ensureBytes(this.#kernel, this.#start + groups.length);
    new Uint8Array(this.#kernel.memory.buffer).set(groups, this.#start);
  }

  #signsOf(row: number): number {
    const inGroup = row % groupRows;
    return this.groupOf(row) + Math.floor(inGroup / lanes) * lanes * this.width + (inGroup % lanes);
  }

  #scaleOf(row: number): number {
    return this.groupOf(row) + groupRows * this.width + (row % groupRows) * 4;
  }

  #end(rows: number): number {
    return this.groupOf(rows + groupRows - 1);
  }
}
