import { expect, test } from "bun:test";
import fc from "fast-check";
import { createDenseModel } from "../../src/models/dense-model.ts";
import { readDensePack } from "../../src/models/dense-pack.ts";
import { seededRandom } from "../../src/torture/load/seeded-random.ts";
import { plainDense } from "../support/models/plain-dense.ts";
import { randomDensePack } from "../support/models/random-dense-pack.ts";

const shapes = fc
  .record({
    depth: fc.integer({ min: 1, max: 3 }),
    heads: fc.integer({ min: 1, max: 3 }),
    wideSteps: fc.integer({ min: 1, max: 3 }),
    positions: fc.integer({ min: 3, max: 40 }),
  })
  .map(({ wideSteps, heads, ...shape }) => ({
    ...shape,
    heads,
    width: 32 * heads,
    feedForward: 32 * wideSteps,
    normEpsilon: 1e-12,
  }));
const pieces = new Map(Array.from("abcdefgh", (letter, at) => [letter, -at]));

test("a vector equals the plain arithmetic, for a text of any length", () => {
  fc.assert(
    fc.property(shapes, fc.array(fc.nat(11), { minLength: 1, maxLength: 40 }), fc.integer(), (shape, ids, seed) => {
      const pack = readDensePack(randomDensePack({ shape, pieces }, seededRandom(seed).next));
      const some = ids.slice(0, shape.positions);
      const found = createDenseModel(pack).embed(some);
      const cosine = plainDense(pack)(some).reduce((sum, number, at) => sum + number * found[at]!, 0);
      expect(found).toHaveLength(shape.width);
      expect(Math.hypot(...found)).toBeCloseTo(1, 5);
      expect(cosine).toBeGreaterThan(0.999);
    }),
    { numRuns: 40 },
  );
});

test("a text gets its special pieces, and is cut at the model's limit", () => {
  const shape = { depth: 1, width: 32, heads: 1, feedForward: 32, positions: 6, normEpsilon: 1e-12 };
  const model = createDenseModel(readDensePack(randomDensePack({ shape, pieces }, seededRandom(3).next)));
  expect(model.pieces("")).toEqual([0, 2]);
  expect(model.pieces("abcdefgh")).toEqual([0, 3, 4, 5, 6, 2]);
});
