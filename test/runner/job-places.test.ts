import { expect, test } from "bun:test";
import { silentLog } from "../../src/kernel/log.ts";
import type { JobOutcome, JobRun } from "../../src/runner/job-kind.ts";
import { MadeWay } from "../../src/runner/job-places.ts";
import { createRunner } from "../../src/runner/runner.ts";

/** Lets everything run that can. */
const settle = () => new Promise<void>((resolve) => setImmediate(resolve));

/** Jobs that are worked on until they are finished, in the places of one lane, whose clock the test moves. */
function laneWith(count: number, queue: string[]) {
  const timers: { due: number; callback: () => void }[] = [];
  let now = 0;
  const startTimer = (milliseconds: number, callback: () => void) => {
    const timer = { due: now + milliseconds, callback };
    timers.push(timer);
    return () => void (timers.includes(timer) && timers.splice(timers.indexOf(timer), 1));
  };
  const working = new Map<string, { readonly run: JobRun; readonly end: (outcome: JobOutcome) => void }>();
  const postponed: string[] = [];
  const runner = createRunner({ log: silentLog, startTimer });
  const lane = runner.add<string>({
    name: "test",
    width: 2 * count + 2,
    places: { count, slice: 1000, isLong: (job) => postponed.includes(job) },
    claim: (most, _held, hasLong) => {
      const next = queue.find((job) => hasLong || !postponed.includes(job));
      const jobs = postponed.length > 0 ? queue.filter((job) => job === next) : queue.slice(0, most);
      for (const job of jobs) queue.splice(queue.indexOf(job), 1);
      return jobs;
    },
    mustLook: () => postponed.length > 0,
    work: (job, run) =>
      new Promise<JobOutcome>((end) => {
        working.set(job, { run, end });
        run.signal.addEventListener("abort", () => {
          if (run.signal.reason instanceof MadeWay) postponed.push(job);
          working.delete(job);
          queue.push(job);
          end("again");
        });
      }),
    failed: "test.failed",
  });
  return {
    postponed,
    start: async () => {
      runner.start();
      await settle();
    },
    add: async (job: string) => {
      queue.push(job);
      lane.wake();
      await settle();
    },
    working: () => [...working.keys()],
    stored: async (job: string) => {
      working.get(job)?.run.leavePlace();
      await settle();
    },
    finish: async (job: string) => {
      const { end } = working.get(job)!;
      working.delete(job);
      end("done");
      await settle();
    },
    pass: async (milliseconds: number) => {
      now += milliseconds;
      for (const timer of timers.filter(({ due }) => due <= now)) {
        timers.splice(timers.indexOf(timer), 1);
        timer.callback();
      }
      await settle();
    },
  };
}

test("as many jobs are worked on at once as there are places, the others stay in the queue, in order", async () => {
  const queue = ["a", "b", "c", "d"];
  const { start, finish, working } = laneWith(2, queue);
  await start();
  expect([working(), queue]).toEqual([
    ["a", "b"],
    ["c", "d"],
  ]);
  await finish("a");
  expect([working(), queue]).toEqual([["b", "c"], ["d"]]);
});

test("a job that leaves its place lets the next begin before it ends, and not more than the width allows", async () => {
  const queue = ["a", "b", "c", "d", "e"];
  const { start, stored, working } = laneWith(1, queue);
  await start();
  for (const job of ["a", "b", "c", "d"]) await stored(job);
  expect([working(), queue]).toEqual([["a", "b", "c", "d"], ["e"]]);
});

test("a job that was worked on for a slice makes way for the next and continues beside it", async () => {
  const { start, working, pass, postponed } = laneWith(1, ["long", "note"]);
  await start();
  await pass(999);
  expect(working()).toEqual(["long"]);
  await pass(1);
  expect([working(), postponed]).toEqual([["long", "note"], []]);
});

test("a job continues while no other waits, and makes way when one arrives", async () => {
  const { start, add, working, pass } = laneWith(1, ["long"]);
  await start();
  await pass(60_000);
  await add("note");
  expect(working()).toEqual(["long", "note"]);
});

test("if all long places are taken, the next long job goes back to the queue until one is free", async () => {
  const queue = ["first", "second"];
  const { start, add, working, pass, postponed, finish } = laneWith(1, queue);
  await start();
  await pass(1000);
  await add("note");
  expect(working()).toEqual(["first", "second"]);
  await pass(1000);
  expect([working(), postponed, queue]).toEqual([["first", "note"], ["second"], ["second"]]);
  await finish("note");
  expect(working()).toEqual(["first"]);
  await finish("first");
  expect(working()).toEqual(["second"]);
});

test("a job that is known to be long takes no first place", async () => {
  const { start, add, working, pass, finish } = laneWith(1, ["first", "second", "note"]);
  await start();
  await pass(1000);
  await pass(1000);
  await finish("first");
  await finish("note");
  expect(working()).toEqual(["second"]);
  await add("another");
  expect(working()).toEqual(["second", "another"]);
});
