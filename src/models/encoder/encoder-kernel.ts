import { readFileSync } from "node:fs";
import assembled from "./encoder-kernel.wasm" with { type: "file" };

/** Rows of a tile, the divisor of columns, and tokens of a block. */
export const rowsAtOnce = 8;
export const columnStep = 16;
export const tokensAtOnce = 4;
export const groupColumns = 32;
export const groupTileBytes = 160;

export interface EncoderKernel {
  readonly memory: WebAssembly.Memory;
  quantise(from: number, width: number, tokens: number, limit: number, to: number, scales: number): void;
  project(
    ...product: [
      ...activations: [from: number, scales: number, width: number, tokens: number],
      ...matrix: [weights: number, rowScales: number, biases: number, rows: number],
      ...result: [out: number, stride: number],
    ]
  ): void;
  measureRows(weights: number, width: number, rows: number, rowScales: number, starts: number, lengths: number): number;
  roundToUnit(
    ...rounding: [
      ...activations: [from: number, width: number, tokens: number],
      ...limits: [limit: number, greatestQuarter: number],
      ...result: [to: number, errors: number],
    ]
  ): void;
  raiseBounds(
    ...product: [
      ...activations: [from: number, fours: number],
      ...matrix: [weights: number, starts: number, width: number, rows: number],
      ...result: [sums: number],
    ]
  ): void;
  positiveRows(
    ...product: [
      ...activations: [from: number, scales: number, width: number, tokens: number],
      ...matrix: [weights: number, rowScales: number, biases: number, rows: number],
      ...bounds: [sums: number, lengths: number, errors: number],
      ...result: [eight: number, found: number, numbers: number],
    ]
  ): number;
  quantiseGroups(from: number, width: number, tokens: number, to: number): void;
  projectGroups(
    ...product: [
      ...activations: [from: number, width: number, tokens: number],
      ...matrix: [groups: number, biases: number, rows: number],
      ...result: [out: number, stride: number, spread: number],
    ]
  ): void;
  add(to: number, from: number, bytes: number): void;
  normalise(at: number, width: number, tokens: number, gain: number, shift: number, epsilon: number): void;
  gelu(at: number, bytes: number): void;
  softmax(at: number, rows: number, stride: number, count: number, scale: number): void;
  transpose(from: number, stride: number, rows: number, columns: number, to: number, toStride: number): void;
  multiply(
    ...product: [
      ...left: [a: number, aStride: number, rows: number, depth: number],
      ...right: [b: number, bStride: number, columns: number],
      ...result: [out: number, outStride: number],
    ]
  ): void;
}

export function createEncoderKernel(): EncoderKernel {
  const module = new WebAssembly.Module(readFileSync(assembled));
  return new WebAssembly.Instance(module).exports as unknown as EncoderKernel;
}
