import { expect, test } from "bun:test";
import { recentlyUsed } from "../../src/kernel/recently-used.ts";

test("what was used longest ago is forgotten, and asking for it is a use", () => {
  const kept = recentlyUsed<number>(2);
  kept.set("a", 1);
  kept.set("b", 2);
  expect(kept.get("a")).toBe(1);
  kept.set("c", 3);
  expect(["a", "b", "c"].map(kept.get)).toEqual([1, undefined, 3]);
});

test("a new value takes the place of the old one", () => {
  const kept = recentlyUsed<number>(2);
  kept.set("a", 1);
  kept.set("b", 2);
  kept.set("a", 3);
  kept.set("c", 4);
  expect(["a", "b", "c"].map(kept.get)).toEqual([3, undefined, 4]);
});
