import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { VectorIndex } from "../../src/search/vector-index.ts";
import { seededRandom } from "../../src/torture/load/seeded-random.ts";

const dimensions = 20;
const vector = fc.array(
  fc.integer({ min: -1000, max: 1000 }).map((n) => n / 1000),
  {
    minLength: dimensions,
    maxLength: dimensions,
  },
);

/** Rounds as the index does: 8 bits a row, 11 a question, each scaled to its greatest number. */
function rounded(values: readonly number[], range: number): number[] {
  const greatest = Math.max(...values.map(Math.abs));
  return greatest === 0 ? values.map(() => 0) : values.map((value) => Math.round((value / greatest) * range));
}

function cosine(one: readonly number[], other: readonly number[]): number {
  const dot = (a: readonly number[], b: readonly number[]) => a.reduce((sum, value, i) => sum + value * b[i]!, 0);
  return dot(one, other) / Math.sqrt(dot(one, one) * dot(other, other) || 1);
}

/** The cosine as the index computes it: of rounded numbers, with the lengths of the vectors themselves. */
function roundedCosine(question: readonly number[], row: readonly number[]): number {
  const factor = (values: readonly number[], range: number) =>
    Math.max(...values.map(Math.abs)) / range / Math.hypot(...values);
  const [q, r] = [rounded(question, 1023), rounded(row, 127)];
  return q.reduce((sum, value, i) => sum + value * r[i]!, 0) * factor(question, 1023) * factor(row, 127);
}

type Step = { readonly add: readonly number[] } | { readonly remove: number };

describe("VectorIndex", () => {
  test("equals an exhaustive search over the live vectors", () => {
    const step: fc.Arbitrary<Step> = fc.oneof(
      { weight: 3, arbitrary: fc.record({ add: vector }) },
      { weight: 1, arbitrary: fc.record({ remove: fc.nat(40) }) },
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), vector, fc.boolean(), (steps, question, filtered) => {
        const index = new VectorIndex(dimensions);
        const live = new Map<number, readonly number[]>();
        let no = 0;
        for (const one of steps) {
          if ("add" in one) {
            no += 1;
            index.add(no, no % 3, one.add);
            live.set(no, one.add);
          } else {
            index.remove(one.remove);
            live.delete(one.remove);
          }
        }
        const permitted = filtered ? new Set([1]) : null;
        const reopened = new VectorIndex(dimensions, index.columns());
        const found = index.search(question, permitted);
        expect(reopened.search(question, permitted)).toEqual(found);

        const asked = [...live].filter(([passage]) => permitted === null || permitted.has(passage % 3));
        const exact = new Map(
          asked.map(([passage, row]) => [passage, (1 + cosine(rounded(question, 1023), rounded(row, 127))) / 2]),
        );
        expect(found.map((hit) => hit.no).sort((a, b) => a - b)).toEqual([...exact.keys()].sort((a, b) => a - b));
        for (const { no: passage, score } of found) expect(Math.abs(score - exact.get(passage)!)).toBeLessThan(0.02);
        expect(found.map((hit) => hit.score)).toEqual(found.map((hit) => hit.score).sort((a, b) => b - a));
      }),
      { numRuns: 30 },
    );
  });

  test("finds the same as an exhaustive search where only few rows are compared by all their bits", () => {
    const numbers = 96;
    const { next } = seededRandom(11);
    const draw = (spread: number) => Array.from({ length: numbers }, (_, i) => Math.cos(i) + spread * (next() - 0.5));
    const rows = Array.from({ length: 3000 }, () => draw(3));
    const index = new VectorIndex(numbers);
    for (const [i, row] of rows.entries()) index.add(i + 1, 1, row);
    for (let i = 0; i < 3; i++) index.remove(500 * i + 1);
    for (let round = 0; round < 20; round++) {
      const question = draw(3);
      const wanted = rows
        .map((row, i) => ({ no: i + 1, cosine: roundedCosine(question, row) }))
        .filter(({ no }) => ![1, 501, 1001].includes(no))
        .toSorted((a, b) => b.cosine - a.cosine)
        .slice(0, 100);
      const found = index.search(question, null);
      expect(new Set(found.map(({ no }) => no))).toEqual(new Set(wanted.map(({ no }) => no)));
    }
  });

  test("takes at most 420 bytes for a passage of 384 numbers", () => {
    const index = new VectorIndex(384);
    const vector = Float32Array.from({ length: 384 }, (_, i) => Math.sin(i));
    for (let no = 1; no <= 15_000; no++) index.add(no, no, vector);
    expect(index.byteLength / index.count).toBeLessThanOrEqual(420);
  });

  test("equal vectors come in the order of their numbers", () => {
    const index = new VectorIndex(3);
    for (const no of [9, 4, 7]) index.add(no, 1, [1, 2, 3]);
    expect(index.search([1, 2, 3], null)).toEqual(
      [4, 7, 9].map((no) => ({ no, score: index.search([1, 2, 3], null)[0]!.score })),
    );
    expect(index.search([1, 2, 3], null)[0]!.score).toBeCloseTo(1, 4);
  });

  test("refuses a vector of other dimensions", () => {
    expect(() => new VectorIndex(3).add(1, 1, [1, 2])).toThrow(
      new RangeError("a vector of 3 dimensions was expected, not 2"),
    );
  });
});
