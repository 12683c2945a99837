import { expect, test } from "bun:test";
import fc from "fast-check";
import { hasPassed } from "../../src/kernel/clock.ts";

test("durations are exact to the millisecond", () => {
  expect([99, 100, 101].map((now) => hasPassed(50, 50, now))).toEqual([false, true, true]);
  expect(hasPassed(15, Number.NEGATIVE_INFINITY, 0)).toBe(true);
});

test("whatever a clock does, no wait exceeds its duration", () => {
  fc.assert(
    fc.property(fc.nat(1e6), fc.array(fc.integer({ min: -1e9, max: 1e9 }), { minLength: 1 }), (wait, jumps) => {
      let now = 1e12;
      for (const jump of jumps) {
        const since = now;
        now += jump;
        expect(hasPassed(wait, since, now) || (jump >= 0 && jump < wait)).toBe(true);
      }
    }),
  );
});
