import { expect, test } from "bun:test";
import fc from "fast-check";
import { editDistance, nearestName } from "../../src/kernel/nearest-name.ts";

test("the nearest name wins, ties go to the earlier, distant ones are ignored", () => {
  const names = ["question", "k", "min_score", "filter", "mode"];
  expect(nearestName("questoin", names)).toBe("question");
  expect(nearestName("MinScore", names)).toBe("min_score");
  expect(nearestName("filters", names)).toBe("filter");
  expect(nearestName("temperature", names)).toBeNull();
  expect(nearestName("ax", ["ab", "ac"])).toBeNull();
  expect(nearestName("abx", ["aby", "abz"])).toBe("aby");
});

test("an edit is one letter more, less, other, or two swapped", () => {
  expect(
    [
      ["", ""],
      ["a", ""],
      ["abc", "abd"],
      ["abc", "acb"],
      ["ca", "abc"],
      ["kitten", "sitting"],
    ].map(([a, b]) => editDistance(a!, b!)),
  ).toEqual([0, 1, 1, 1, 3, 3]);
});

test("distance is symmetric, zero only for the same, and bounded by the longer word", () => {
  const word = fc.string({ unit: fc.constantFrom("a", "b", "c"), maxLength: 7 });
  fc.assert(
    fc.property(word, word, (a, b) => {
      const distance = editDistance(a, b);
      expect(distance).toBe(editDistance(b, a));
      expect(distance === 0).toBe(a === b);
      expect(distance).toBeLessThanOrEqual(Math.max(a.length, b.length));
      expect(distance).toBeGreaterThanOrEqual(Math.abs(a.length - b.length));
    }),
  );
});

test("a long text is near to none, in a moment", () => {
  expect(nearestName("name".repeat(100_000), ["name", "names"])).toBeNull();
});
