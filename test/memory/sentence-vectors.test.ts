import { expect, test } from "bun:test";
import fc from "fast-check";
import { areSentences, nearnessOf, sentenceBytes } from "../../src/memory/sentence-vectors.ts";

const unit = (numbers: readonly number[]) => {
  const length = Math.hypot(...numbers) || 1;
  return Float32Array.from(numbers, (number) => number / length);
};

test("sentences keep their places, and the cosine of a vector in four bits is near that of the vector", () => {
  const vector = fc.array(fc.double({ min: -1, max: 1, noNaN: true }), { minLength: 64, maxLength: 64 }).map(unit);
  fc.assert(
    fc.property(fc.array(vector, { maxLength: 5 }), vector, (vectors, question) => {
      const sentences = vectors.map((own, i) => ({ start: 10 * i, end: 10 * i + 9, vector: own }));
      const near = nearnessOf(sentenceBytes(sentences), question);
      expect(near.map(({ start, end }) => [start, end])).toEqual(sentences.map(({ start, end }) => [start, end]));
      for (const [i, { cosine }] of near.entries()) {
        const exact = vectors[i]!.reduce((sum, number, at) => sum + number * question[at]!, 0);
        expect(Math.abs(cosine - exact)).toBeLessThan(0.2);
      }
    }),
  );
});

test("of a random vector in 384 dimensions, the cosine is right to a hundredth", () => {
  const random = (seed: number) => unit(Array.from({ length: 384 }, (_, i) => Math.sin(seed * 1000 + i * i)));
  const bytes = sentenceBytes([{ start: 0, end: 5, vector: random(1) }]);
  expect(bytes).toHaveLength(2 + 8 + 192);
  const exact = random(1).reduce((sum, number, i) => sum + number * random(2)[i]!, 0);
  expect(nearnessOf(bytes, random(2))[0]!.cosine).toBeCloseTo(exact, 2);
  expect(nearnessOf(bytes, random(1))[0]!.cosine).toBeGreaterThan(0.99);
});

test("a passage without sentences has none, and other bytes are damaged", () => {
  const none = sentenceBytes([]);
  expect([areSentences(none), nearnessOf(none, unit([1, 0]))]).toEqual([true, []]);
  const one = sentenceBytes([{ start: 0, end: 5, vector: unit([1, 0, 0, 0]) }]);
  expect([one, one.subarray(1), one.subarray(0, -1), Uint8Array.of(), Uint8Array.of(1)].map(areSentences)).toEqual([
    true,
    false,
    false,
    false,
    false,
  ]);
  expect(nearnessOf(one.subarray(0, -1), unit([1, 0, 0, 0]))).toEqual([]);
  expect(nearnessOf(one, unit([1, 0]))).toEqual([]);
});
