/** Work that waits for questions, and for documents, in a world whose time passes only when it is told to. */
import { expect, test } from "bun:test";
import { silentLog } from "../../src/kernel/log.ts";
import { afterQuestions, betweenQuestions } from "../../src/runner/courtesy.ts";
import type { JobKind } from "../../src/runner/job-kind.ts";
import { createRunner } from "../../src/runner/runner.ts";

const settle = () => new Promise<void>((resolve) => setImmediate(resolve));

function world() {
  let time = 0;
  let waits: { readonly end: number; readonly milliseconds: number; readonly over: () => void }[] = [];
  const paused: number[] = [];
  const runner = createRunner({
    log: silentLog,
    now: () => time,
    pause: (milliseconds, signal) => {
      paused.push(milliseconds);
      const { promise, resolve } = Promise.withResolvers<void>();
      waits.push({ end: time + milliseconds, milliseconds, over: resolve });
      signal.addEventListener("abort", () => resolve());
      return promise;
    },
  });
  return {
    runner,
    paused,
    ask: async (times: number) => {
      for (let i = 0; i < times; i++) runner.asked();
      await settle();
    },
    pass: async (milliseconds: number) => {
      for (const end = time + milliseconds; time < end; await settle()) {
        time += 1;
        for (const { over } of waits.filter((wait) => wait.end <= time)) over();
        waits = waits.filter((wait) => wait.end > time);
      }
    },
  };
}

/** Documents that have begun. */
function waitingDocuments(count: number) {
  const { runner, ...rest } = world();
  const giveWay = runner.questionsFirst(betweenQuestions);
  let begun = 0;
  const wait = async () => {
    await giveWay();
    begun += 1;
  };
  const begin = async () => {
    for (let i = 0; i < count; i++) void wait();
    await settle();
  };
  return { ...rest, begin, begun: () => begun };
}

test("documents wait for nobody while nobody asks, or one person now and then", async () => {
  const { begin, ask, begun, paused } = waitingDocuments(3);
  await ask(1);
  await begin();
  expect([begun(), paused]).toEqual([3, []]);
});

test("while questions come fast, eight of them pass between two documents", async () => {
  const { begin, ask, begun } = waitingDocuments(2);
  await ask(2);
  await begin();
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
  await begin();
  expect(begun()).toBe(1); // enough had passed for the first
});

test("nobody waits when the last questions are some time ago, or no more come", async () => {
  const { begin, ask, begun, pass } = waitingDocuments(2);
  await ask(3);
  await pass(50);
  await begin();
  expect(begun()).toBe(2);
  await ask(3);
  await pass(20);
  await begin();
  await pass(29);
  expect(begun()).toBe(2);
  await pass(1);
  expect(begun()).toBe(4);
});

test("a document waits for fifty milliseconds at most", async () => {
  const { begin, ask, begun, pass } = waitingDocuments(1);
  await ask(2);
  await begin();
  for (let i = 0; i < 5; i++) {
    expect(begun()).toBe(0);
    await pass(10);
    await ask(1);
  }
  expect(begun()).toBe(1);
});

/** A kind over a list, and what it has done. */
function laneOver(queue: string[], how: Partial<JobKind<string>>) {
  const { runner, ...rest } = world();
  const done: string[] = [];
  const lane = runner.add({
    name: "test",
    claim: (most) => queue.splice(0, most),
    work: async (job, { slice }) => {
      await slice();
      done.push(job);
      return "done" as const;
    },
    ...how,
    failed: "test.failed",
  });
  const phase = () => runner.report()[0]?.phase;
  return { ...rest, runner, lane, done, phase };
}

test("what can be done later waits for a moment without questions, before each job and each slice", async () => {
  const { runner, ask, pass, done, phase } = laneOver(["a", "b"], { questionsFirst: afterQuestions });
  await ask(1);
  runner.start();
  await settle();
  expect([phase(), done]).toEqual(["waiting", []]);
  await pass(60);
  await ask(1);
  await pass(99);
  expect(done).toEqual([]);
  await pass(1);
  expect([phase(), done]).toEqual(["idle", ["a", "b"]]);
});

test("… but for two seconds at most", async () => {
  const { runner, ask, pass, done } = laneOver(["a"], { questionsFirst: afterQuestions });
  await ask(1);
  runner.start();
  await settle();
  for (let passed = 0; passed < 1950; passed += 50) {
    await pass(50);
    await ask(1);
  }
  expect(done).toEqual([]);
  // Once before it is taken, and once before its slice.
  for (let passed = 0; passed < 2050; passed += 50) {
    await pass(50);
    await ask(1);
  }
  expect(done).toEqual(["a"]);
});

test("kinds that others come before begin when those have ended", async () => {
  let isReading = true;
  const { runner, pass, done, phase } = laneOver(["a"], { givesWayTo: () => isReading });
  runner.start();
  await pass(1000);
  expect([phase(), done]).toEqual(["waiting", []]);
  isReading = false;
  await pass(250);
  expect(done).toEqual(["a"]);
});

test("a runner that stops lets everything that waits go", async () => {
  const { runner, ask, lane, done } = laneOver(["a"], { questionsFirst: afterQuestions });
  await ask(1);
  runner.start();
  await settle();
  await runner.stop();
  await lane.idle();
  expect(done).toEqual([]);
});
