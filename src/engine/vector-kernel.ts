import { readFileSync } from "node:fs";
import assembled from "./vector-kernel.wasm" with { type: "file" };

const pageBytes = 65_536;
const growth = 1 / 256;

export interface VectorKernel {
  readonly memory: WebAssembly.Memory;
  fetchPages(at: number, end: number, stride: number): number;
  /** As in the kernel: 32-bit floats to `out`. */
  estimateRows(
    signs: number,
    width: number,
    tables: number,
    step: number,
    base: number,
    scales: number,
    out: number,
  ): void;
  /** As in the kernel; the first group begins with row `row`. @param space for 32 estimates */
  pickRows(
    group: number,
    groups: number,
    width: number,
    tables: number,
    step: number,
    base: number,
    least: number,
    row: number,
    space: number,
    rows: number,
  ): number;
  /** As in the kernel. @param total 64 times the sum of the 16-bit numbers */
  multiplyRows(
    rows: number,
    count: number,
    first: number,
    bytes: number,
    question: number,
    total: number,
    out: number,
  ): void;
}

/** Compiled once; each has its own memory, 256 KiB at first. */
export function createVectorKernels(): { readonly signs: VectorKernel; readonly rows: VectorKernel } {
  const module = new WebAssembly.Module(readFileSync(assembled));
  const instance = () => new WebAssembly.Instance(module).exports as unknown as VectorKernel;
  return { signs: instance(), rows: instance() };
}

export function ensureBytes({ memory }: VectorKernel, needed: number): void {
  const held = memory.buffer.byteLength;
  if (needed > held) memory.grow(Math.ceil((Math.max(needed, held * (1 + growth)) - held) / pageBytes));
}
