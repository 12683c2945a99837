import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { type FoundRevisions, foldChanges, type OpeningPlan, planOpening } from "../../src/memory/recovery.ts";
import type { MemoryChange, PassageRange } from "../../src/memory/row-ports.ts";

const change = (revision: number): MemoryChange => ({
  revision,
  addedGroups: [revision],
  removedGroups: [],
  sensed: [],
});

const cases: readonly (readonly [string, FoundRevisions, OpeningPlan])[] = [
  [
    "nothing anywhere",
    { snapshotRevision: null, unfit: "missing", rowsRevision: 0, changes: null },
    { action: "start_empty" },
  ],
  [
    "rows without a snapshot",
    { snapshotRevision: null, unfit: "missing", rowsRevision: 3, changes: null },
    { action: "rebuild", reason: "missing" },
  ],
  [
    "a damaged snapshot",
    { snapshotRevision: null, unfit: "damaged", rowsRevision: 3, changes: null },
    { action: "rebuild", reason: "damaged" },
  ],
  [
    "a snapshot of another profile",
    { snapshotRevision: null, unfit: "other_profile", rowsRevision: 3, changes: null },
    { action: "rebuild", reason: "other_profile" },
  ],
  [
    "a snapshot of a newer format",
    { snapshotRevision: null, unfit: "newer_format", rowsRevision: 3, changes: null },
    { action: "rebuild", reason: "newer_format" },
  ],
  [
    "a snapshot of the rows' revision",
    { snapshotRevision: 3, unfit: null, rowsRevision: 3, changes: [] },
    { action: "use" },
  ],
  [
    "an older snapshot",
    { snapshotRevision: 2, unfit: null, rowsRevision: 3, changes: [change(3)] },
    { action: "replay", changes: [change(3)] },
  ],
  [
    "an older snapshot that the log does not reach",
    { snapshotRevision: 2, unfit: null, rowsRevision: 30, changes: null },
    { action: "rebuild", reason: "log_too_short" },
  ],
  [
    "a snapshot ahead of the rows",
    { snapshotRevision: 4, unfit: null, rowsRevision: 3, changes: [] },
    { action: "rebuild", reason: "ahead_of_rows" },
  ],
];

describe("planOpening", () => {
  test.each(cases)("%s", (_name, found, plan) => {
    expect(planOpening(found)).toEqual(plan);
  });
});

const range = fc
  .record({ first: fc.integer({ min: 1, max: 30 }), more: fc.nat({ max: 5 }) })
  .map(({ first, more }): PassageRange => ({ first, last: first + more }));

const numbersIn = (ranges: readonly PassageRange[]) =>
  new Set(ranges.flatMap(({ first, last }) => Array.from({ length: last - first + 1 }, (_, i) => first + i)));

describe("foldChanges", () => {
  test("without changes there is nothing to do", () => {
    expect(foldChanges([])).toBeNull();
  });

  test("a group that was added and removed again is only removed", () => {
    const changes = [
      { revision: 5, addedGroups: [1, 2], removedGroups: [], sensed: [] },
      { revision: 6, addedGroups: [3], removedGroups: [1], sensed: [] },
    ];
    expect(foldChanges(changes)).toEqual({ removedGroups: [1], addedGroups: [2, 3], sensed: [], revision: 6 });
  });

  test("a group that was removed and added again is both, and the removal comes first", () => {
    const changes = [{ revision: 5, addedGroups: [1], removedGroups: [1], sensed: [] }];
    expect(foldChanges(changes)).toEqual({ removedGroups: [1], addedGroups: [1], sensed: [], revision: 5 });
  });

  test("consecutive batches of sense are read as one", () => {
    const batch = (first: number, last: number) => ({ ...change(first), addedGroups: [], sensed: [{ first, last }] });
    expect(foldChanges([batch(17, 32), batch(1, 16), batch(30, 40), batch(50, 60)])?.sensed).toEqual([
      { first: 1, last: 40 },
      { first: 50, last: 60 },
    ]);
  });

  test("has the effect of the changes one by one", () => {
    const groups = fc.uniqueArray(fc.integer({ min: 1, max: 8 }));
    const changed = fc.record({
      addedGroups: groups,
      removedGroups: groups,
      sensed: fc.array(range, { maxLength: 4 }),
    });
    fc.assert(
      fc.property(fc.array(changed, { minLength: 1, maxLength: 8 }), groups, (list, before) => {
        const changes = list.map((one, i) => ({ ...one, revision: i + 1 }));
        const apply = (state: ReadonlySet<number>, one: Pick<MemoryChange, "addedGroups" | "removedGroups">) => {
          const removed = new Set(one.removedGroups);
          return new Set([...[...state].filter((group) => !removed.has(group)), ...one.addedGroups]);
        };
        const folded = foldChanges(changes)!;
        const stepwise = changes.reduce(apply, new Set(before));
        expect(apply(new Set(before), folded)).toEqual(stepwise);
        expect(folded.revision).toBe(changes.length);
        expect(numbersIn(folded.sensed)).toEqual(numbersIn(list.flatMap(({ sensed }) => sensed)));
      }),
    );
  });
});
