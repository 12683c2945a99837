/** How much a folder or a site may delete in a day. */
import { expect, test } from "bun:test";
import fc from "fast-check";
import type { SourceId } from "../../src/kernel/ids.ts";
import { allowedInADay, isHeld, judged, type KeeperState } from "../../src/sources/mass-change.ts";

const ids = (from: number, to: number) => Array.from({ length: to - from }, (_, i) => `src_${from + i}` as SourceId);
const nothing: KeeperState = { done: [], held: null };
const hour = 3_600_000;

test("half of a few, five of more, a fifth of many, never more than a hundred", () => {
  const allowed = [0, 1, 3, 4, 6, 10, 22, 25, 26, 40, 100, 400, 10_000].map(allowedInADay);
  expect(allowed).toEqual([2, 2, 2, 2, 3, 5, 5, 5, 5, 8, 20, 80, 100]);
});

test("what was seen outside is held: two steps of 20 of 40, 10 of 22, 25 of 26", () => {
  for (const [lost, kept] of [
    [20, 40],
    [10, 22],
    [25, 26],
  ] as const) {
    const state = judged(nothing, { kind: "deletions", sources: ids(0, lost), kept, at: 0 });
    expect(state).toEqual({
      done: [],
      held: { deletions: ids(0, lost), changes: [], since: 0, confirmedAt: null },
    });
  }
});

test("steps add up over a day, and no longer", () => {
  const first = judged(nothing, { kind: "deletions", sources: ids(0, 5), kept: 40, at: 0 });
  expect(first).toEqual({ done: [{ at: 0, deletions: 5, changes: 0 }], held: null });
  const next = { kind: "deletions", sources: ids(5, 9), kept: 35 } as const;
  expect(isHeld(judged(first, { ...next, at: 23 * hour }), "deletions")).toBe(true);
  expect(isHeld(judged(first, { ...next, at: 24 * hour }), "deletions")).toBe(false);
});

test("a confirmation covers what was held, is not counted, and lasts until nothing of it is wanted", () => {
  const wanted = { kind: "deletions", sources: ids(0, 30), kept: 40 } as const;
  const { held } = judged(nothing, { ...wanted, at: 0 });
  const confirmed: KeeperState = { done: [], held: { ...held!, confirmedAt: hour } };
  const going = judged(confirmed, { ...wanted, at: 2 * hour });
  expect(going).toEqual({ done: [], held: confirmed.held });
  // After an interruption: the rest, and one more.
  const rest = judged(going, { ...wanted, sources: [...ids(20, 30), "src_new" as SourceId], kept: 20, at: 3 * hour });
  expect([isHeld(rest, "deletions"), rest.done]).toEqual([false, [{ at: 3 * hour, deletions: 1, changes: 0 }]]);
  expect(judged(rest, { ...wanted, sources: [], kept: 9, at: 4 * hour }).held).toBeNull();
  const more = judged(confirmed, { ...wanted, sources: ids(0, 40), kept: 40, at: 2 * hour });
  expect(more.held).toMatchObject({ confirmedAt: null, since: 2 * hour });
});

test("deletions and changes are held side by side, since the first", () => {
  const first = judged(nothing, { kind: "changes", sources: ids(0, 9), kept: 20, at: 1 });
  const both = judged(first, { kind: "deletions", sources: ids(9, 18), kept: 20, at: 2 });
  expect(both.held).toEqual({ changes: ids(0, 9), deletions: ids(9, 18), since: 1, confirmedAt: null });
  expect(judged(both, { kind: "changes", sources: [], kept: 20, at: 3 }).held).toMatchObject({ changes: [], since: 1 });
});

test("what was only moved does not count", () => {
  const state = judged(nothing, { kind: "deletions", sources: ids(0, 30), counted: ids(0, 3), kept: 40, at: 0 });
  expect(state).toEqual({ done: [{ at: 0, deletions: 3, changes: 0 }], held: null });
});

test("in a day never more goes than is allowed, whatever the steps", () => {
  const steps = fc.array(fc.tuple(fc.nat(30), fc.nat(2 * hour)), { maxLength: 12 });
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 300 }), steps, (size, all) => {
      let [state, kept, at] = [nothing, size, 0];
      for (const [wish, pause] of all) {
        at += pause;
        const sources = ids(0, Math.min(wish, kept));
        state = judged({ ...state, held: null }, { kind: "deletions", sources, kept, at });
        if (!isHeld(state, "deletions")) kept -= sources.length;
      }
      expect(at < 24 * hour ? size - kept : 0).toBeLessThanOrEqual(allowedInADay(size));
    }),
  );
});
