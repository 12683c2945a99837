import { contribution, frequencyShare, lengthNorm } from "./bm25.ts";

const tableFrequencies = 16;
/** Passages have up to 280 tokens; Chinese ones with long headings, some thousands of terms. */
export const mostLengths = 8192;

export class ShareTable {
  readonly averageLength: number;
  readonly shares: Float64Array;
  readonly norms: Float64Array;
  readonly stride: number;

  constructor(averageLength: number, longest: number) {
    this.averageLength = averageLength;
    this.stride = Math.min(longest + 1, mostLengths);
    this.shares = new Float64Array(tableFrequencies * this.stride);
    this.norms = new Float64Array(this.stride);
    for (let length = 0; length < this.stride; length++) {
      const norm = lengthNorm(length, averageLength);
      this.norms[length] = norm;
      for (let frequency = 1; frequency < tableFrequencies; frequency++) {
        this.shares[frequency * this.stride + length] = frequencyShare(frequency, norm);
      }
    }
  }

  once(weight: number): Int32Array {
    const { shares, stride } = this;
    const units = new Int32Array(stride);
    for (let length = 0; length < stride; length++) units[length] = contribution(weight, shares[stride + length]!);
    return units;
  }

  shareOf(frequency: number, length: number): number {
    if (frequency < tableFrequencies && length < this.stride) return this.shares[frequency * this.stride + length]!;
    return frequencyShare(frequency, lengthNorm(length, this.averageLength));
  }
}
