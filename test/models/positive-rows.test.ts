import { expect, test } from "bun:test";
import fc from "fast-check";
import { type ByteProjection, createByteProjection } from "../../src/models/encoder/byte-projection.ts";
import type { EncoderShape } from "../../src/models/encoder/encoder-shape.ts";
import {
  type Address,
  createModelMemory,
  type Linear,
  type ModelMemory,
} from "../../src/models/encoder/model-memory.ts";
import { createPositiveRows } from "../../src/models/encoder/positive-rows.ts";
import { type Random, seededRandom } from "../../src/torture/load/seeded-random.ts";

const noPack = {
  sections: new Uint8Array(),
  offsetOf: (): number => {
    throw new Error("there is no pack");
  },
};

/** How weights and activations are drawn, from −1 to 1. */
const draws = {
  even: ({ next }: Random) => 2 * next() - 1,
  extreme: ({ chance }: Random) => (chance(0.5) ? -1 : 1),
  alike: () => 1,
  spiky: ({ next, chance }: Random) => (chance(0.03) ? 1 : 0.01 * next()),
  tiny: ({ next }: Random) => 1e-20 * next(),
  nothing: () => 0,
} as const;
type Draw = keyof typeof draws;
const draw = fc.constantFrom(...(Object.keys(draws) as Draw[]));

/** Of an encoder without layers. */
function shapeOf(width: number, positions: number): EncoderShape {
  return {
    depth: 0,
    width,
    heads: 1,
    feedForward: width,
    positions,
    vocabulary: 8,
    normEpsilon: 1e-12,
  };
}

interface Numbers {
  readonly floats: (at: Address, count: number) => Float32Array;
  readonly bytes: (at: Address, count: number) => Int8Array;
}

function randomMatrix(memory: ModelMemory, size: Pick<Linear, "rows" | "width">, one: () => number): Linear {
  const { rows, width } = size;
  const weights = memory.reserve(rows * width);
  const scales = memory.reserve(4 * rows);
  const biases = memory.reserve(4 * rows);
  const { bytes, floats } = numbersIn(memory);
  bytes(weights, rows * width).forEach((_, at, all) => {
    all[at] = Math.round(127.49 * one() - 0.49);
  });
  floats(scales, rows).forEach((_, row, all) => {
    all[row] = 0.001 * (1 + (row % 7));
  });
  return { ...size, weights, scales, biases };
}

function numbersIn({ kernel }: ModelMemory): Numbers {
  return {
    floats: (at, count) => new Float32Array(kernel.memory.buffer, at, count),
    bytes: (at, count) => new Int8Array(kernel.memory.buffer, at, count),
  };
}

/** Each row's largest number over all tokens, with every product computed. */
function largestNumbers(
  memory: ModelMemory,
  projection: ByteProjection,
  matrix: Linear,
  [from, tokens, out]: number[],
) {
  projection.apply(from!, matrix, tokens!, out!);
  const all = numbersIn(memory).floats(out!, tokens! * matrix.rows);
  return Float32Array.from({ length: matrix.rows }, (_, row) =>
    Math.max(...Array.from({ length: tokens! }, (_, token) => all[token * matrix.rows + row]!)),
  );
}

test("all rows with a positive number are found, with their largest number to the bit", () => {
  const cases = fc.record({
    steps: fc.integer({ min: 1, max: 12 }),
    eights: fc.integer({ min: 1, max: 6 }),
    tokens: fc.integer({ min: 1, max: 45 }),
    size: fc.constantFrom(1e-6, 1, 300),
    weights: draw,
    activations: draw,
    seed: fc.integer(),
  });
  fc.assert(
    fc.property(cases, ({ steps, eights, tokens, size, weights, activations, seed }) => {
      const random = seededRandom(seed);
      const [width, rows, positions] = [16 * steps, 8 * eights, 48];
      const shape = shapeOf(width, positions);
      const memory = createModelMemory(noPack);
      const projection = createByteProjection(memory, shape);
      const matrix = randomMatrix(memory, { rows, width }, () => draws[weights](random));
      const from = memory.reserve(4 * positions * width);
      const out = memory.reserve(4 * positions * rows);
      const find = createPositiveRows(memory, shape, projection, matrix);
      const { floats } = numbersIn(memory);
      floats(from, tokens * width).forEach((_, at, all) => {
        all[at] = size * draws[activations](random);
      });
      // Biases close to the largest product, on both sides of it.
      const products = largestNumbers(memory, projection, matrix, [from, tokens, out]);
      floats(matrix.biases, rows).set(
        products.map((product) => -product * (1 + random.pick([0, 1e-7, -1e-7, -1e-4, 1e-4, -0.5, 0.5]))),
      );
      const expected = [...largestNumbers(memory, projection, matrix, [from, tokens, out]).entries()].filter(
        ([, number]) => number > 0,
      );
      const found = find(from, tokens);
      expect([...found.rows].map((row, at) => [row, found.numbers[at]!] as [number, number])).toEqual(expected);
    }),
    { numRuns: 300 },
  );
});

test("a matrix whose sums may not fit is refused", () => {
  const memory = createModelMemory(noPack);
  const shape = shapeOf(1552, 4);
  const matrix = randomMatrix(memory, { rows: 8, width: 1552 }, () => 1);
  expect(() => createPositiveRows(memory, shape, createByteProjection(memory, shape), matrix)).toThrow("1536 columns");
});
