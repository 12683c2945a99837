import { expect, test } from "bun:test";
import { paced } from "../../src/kernel/timer.ts";

/** Paced work in a world whose timers end when they are told to. */
function world() {
  const timers: (() => void)[] = [];
  let runs = 0;
  const ask = paced(
    () => (runs += 1),
    5,
    (milliseconds, callback) => {
      expect(milliseconds).toBe(5);
      timers.push(callback);
      return () => undefined;
    },
  );
  return { ask, runs: () => runs, rest: () => timers.shift()?.() };
}

test("the first call runs at once, and those while it rests run once, afterwards", () => {
  const { ask, runs, rest } = world();
  ask();
  expect(runs()).toBe(1);
  for (let i = 0; i < 3; i++) ask();
  expect(runs()).toBe(1);
  rest();
  expect(runs()).toBe(2);
  rest();
  expect(runs()).toBe(2);
  ask();
  expect(runs()).toBe(3);
});
