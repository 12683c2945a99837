import { expect, test } from "bun:test";
import fc from "fast-check";
import { chunkId, isId, sortableIds } from "../../src/kernel/ids.ts";
import { clockAt, repeatableRandom } from "../support/service.ts";

const instant = Date.parse("2026-11-21T08:00:00.000Z");

test("an id is its prefix and 26 characters without i, l, o and u", () => {
  const ids = sortableIds(clockAt(instant), repeatableRandom());
  expect(ids.mint("source")).toMatch(/^src_[0-9a-hjkmnp-tv-z]{26}$/);
  expect(ids.mint("completion")).toMatch(/^chatcmpl-[0-9a-hjkmnp-tv-z]{26}$/);
});

test("the first ten characters are the time", () => {
  const timeOf = (milliseconds: number) =>
    sortableIds(clockAt(milliseconds), repeatableRandom()).mint("key").slice(4, 14);
  expect([timeOf(0), timeOf(31), timeOf(32), timeOf(2 ** 48 - 1)]).toEqual([
    ...["0000000000", "000000000z", "0000000010", "7zzzzzzzzz"],
  ]);
});

test("ids sort in the order of creation, within a millisecond and when the clock goes back", () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: -3, max: 3 }), { minLength: 1, maxLength: 50 }), fc.nat(), (steps, seed) => {
      const clock = clockAt(instant);
      const ids = sortableIds(clock, repeatableRandom(seed + 1));
      const made = steps.map((step) => {
        clock.advance(step);
        return ids.mint("expert");
      });
      expect(made.toSorted()).toEqual(made);
      expect(new Set(made).size).toBe(made.length);
    }),
  );
});

test("valid ids are recognised", () => {
  const id = sortableIds(clockAt(instant), repeatableRandom()).mint("source");
  expect(isId("source", id)).toBe(true);
  for (const wrong of [
    "",
    "src_",
    id.slice(0, -1),
    `${id}0`,
    id.toUpperCase(),
    id.replace("src_", "exp_"),
    `${id}\n`,
  ]) {
    expect(isId("source", wrong)).toBe(false);
  }
});

test("ids of passages sort like their numbers", () => {
  fc.assert(
    fc.property(fc.nat(2 ** 31), fc.nat(2 ** 31), (a, b) => {
      expect(Math.sign(a - b)).toBe(chunkId(a) < chunkId(b) ? -1 : chunkId(a) > chunkId(b) ? 1 : 0);
    }),
  );
  expect(chunkId(1)).toMatch(/^chk_0{12}1$/);
});
