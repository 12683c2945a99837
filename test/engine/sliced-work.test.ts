import { expect, test } from "bun:test";
import { SlicedWork } from "../../src/engine/parts/sliced-work.ts";

function* counting(steps: number, seen: number[]): Generator<undefined, string> {
  for (let i = 1; i <= steps; i++) {
    seen.push(i);
    yield;
  }
  return "done";
}

test("jobs run in the background, one after another, and report their results", async () => {
  const work = new SlicedWork();
  const seen: number[] = [];
  const results: string[] = [];
  const first = work.add(counting(2, seen), (result) => results.push(`first ${result}`));
  const second = work.add(counting(3, seen), (result) => results.push(`second ${result}`));
  expect(seen).toEqual([]);
  await Promise.all([first, second]);
  expect([seen, results]).toEqual([
    [1, 2, 1, 2, 3],
    ["first done", "second done"],
  ]);
});

test("can be finished at once", () => {
  const work = new SlicedWork();
  const results: string[] = [];
  void work.add(counting(1000, []), (result) => results.push(result));
  work.finishNow();
  expect(results).toEqual(["done"]);
});

test("a dropped job releases its waiters, and does nothing more", async () => {
  const work = new SlicedWork();
  const results: string[] = [];
  const waiting = work.add(counting(5, []), (result) => results.push(result));
  work.cancel();
  await waiting;
  expect(results).toEqual([]);
});

test("a job that fails rejects for its caller, and the next job runs", async () => {
  const work = new SlicedWork();
  const failing = work.add(
    (function* (): Generator<undefined, never> {
      yield;
      throw new Error("no room");
    })(),
    () => undefined,
  );
  const results: string[] = [];
  const next = work.add(counting(1, []), (result) => results.push(result));
  await expect(failing).rejects.toThrow("no room");
  await next;
  expect(results).toEqual(["done"]);
});

test("less urgent work waits until urgent work is done", async () => {
  const urgent = new SlicedWork();
  const work = new SlicedWork(urgent);
  const order: string[] = [];
  const slow = (function* (): Generator<undefined, void> {
    const end = performance.now() + 10;
    while (performance.now() < end) yield;
  })();
  const patient = work.add(counting(1, []), () => order.push("patient"));
  const hasty = urgent.add(slow, () => order.push("urgent"));
  await Promise.all([patient, hasty]);
  expect(order).toEqual(["urgent", "patient"]);
});
