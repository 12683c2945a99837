import { expect, test } from "bun:test";
import { silentLog } from "../../src/kernel/log.ts";
import { createRunner } from "../../src/runner/runner.ts";

/** A lane over a list, whose jobs end on request. */
function laneOver(queue: string[], width: number) {
  const working = new Map<string, () => void>();
  const broken: unknown[] = [];
  let looks = 0;
  const claim = (most: number) => {
    looks += 1;
    if (queue[0] === "broken queue") throw new Error(queue.shift());
    return queue.splice(0, most);
  };
  const work = (job: string) => new Promise<"done">((resolve) => working.set(job, () => resolve("done")));
  const rested = Promise.withResolvers<void>();
  const log = { ...silentLog, error: (_event: string, error: unknown) => void broken.push(error) };
  const runner = createRunner({ log, pause: () => rested.promise });
  const lane = runner.add({ name: "test", width, claim, work, failed: "test.failed" });
  return {
    lane,
    /** The first wake. */
    start: runner.start,
    broken,
    /** The rest after a failure ends. */
    rested: rested.resolve,
    looks: () => looks,
    working: () => [...working.keys()],
    finish: async (job: string) => {
      working.get(job)?.();
      working.delete(job);
      await settle();
    },
  };
}

/** Lets everything run that can. */
const settle = () => new Promise<void>((resolve) => setImmediate(resolve));

test("works on as many jobs at once as its width, in order", async () => {
  const { lane, start, working, finish } = laneOver(["a", "b", "c"], 2);
  start();
  expect(working()).toEqual([]); // the caller may be in a transaction
  await settle();
  expect(working()).toEqual(["a", "b"]);
  await finish("b");
  expect(working()).toEqual(["a", "c"]);
  await finish("a");
  await finish("c");
  await lane.idle();
  expect(working()).toEqual([]);
});

test("takes as many jobs at a time as it has places", async () => {
  const queue = ["a", "b", "c", "d"];
  const { lane, start, working, looks, finish } = laneOver(queue, 3);
  start();
  await settle();
  expect([working(), looks()]).toEqual([["a", "b", "c"], 1]);
  await finish("b");
  expect([working(), looks()]).toEqual([["a", "c", "d"], 2]);
  await finish("a");
  queue.push("e", "f");
  lane.wake();
  await finish("d");
  expect(working()).toEqual(["c", "e", "f"]);
  for (const job of working()) await finish(job);
  await lane.idle();
});

test("an empty queue is checked once per wake", async () => {
  const { lane, start, looks } = laneOver([], 4);
  start();
  await settle();
  expect(looks()).toBe(1);
  await lane.idle();
});

test("jobs that arrive while it works are found, with or without a wake", async () => {
  const queue = ["a"];
  const { lane, start, working, finish } = laneOver(queue, 1);
  start();
  await settle();
  queue.push("b");
  lane.wake();
  await settle();
  expect(working()).toEqual(["a"]);
  await finish("a");
  expect(working()).toEqual(["b"]);
  await finish("b");
  queue.push("c");
  lane.wake();
  await settle();
  expect(working()).toEqual(["c"]);
  await finish("c");
  await lane.idle();
});

test("continues by itself after the queue failed, when it has rested", async () => {
  const { lane, start, working, broken, rested, finish } = laneOver(["broken queue", "a"], 1);
  start();
  await settle();
  expect({ working: working(), broken }).toEqual({ working: [], broken: [new Error("broken queue")] });
  lane.wake();
  await settle();
  expect(working()).toEqual([]);
  rested();
  await settle();
  expect(working()).toEqual(["a"]);
  await finish("a");
  await lane.idle();
});
