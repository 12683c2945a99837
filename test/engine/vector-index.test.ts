import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { IndexImage, imageToSnapshot, snapshotToImage } from "../../src/engine/index-image.ts";
import { decodeSnapshot, encodeSnapshot } from "../../src/engine/snapshot.ts";
import { VectorIndex } from "../../src/engine/vector-index.ts";
import { seededRandom } from "../../src/torture/load/seeded-random.ts";

const dimensions = 20;
const vector = fc.array(
  fc.integer({ min: -1000, max: 1000 }).map((n) => n / 1000),
  {
    minLength: dimensions,
    maxLength: dimensions,
  },
);

function cosine(one: readonly number[], other: readonly number[]): number {
  const dot = (a: readonly number[], b: readonly number[]) => a.reduce((sum, value, i) => sum + value * b[i]!, 0);
  return dot(one, other) / Math.sqrt(dot(one, one) * dot(other, other) || 1);
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
        const exact = new Map(asked.map(([passage, row]) => [passage, (1 + cosine(question, row)) / 2]));
        expect(found.map((hit) => hit.no).sort((a, b) => a - b)).toEqual([...exact.keys()].sort((a, b) => a - b));
        for (const { no: passage, score } of found) expect(Math.abs(score - exact.get(passage)!)).toBeLessThan(0.02);
        expect(found.map((hit) => hit.score)).toEqual(found.map((hit) => hit.score).sort((a, b) => b - a));
      }),
      { numRuns: 30 },
    );
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
      [4, 7, 9].map((no) => ({
        no,
        score: index.search([1, 2, 3], null)[0]!.score,
      })),
    );
    expect(index.search([1, 2, 3], null)[0]!.score).toBeCloseTo(1, 4);
  });

  test("refuses a vector of other dimensions", () => {
    expect(() => new VectorIndex(3).add(1, 1, [1, 2])).toThrow(
      new RangeError("a vector of 3 dimensions was expected, not 2"),
    );
  });
});

