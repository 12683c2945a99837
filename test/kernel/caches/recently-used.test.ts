import { describe, expect, test } from "bun:test";
import * as fc from "fast-check";
import { type RecentlyUsed, recentlyUsed } from "../../../src/kernel/stores/recently-used.ts";

describe("recentlyUsed", () => {
  test("a new value replaces the old one", () => {
    const kept = recentlyUsed<number>(2);
    kept.set("a", 1);
    kept.set("b", 2);
    kept.set("a", 3);
    expect(["a", "b"].map(kept.get)).toEqual([3, 2]);
  });

  test("deleted and cleared values are gone", () => {
    const kept = recentlyUsed<number>(2);
    for (const [value, name] of ["a", "b", "c"].entries()) kept.set(name, value);
    kept.delete("a");
    kept.delete("c");
    expect(["a", "b", "c"].map(kept.get)).toEqual([undefined, 1, undefined]);
    kept.clear();
    expect(kept.get("b")).toBeUndefined();
  });

  test("a value larger than the limit is not kept, nor is the value that it replaces", () => {
    const kept = recentlyUsed<string>(3, (text) => text.length);
    kept.set("a", "xx");
    kept.set("a", "xxxx");
    expect(kept.get("a")).toBeUndefined();
  });

  test("the values used last are kept up to the limit, and never more than twice the limit", () => {
    /** A name always has the same size: a value that replaces a larger one leaves less than the limit. */
    const use = fc
      .record({ number: fc.integer({ min: 0, max: 20 }), sets: fc.boolean() })
      .map(({ number, sets }) => ({ name: String(number), size: (number % 4) + 1, sets }));
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 12 }), fc.array(use, { maxLength: 80 }), (limit, uses) => {
        const kept = recentlyUsed<number>(limit, (size) => size);
        const model = new Map<string, number>();
        for (const each of uses) useBoth(kept, model, each, limit);
        const recent = namesWithin([...model].reverse(), limit);
        // From the oldest to the youngest, so that looking does not change which are recent.
        expect(recent.toReversed().map(kept.get)).toEqual(recent.toReversed().map((name) => model.get(name)));
        const all = [...model.keys()].map((name) => kept.get(name) ?? 0);
        expect(all.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(2 * limit);
      }),
      { numRuns: 2000 },
    );
  });
});

interface Use {
  readonly name: string;
  readonly size: number;
  readonly sets: boolean;
}

/** @param model the sizes by name, least recently used first. */
function useBoth(kept: RecentlyUsed<number>, model: Map<string, number>, { name, size, sets }: Use, limit: number) {
  if (sets) kept.set(name, size);
  const used = sets ? size : kept.get(name);
  if (used === undefined) return;
  model.delete(name);
  if (used <= limit) model.set(name, used);
}

/** The first names whose sizes add up to the limit at most. */
function namesWithin(sizes: readonly (readonly [string, number])[], limit: number): string[] {
  let total = 0;
  const within = sizes.findIndex(([, size]) => {
    total += size;
    return total > limit;
  });
  return sizes.slice(0, within === -1 ? sizes.length : within).map(([name]) => name);
}
