import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { createEncoderKernel } from "../../src/models/encoder/encoder-kernel.ts";
import { seededRandom } from "../../src/torture/load/seeded-random.ts";

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

test("products of floats are summed up in order, for any number of rows", () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 5 }), fc.integer({ min: 1, max: 9 }), fc.integer(), (rows, depth, seed) => {
      const columns = 32;
      const { next } = seededRandom(seed);
      const floats = new Float32Array(kernel.memory.buffer);
      const [left, right, out] = [0, rows * depth, rows * depth + depth * columns];
      for (let at = 0; at < out; at++) floats[at] = next() - 0.5;
      floats.fill(7, out, out + (rows + 1) * columns);
      kernel.multiply(0, 4 * depth, rows, depth, 4 * right, 4 * columns, columns, 4 * out, 4 * columns);
      for (let at = 0; at < rows * columns; at++) {
        let sum = 0;
        for (let i = 0; i < depth; i++) {
          const product =
            floats[left + Math.floor(at / columns) * depth + i]! * floats[right + i * columns + (at % columns)]!;
          sum = Math.fround(sum + Math.fround(product));
        }
        expect(floats[out + at]).toBe(sum);
      }
      expect(floats[out + rows * columns]).toBe(7);
    }),
  );
});

test("products in groups are exact, for any number of tokens", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 9 }),
      fc.integer({ min: 1, max: 3 }),
      fc.integer(),
      (tokens, groups, seed) => {
        const [width, rows] = [32 * groups, 16];
        const { next } = seededRandom(seed);
        const whole = (least: number, most: number) => Math.floor(least + next() * (most - least + 1));
        const { buffer } = kernel.memory;
        const [rounded, matrix, biases, out, spread] = [8192, 24_576, 49_152, 53_248, 65_536];
        // Whole numbers, of which one in each group is 127, are not changed by the rounding: their scale is 1.
        const activations = new Float32Array(buffer, 0, tokens * width).map((_, at) =>
          at % 32 === 3 ? 127 : whole(-127, 127),
        );
        new Float32Array(buffer, 0, activations.length).set(activations);
        const weights = Array.from({ length: rows * width }, () => whole(-8, 7));
        const scales = Array.from({ length: rows * groups }, () => 2 ** whole(-4, 4));
        for (let tile = 0; tile < (rows / 8) * groups; tile++) {
          const [eight, group] = [8 * Math.floor(tile / groups), tile % groups];
          const at = matrix + 160 * tile;
          new Float32Array(buffer, at, 8).set(
            scales.slice(0, 8).map((_, row) => scales[(eight + row) * groups + group]!),
          );
          const bytes = new Uint8Array(buffer, at + 32, 128);
          for (let byte = 0; byte < 128; byte++) {
            const column = 32 * group + 4 * (byte >> 4) + (byte & 3);
            const stored = (row: number) => weights[(eight + row) * width + column]! + 8;
            const row = (byte & 15) >> 2;
            bytes[byte] = stored(row) + 16 * stored(row + 4);
          }
        }
        const bias = new Float32Array(buffer, biases, rows).map((_, row) => row / 4);
        new Float32Array(buffer, biases, rows).set(bias);
        kernel.quantiseGroups(0, width, tokens, rounded);
        kernel.projectGroups(rounded, width, tokens, matrix, biases, rows, out, 4 * rows, spread);
        const expected = Array.from({ length: tokens * rows }, (_, at) => {
          const [token, row] = [Math.floor(at / rows), at % rows];
          let sum = bias[row]!;
          for (let column = 0; column < width; column++) {
            const scale = scales[row * groups + (column >> 5)]!;
            sum += activations[token * width + column]! * weights[row * width + column]! * scale;
          }
          return sum;
        });
        expect([...new Float32Array(buffer, out, tokens * rows)]).toEqual(expected);
      },
    ),
  );
});
