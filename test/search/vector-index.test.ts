import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { IndexImage, imageToSnapshot, snapshotToImage } from "../../src/search/index-image.ts";
import { decodeSnapshot, encodeSnapshot } from "../../src/search/snapshot.ts";
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

describe("VectorIndex with cells", () => {
  const numbers = 64;
  const topics = 30;

  /** Vectors around the centres of some topics. */
  function clustered(seed: number) {
    const { next } = seededRandom(seed);
    const around = (middle: readonly number[], spread: number) =>
      middle.map((number) => number + spread * (next() - 0.5));
    const middles = Array.from({ length: topics }, () =>
      around(
        Array.from({ length: numbers }, () => 0.5),
        2,
      ),
    );
    return () => around(middles[Math.floor(next() * topics)]!, 1.6);
  }

  const nearest = (index: VectorIndex, question: readonly number[]) => index.search(question, null).map(({ no }) => no);

  /** The same rows with cells and without. */
  function twins(rows: number) {
    const draw = clustered(3);
    const [sorted, plain] = [new VectorIndex(numbers, undefined, 500), new VectorIndex(numbers)];
    const both = (change: (index: VectorIndex) => void) => [sorted, plain].forEach(change);
    for (let no = 1; no <= rows; no++) {
      const vector = draw();
      both((index) => index.add(no, no % 3, vector));
    }
    return { sorted, plain, both, draw };
  }

  test("finds nearly all of the ten nearest, and all with a filter", async () => {
    const { sorted, plain, draw } = twins(4000);
    await sorted.sort();
    let same = 0;
    for (let round = 0; round < 50; round++) {
      const question = draw();
      const wanted = nearest(plain, question);
      const found = nearest(sorted, question);
      same += wanted.slice(0, 10).filter((no) => found.slice(0, 10).includes(no)).length;
      expect(sorted.search(question, new Set([1, 2]))).toEqual(plain.search(question, new Set([1, 2])));
    }
    expect(same / 500).toBeGreaterThanOrEqual(0.98);
    expect(sorted.columns().cells?.cellEnd.at(-1)).toBe(4000);
  });

  /** Through a snapshot. */
  async function reopened(index: VectorIndex): Promise<VectorIndex> {
    const fingerprint = { analysis: "a", embedding: "b", sense: null };
    const facts = { fingerprint, revision: 1, passages: index.count };
    const file = Buffer.concat(await encodeSnapshot(imageToSnapshot(new IndexImage([], index.columns()), facts)));
    const { snapshot } = await decodeSnapshot(file, fingerprint);
    return new VectorIndex(numbers, snapshotToImage(snapshot!).vectors!, 500);
  }

  test("keeps what is added, replaced and removed, before, while and after rows are sorted, and in a snapshot", async () => {
    const { sorted, plain, both, draw } = twins(1500);
    const live = new Set(Array.from({ length: 1500 }, (_, i) => i + 1));
    const { next } = seededRandom(8);
    let last = 1500;
    const change = () => {
      const [no, vector, kind] = [1 + Math.floor(next() * last), draw(), next()];
      if (kind < 0.3) {
        both((index) => index.remove(no));
        live.delete(no);
        return;
      }
      if (kind >= 0.6 || !live.has(no)) last += 1;
      const added = kind < 0.6 && live.has(no) ? no : last;
      both((index) => index.add(added, added % 3, vector));
      live.add(added);
    };
    const all = new Set([0, 1, 2]);
    const check = (index: VectorIndex) => {
      expect(index.count).toBe(live.size);
      for (let no = 1; no <= last; no += 7) expect(index.has(no)).toBe(live.has(no));
      for (let round = 0; round < 3; round++) {
        const question = draw();
        expect(index.search(question, all)).toEqual(plain.search(question, all));
        expect(nearest(index, question).every((no) => live.has(no))).toBe(true);
      }
    };
    for (let round = 0; round < 4; round++) {
      const sorting = sorted.sort();
      for (let i = 0; i < 300; i++) {
        change();
        if (i % 50 === 0) await new Promise((resolve) => setImmediate(resolve));
      }
      check(sorted);
      await sorting;
      check(sorted);
      for (let i = 0; i < 40; i++) change();
      check(sorted);
      check(await reopened(sorted));
    }
    const again = await reopened(sorted);
    both((index) => index.remove(last));
    again.remove(last);
    live.delete(last);
    check(again);
  });

  test("few rows have no cells, and closing ends the sorting", async () => {
    const { sorted, draw } = twins(400);
    await sorted.sort();
    expect(sorted.columns().cells).toBeUndefined();
    for (let no = 401; no <= 800; no++) sorted.add(no, 1, draw());
    const sorting = sorted.sort();
    sorted.close();
    await sorting;
    expect(sorted.columns().cells).toBeUndefined();
    expect(sorted.count).toBe(800);
  });
});
