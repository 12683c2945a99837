import { describe, expect, test } from "bun:test";
import { chooseMerge, type PartSize } from "../../src/search/parts/merge-policy.ts";

const parts = (...sizes: (number | readonly [slots: number, dead: number])[]): PartSize[] =>
  sizes.map((size) => {
    const [slots, dead] = typeof size === "number" ? [size, 0] : size;
    return { slots, dead: { count: dead } };
  });

const cases: readonly (readonly [string, PartSize[], ReturnType<typeof chooseMerge>])[] = [
  ["nothing is due with few parts", parts(8192, 8192, 8192), null],
  ["four alike are merged", parts(8192, 8192, 8192, 8192), { first: 0, end: 4 }],
  ["a large one is left alone for four small neighbours", parts(90_000, 100, 90, 80, 100), { first: 1, end: 5 }],
  ["a large one is not rewritten for three small ones", parts(90_000, 100, 90, 80), null],
  ["a quarter dead is rewritten", parts(8192, [1000, 251]), { first: 1, end: 2 }],
  ["a few dead are carried along", parts([1000, 250], [10, 9]), null],
];

describe("chooseMerge", () => {
  test.each(cases)("%s", (_name, given, choice) => {
    expect(chooseMerge(given)).toEqual(choice);
  });

  test("keeps parts and rewriting few for passages of any length", () => {
    let sizes: number[] = [];
    let rewritten = 0;
    for (let i = 0; i < 1_000; i++) {
      sizes.push(1 + (i % 3));
      for (let choice = chooseMerge(parts(...sizes)); choice !== null; choice = chooseMerge(parts(...sizes))) {
        const total = sizes.slice(choice.first, choice.end).reduce((sum, size) => sum + size, 0);
        sizes = sizes.toSpliced(choice.first, choice.end - choice.first, total);
        rewritten += total;
      }
      expect(sizes.length).toBeLessThanOrEqual(24);
    }
    expect(rewritten).toBeLessThan(2_000 * 8);
  });
});
