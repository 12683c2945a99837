import { expect, test } from "bun:test";
import { createLane } from "../../src/sources/ingest-lane.ts";

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
  const work = (job: string) => new Promise<"settled">((resolve) => working.set(job, () => resolve("settled")));
  const lane = createLane({ width, claim, work, broke: (error) => broken.push(error), mustLook: () => false });
  return {
    lane,
    broken,
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
  const { lane, working, finish } = laneOver(["a", "b", "c"], 2);
  lane.wake();
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
  const { lane, working, looks, finish } = laneOver(queue, 3);
  lane.wake();
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
  const { lane, looks } = laneOver([], 4);
  lane.wake();
  await settle();
  expect(looks()).toBe(1);
  await lane.idle();
});

test("jobs that arrive while it works are found, with or without a wake", async () => {
  const queue = ["a"];
  const { lane, working, finish } = laneOver(queue, 1);
  lane.wake();
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

test("continues after the queue failed, when it is woken again", async () => {
  const { lane, working, broken, finish } = laneOver(["broken queue", "a"], 1);
  lane.wake();
  await settle();
  expect({ working: working(), broken }).toEqual({ working: [], broken: [new Error("broken queue")] });
  lane.wake();
  await settle();
  expect(working()).toEqual(["a"]);
  await finish("a");
  await lane.idle();
});
