import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { createEncoderKernel } from "../../src/encoder/encoder-kernel.ts";

const kernel = createEncoderKernel();
const number = fc.double({ min: -30, max: 30, noNaN: true });

/** Writes the numbers to the start of the kernel's memory, runs it, and returns the numbers there. */
function inPlace(numbers: readonly number[], work: (bytes: number) => void): readonly number[] {
  const floats = new Float32Array(kernel.memory.buffer, 0, numbers.length);
  floats.set(numbers);
  work(4 * numbers.length);
  return [...floats];
}

describe("within the error of 32 bits", () => {
  test("GELU is x·Φ(x)", () => {
    // Φ for a few x, from the tables of the normal distribution.
    const table = new Map([
      ...([
        [-4, 0.0000316712],
        [-2, 0.0227501319],
        [-1, 0.1586552539],
        [-0.5, 0.3085375387],
      ] as const),
      ...([
        [0, 0.5],
        [0.25, 0.5987063257],
        [1, 0.8413447461],
        [1.5, 0.9331927987],
        [3, 0.998650102],
      ] as const),
      ...([
        [12, 1],
        [-12, 0],
        [-30, 0],
      ] as const),
    ]);
    const found = inPlace([...table.keys()], (bytes) => kernel.gelu(0, bytes));
    for (const [at, [x, share]] of [...table].entries()) expect(Math.abs(found[at]! - x * share)).toBeLessThan(1e-6);
  });

  test("softmax is a distribution in the ratio of the exponentials", () => {
    fc.assert(
      fc.property(fc.array(number, { minLength: 1, maxLength: 21 }), (scores) => {
        const filled = [...scores, ...Array<number>((4 - (scores.length % 4)) % 4).fill(7)];
        const found = inPlace(filled, (bytes) => kernel.softmax(0, 1, bytes, scores.length, 0.25));
        const powers = scores.map((score) => Math.exp(Math.fround(score) / 4));
        const total = powers.reduce((sum, power) => sum + power, 0);
        for (const [at, share] of found.entries()) {
          expect(Math.abs(share - (powers[at] ?? 0) / total)).toBeLessThan(2e-6);
        }
      }),
    );
  });

  test("a normalised token has mean 0 and variance 1 before gain and shift", () => {
    const [token, gain, shift] = [[3, -1, 4, 10, -5, 9, 2, 6], Array<number>(8).fill(2), Array<number>(8).fill(1)];
    const found = inPlace([...token, ...gain, ...shift], () => kernel.normalise(0, 8, 1, 32, 64, 0)).slice(0, 8);
    const mean = token.reduce((sum, x) => sum + x, 0) / 8;
    const deviation = Math.sqrt(token.reduce((sum, x) => sum + (x - mean) ** 2, 0) / 8);
    for (const [at, x] of token.entries()) expect(found[at]!).toBeCloseTo((2 * (x - mean)) / deviation + 1, 5);
  });
});

test("sums as large as 32 bits allow are exact: of many columns, activations are rounded to less", () => {
  // 8 rows of ones at full weight, one token of ones.
  const [width, rows] = [1024, 8];
  const [numbers, scales, weights, out] = [8192, 16_384, 16_448, 32_000];
  const { buffer } = kernel.memory;
  new Float32Array(buffer, 0, width).fill(1);
  new Int8Array(buffer, weights, rows * width).fill(127);
  new Float32Array(buffer, 24_640, 16).fill(1, 0, 8).fill(0, 8);
  const limit = Math.floor((2 ** 31 - 1) / (127 * width));
  kernel.quantise(0, width, 1, limit, numbers, scales);
  kernel.project(numbers, scales, width, 1, weights, 24_640, 24_672, rows, out, 4 * rows);
  expect([...new Float32Array(buffer, out, rows)]).toEqual(Array<number>(rows).fill(127 * width));
});