describe("VectorIndex by signs", () => {
  const numbers = 200;
  const compared = 400;

  /** Vectors around the middles of some topics, which have a part that all share. */
  function clustered(seed: number) {
    const { next } = seededRandom(seed);
    const around = (middle: readonly number[], spread: number) =>
      middle.map((number) => number + spread * (next() - 0.5));
    const middles = Array.from({ length: 30 }, () =>
      around(
        Array.from({ length: numbers }, (_, i) => 1 + Math.cos(i)),
        2,
      ),
    );
    return () => around(middles[Math.floor(next() * middles.length)]!, 2);
  }

  /** The same rows in an index that compares some of them by more than their signs, and in one that compares all. */
  function twins(rows: number) {
    const draw = clustered(3);
    const [some, all] = [
      new VectorIndex(numbers, undefined, compared),
      new VectorIndex(numbers, undefined, Number.POSITIVE_INFINITY),
    ];
    const both = (change: (index: VectorIndex) => void) => [some, all].forEach(change);
    for (let no = 1; no <= rows; no++) {
      const vector = draw();
      both((index) => index.add(no, no % 3, vector));
    }
    return { some, all, both, draw };
  }

  /** Of ten nearest hits with their scores, how many of the others are also among them, in the mean. */
  function recall(
    some: VectorIndex,
    all: VectorIndex,
    ask: () => { question: number[]; permitted: Set<number> | null },
  ) {
    const shares = Array.from({ length: 50 }, () => {
      const { question, permitted } = ask();
      const ten = (index: VectorIndex) =>
        index
          .search(question, permitted)
          .map(({ no, score }) => `${no} ${score}`)
          .slice(0, 10);
      const found = new Set(ten(some));
      return ten(all).filter((hit) => found.has(hit)).length / 10;
    });
    return shares.reduce((sum, share) => sum + share, 0) / shares.length;
  }

  test("finds nearly all of the ten nearest, with a filter too", async () => {
    const { some, all, draw } = twins(4000);
    await Promise.all([some.centre(), all.centre()]);
    for (const permitted of [null, new Set([1, 2])]) {
      expect(recall(some, all, () => ({ question: draw(), permitted }))).toBeGreaterThanOrEqual(0.98);
    }
  });

  test("compares every permitted row by all its bits if there are few", async () => {
    const { some, all, both, draw } = twins(2000);
    await Promise.all([some.centre(), all.centre()]);
    for (let no = 1; no <= 2000; no += 10) {
      const vector = draw();
      both((index) => index.add(no, 7, vector));
    }
    expect(recall(some, all, () => ({ question: draw(), permitted: new Set([7]) }))).toBe(1);
  });

  /** Through a snapshot. */
  async function reopened(index: VectorIndex): Promise<VectorIndex> {
    const fingerprint = { analysis: "a", embedding: "b", sense: null };
    const facts = { fingerprint, revision: 1, passages: index.count };
    const file = Buffer.concat(await encodeSnapshot(imageToSnapshot(new IndexImage([], index.columns()), facts)));
    const { snapshot } = await decodeSnapshot(file, fingerprint);
    return new VectorIndex(numbers, snapshotToImage(snapshot!).vectors!, Number.POSITIVE_INFINITY);
  }

  /** Changes an index by chance, and knows what must be in it. */
  function changed(index: VectorIndex) {
    const draw = clustered(5);
    const { next } = seededRandom(8);
    const live = new Map<number, readonly number[]>();
    let last = 0;
    const add = (no: number) => {
      const vector = draw();
      index.add(no, no % 3, vector);
      live.set(no, vector);
    };
    const remove = (no: number) => {
      index.remove(no);
      live.delete(no);
    };
    const grow = (rows: number) => {
      while (live.size < rows) add(++last);
    };
    const change = () => {
      const [no, kind] = [1 + Math.floor(next() * last), next()];
      if (kind < 0.3) remove(no);
      else add(kind < 0.6 && live.has(no) ? no : ++last);
    };
    const check = (one: VectorIndex) => {
      expect(one.count).toBe(live.size);
      for (let no = 1; no <= last; no += 7) expect(one.has(no)).toBe(live.has(no));
      const question = draw();
      const scoreFor = (vector: readonly number[]) => (1 + cosine(question, vector)) / 2;
      const found = one.search(question, null);
      const errors = found.map(({ no, score }) => Math.abs(score - scoreFor(live.get(no)!)));
      expect(Math.max(0, ...errors)).toBeLessThan(0.004);
      const wanted = [...live.values()].map(scoreFor).toSorted((a, b) => b - a);
      expect(found).toHaveLength(Math.min(100, live.size));
      if (found.length > 0) expect(Math.abs(found.at(-1)!.score - wanted[found.length - 1]!)).toBeLessThan(0.004);
    };
    return { live, grow, change, remove, check };
  }

  test("keeps what is added, replaced and removed, before, while and after rows are centred, and in a snapshot", async () => {
    const index = new VectorIndex(numbers, undefined, Number.POSITIVE_INFINITY);
    const { live, grow, change, remove, check } = changed(index);
    const changes = async (count: number) => {
      for (let i = 0; i < count; i++) {
        change();
        if (i % 50 === 0) await new Promise((resolve) => setImmediate(resolve));
      }
    };
    for (const rows of [1100, 4500]) {
      grow(rows);
      const centring = index.centre();
      await changes(300);
      check(index);
      check(await reopened(index));
      await centring;
      await changes(40);
      check(index);
      check(await reopened(index));
    }
    for (const no of live.keys()) remove(no);
    check(index);
  });

  test("centring that was interrupted goes on, and few rows are not centred", async () => {
    const { some, draw } = twins(1000);
    const isCentred = (index: VectorIndex) => index.columns().centring[1]! > 0;
    await some.centre();
    expect(isCentred(some)).toBe(false);
    for (let no = 1001; no <= 1500; no++) some.add(no, 1, draw());
    const centring = some.centre();
    some.close();
    await centring;
    expect(isCentred(some)).toBe(false);
    await some.centre();
    expect(isCentred(some)).toBe(true);
    expect(some.count).toBe(1500);
  });
});
