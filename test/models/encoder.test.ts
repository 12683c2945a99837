import { expect, test } from "bun:test";
import fc from "fast-check";
import { createByteProjection } from "../../src/models/encoder/byte-projection.ts";
import { createEncoder } from "../../src/models/encoder/encoder.ts";
import type { EncoderShape } from "../../src/models/encoder/encoder-shape.ts";
import { createModelMemory } from "../../src/models/encoder/model-memory.ts";
import { embedFromBytes } from "../../src/models/sense-model.ts";
import { readSensePack } from "../../src/models/sense-pack.ts";
import { createSpladeHead, wordRows } from "../../src/models/splade-head.ts";
import { seededRandom } from "../../src/torture/load/seeded-random.ts";
import { plainEncoder } from "../support/models/plain-encoder.ts";
import { randomPack } from "../support/models/random-pack.ts";

const shapes: fc.Arbitrary<EncoderShape> = fc
  .record({
    depth: fc.integer({ min: 1, max: 3 }),
    heads: fc.integer({ min: 1, max: 3 }),
    headSteps: fc.integer({ min: 1, max: 2 }),
    wideSteps: fc.integer({ min: 1, max: 6 }),
    positions: fc.integer({ min: 1, max: 40 }),
    vocabulary: fc.integer({ min: 1, max: 70 }),
  })
  .map(({ headSteps, wideSteps, heads, ...shape }) => ({
    ...shape,
    heads,
    width: 16 * headSteps * heads,
    feedForward: 16 * wideSteps,
    normEpsilon: 1e-12,
  }));

test("an encoder of any shape equals the plain one, for a text of any length", () => {
  const texts = shapes.chain((shape) =>
    fc.record({
      shape: fc.constant(shape),
      ids: fc.array(fc.nat(shape.vocabulary - 1), { minLength: 1, maxLength: shape.positions }),
      seed: fc.integer(),
    }),
  );
  fc.assert(
    fc.property(texts, ({ shape, ids, seed }) => {
      const pack = readSensePack(randomPack(shape, seededRandom(seed).next));
      const memory = createModelMemory(pack);
      const projection = createByteProjection(memory, shape);
      const encoder = createEncoder(memory, shape, projection, embedFromBytes(memory, wordRows(memory, shape)));
      const { rows, numbers } = createSpladeHead(memory, shape, projection).positive(encoder.states(ids), ids.length);
      const weights = new Float64Array(shape.vocabulary);
      for (const [at, row] of rows.entries()) weights[row] = Math.log1p(numbers[at]!);
      const differences = plainEncoder(pack)(ids).map((weight, entry) => Math.abs(weight - weights[entry]!));
      expect(Math.max(-1, ...rows)).toBeLessThan(shape.vocabulary);
      expect(Math.max(...differences)).toBeLessThan(1e-3);
    }),
    { numRuns: 40 },
  );
});
