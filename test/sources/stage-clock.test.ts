import { expect, test } from "bun:test";
import { createStageClock, createStageNote, type Stage } from "../../src/sources/stage-clock.ts";

const stage = (name: string): Stage => ({ name, total: 0 });

function noting() {
  const written: string[] = [];
  let time: () => void = () => undefined;
  const note = createStageNote(
    ({ name }) => written.push(name),
    (_milliseconds, callback) => {
      time = callback;
      return () => {
        time = () => undefined;
      };
    },
  );
  return { note, written, pass: () => time() };
}

test("a quick version writes no stage", () => {
  const { note, written, pass } = noting();
  note.soon(stage("extracting"));
  note.soon(stage("indexing"));
  note.end();
  pass();
  expect(written).toEqual([]);
});

test("a slower version writes its current stage and each that follows", () => {
  const { note, written, pass } = noting();
  note.soon(stage("extracting"));
  note.soon(stage("chunking"));
  pass();
  note.soon(stage("indexing"));
  expect(written).toEqual(["chunking", "indexing"]);
});

test("an immediate write is not overtaken by an earlier short stage", () => {
  const { note, written, pass } = noting();
  note.soon(stage("extracting"));
  note.now(stage("embedding"));
  pass();
  expect(written).toEqual(["embedding"]);
});

/** A computer whose time passes only by `pass`, and which can sleep: timers that were due meanwhile then fire at once. */
function computer() {
  let now = 0;
  let timers: { due: number; callback: () => void }[] = [];
  const fire = () => {
    const due = timers.filter((timer) => timer.due <= now);
    timers = timers.filter((timer) => timer.due > now);
    for (const timer of due) timer.callback();
  };
  return {
    startTimer: (milliseconds: number, callback: () => void) => {
      const timer = { due: now + milliseconds, callback };
      timers.push(timer);
      return () => {
        timers = timers.filter((other) => other !== timer);
      };
    },
    pass: (milliseconds: number) => {
      for (const end = now + milliseconds; now < end; fire()) now = Math.min(end, now + 1);
    },
    sleep: (milliseconds: number) => {
      now += milliseconds;
      fire();
    },
  };
}

test("a stage is aborted when its time is up", () => {
  const { startTimer, pass } = computer();
  const clock = createStageClock(new AbortController().signal, startTimer);
  clock.enter("extracting", 1000);
  pass(999);
  expect(clock.signal.aborted).toBe(false);
  pass(1);
  expect(clock.signal.reason).toMatchObject({ stage: "extracting", milliseconds: 1000 });
});

test("the next stage has its own time, and none is left after the end", () => {
  const { startTimer, pass } = computer();
  const clock = createStageClock(new AbortController().signal, startTimer);
  clock.enter("extracting", 1000);
  pass(900);
  clock.enter("chunking", 1000);
  pass(900);
  clock.end();
  pass(5000);
  expect(clock.signal.aborted).toBe(false);
});

test("a computer that sleeps during a stage costs it a twentieth of its time at most", () => {
  const { startTimer, pass, sleep } = computer();
  const clock = createStageClock(new AbortController().signal, startTimer);
  clock.enter("extracting", 1000);
  pass(10);
  sleep(60_000);
  pass(940);
  expect(clock.signal.aborted).toBe(false);
  pass(10);
  expect(clock.signal.aborted).toBe(true);
});
