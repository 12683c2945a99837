import { expect, test } from "bun:test";
import { silentLog } from "../../src/kernel/log.ts";
import { createQuestionsFirst } from "../../src/limits/questions-first.ts";
import { createRunner } from "../../src/runner/runner.ts";

/** Documents that have begun, in a world whose timers end when they are told to. */
function waitingDocuments(count: number) {
  let expire: (() => void) | null = null;
  const timers: number[] = [];
  let time = 0;
  const questions = createQuestionsFirst({
    now: () => time,
    startTimer: (milliseconds, callback) => {
      timers.push(milliseconds);
      expire = callback;
      return () => {
        expire = null;
      };
    },
  });
  let begun = 0;
  const begin = () => {
    for (let i = 0; i < count; i++) void questions.giveWay().then(() => (begun += 1));
  };
  return {
    begin,
    ask: async (times: number) => {
      for (let i = 0; i < times; i++) questions.asked();
      await settle();
    },
    expire: async () => {
      expire?.();
      await settle();
    },
    pass: (milliseconds: number) => {
      time += milliseconds;
    },
    begun: () => begun,
    timers,
  };
}

const settle = () => new Promise<void>((resolve) => setImmediate(resolve));

test("documents wait for nobody while nobody asks, or one person now and then", async () => {
  const { begin, ask, begun, timers } = waitingDocuments(3);
  await ask(1);
  begin();
  await settle();
  expect([begun(), timers]).toEqual([3, []]);
});

test("while questions come fast, eight of them pass between two documents", async () => {
  const { begin, ask, begun } = waitingDocuments(2);
  await ask(2);
  begin();
  await settle();
  expect(begun()).toBe(0);
  await ask(5);
  expect(begun()).toBe(0);
  await ask(1);
  expect(begun()).toBe(1);
  await ask(7);
  expect(begun()).toBe(1);
  await ask(1);
  expect(begun()).toBe(2);
});

test("documents that come at once do not slip through between two questions", async () => {
  const { begin, ask, begun } = waitingDocuments(4);
  await ask(20);
  begin();
  await settle();
  expect(begun()).toBe(1); // enough had passed for the first
});

test("nobody waits when the last questions are some time ago", async () => {
  const { begin, ask, begun, pass } = waitingDocuments(4);
  await ask(3);
  pass(50);
  begin();
  await settle();
  expect(begun()).toBe(4);
});

test("a document waits for fifty milliseconds at most", async () => {
  const { begin, ask, expire, begun, timers } = waitingDocuments(1);
  await ask(3);
  begin();
  await settle();
  expect([begun(), timers]).toEqual([0, [50]]);
  await expire();
  expect(begun()).toBe(1);
});

test("a lane gives way after each document, and goes on with the next", async () => {
  const queue = ["a", "b", "c"];
  const done: string[] = [];
  let ways = 0;
  const runner = createRunner({ log: silentLog });
  const lane = runner.add({
    name: "test",
    claim: (most) => queue.splice(0, most),
    work: async (job) => {
      done.push(job);
      return "done";
    },
    afterEach: async () => {
      ways += 1;
    },
    failed: "test.failed",
  });
  runner.start();
  await settle();
  await lane.idle();
  expect({ done, ways }).toEqual({ done: ["a", "b", "c"], ways: 3 });
});
