/** The WebAssembly kernel of the vector index, assembled from dot-kernel.wat; a test assembles it again and compares. */

/** `bun test/support/assemble-kernel.ts orama/dot-kernel` prints this. */
export const dotKernelBase64 =
  "AGFzbQEAAAABCQFgBX9/f39/AAMCAQAFAwEAAQcUAgZtZW1vcnkCAAdkb3RSb3dzAAAKmQEBlgECAn8CewNA/QwAAAAAAAAAAAAAAAAAAAAAIQggAyEGIAAgAmohBQNAIAD9AAQAIQcgCCAH/YcBIAb9AAQA/boBIAf9iAEgBv0ABBD9ugH9rgH9rgEhCCAGQSBqIQYgAEEQaiIAIAVJDQALIAQgCP0bACAI/RsBaiAI/RsCIAj9GwNqajYCACAEQQRqIQQgACABSQ0ACws=";

/** Rows are this many numbers long, or a multiple. */
export const rowStep = 16;

export interface DotKernel {
  readonly memory: WebAssembly.Memory;
  /**
   * Writes the dot product of each row with the vector to `out`, 32 bits each.
   * Addresses in bytes: rows of `size` signed bytes from `row` to before `end`, the vector of `size` signed 16-bit numbers.
   */
  dotRows(row: number, end: number, size: number, vector: number, out: number): void;
}

/** A kernel with a memory of its own, 64 KiB at first. */
export function createDotKernel(): DotKernel {
  const module = new WebAssembly.Module(Uint8Array.fromBase64(dotKernelBase64));
  // The module's exports are what dot-kernel.wat declares.
  return new WebAssembly.Instance(module).exports as unknown as DotKernel;
}
