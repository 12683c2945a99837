import { describe, expect, test } from "bun:test";
import { changesFrom, revisionsOfCount } from "../../src/memory/change-log.ts";

const rows = (...revisions: readonly number[]) =>
  revisions.map((revision) => ({ revision, versionNo: revision, added: true }));

/** The revisions of the changes; null if the log does not continue the given one. */
function continued(log: readonly number[], after: number): readonly number[] | null {
  return changesFrom(rows(...log), [], { after, newest: log.at(-1) ?? 0 })?.map(({ revision }) => revision) ?? null;
}

describe("revisions that are counted up by one", () => {
  test("are continued without a gap", () => {
    expect([continued([3, 4, 5], 2), continued([4, 5], 2), continued([], 0)]).toEqual([[3, 4, 5], null, []]);
  });

  test("that begin in a data folder go on in a shared database", () => {
    const [shared, next] = [revisionsOfCount + 7, 2 * revisionsOfCount];
    expect(continued([56, 57, shared], 57)).toEqual([shared]);
    expect(continued([56, 57, shared, next], 56)).toEqual([57, shared, next]);
    // A data folder goes on from there by one again.
    expect(continued([next, next + 1, 3 * revisionsOfCount + 5], next + 1)).toEqual([3 * revisionsOfCount + 5]);
  });
});

test("a revision may change nothing that is searched: its range is empty", () => {
  const ranges = [
    { revision: 3, first: 0, last: -1 },
    { revision: 4, first: 7, last: 8 },
  ];
  const changes = changesFrom(rows(2), ranges, { after: 1, newest: 4 });
  expect(changes?.map(({ revision, sensed }) => [revision, sensed])).toEqual([
    [2, []],
    [3, []],
    [4, [{ first: 7, last: 8 }]],
  ]);
});

describe("revisions with a random part", () => {
  const at = (count: number, random: number) => count * revisionsOfCount + random;

  test("are continued by the next count", () => {
    expect(continued([at(1, 9), at(2, 3)], at(1, 9))).toEqual([at(2, 3)]);
    expect(continued([at(1, 9)], 0)).toEqual([at(1, 9)]);
    // The log was truncated: nothing is known of this count.
    expect(continued([at(2, 3)], at(1, 9))).toEqual([at(2, 3)]);
    expect(continued([at(3, 3)], at(1, 9))).toBeNull();
  });

  test("are not continued by a history in which the same count was another change", () => {
    for (const other of [3, 20]) {
      expect(continued([at(1, other)], at(1, 9))).toBeNull();
      expect(continued([at(1, other), at(2, 3)], at(1, 9))).toBeNull();
    }
  });
});
