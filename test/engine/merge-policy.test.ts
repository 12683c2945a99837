import { describe, expect, test } from "bun:test";
import { chooseMerge, chooseMergeAtRest, type PartSize } from "../../src/engine/parts/merge-policy.ts";

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

const atRest: readonly (readonly [string, PartSize[], ReturnType<typeof chooseMergeAtRest>])[] = [
  ["nothing", parts(), null],
  ["one part is as it should be", parts(100), null],
  ["parts alike become one", parts(32_768, 32_768, 32_768, 1_696), { first: 0, end: 4 }],
  ["a large one stays for less than a quarter of it", parts(90_000, 22_499), null],
  ["a large one is rewritten for a quarter of it", parts(90_000, 22_500), { first: 0, end: 2 }],
  ["small ones become one beside a large one", parts(90_000, 100, 90), { first: 1, end: 3 }],
  ["a small one before large ones is taken along", parts(10, 90_000, 80_000), { first: 0, end: 3 }],
];

describe("chooseMergeAtRest", () => {
  test.each(atRest)("%s", (_name, given, choice) => {
    expect(chooseMergeAtRest(given)).toEqual(choice);
  });
});
