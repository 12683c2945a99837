/** The deadline of a job. */
import { expect, test } from "bun:test";
import { createDeadline } from "../../src/runner/jobs-in-hand.ts";

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

class Late extends Error {}

function started() {
  const { startTimer, ...time } = computer();
  const control = new AbortController();
  const deadline = createDeadline(control, startTimer);
  const start = (name: string) => deadline.start(1000, () => new Late(name));
  start("extracting");
  return { ...time, start, end: deadline.end, signal: control.signal };
}

test("a job is aborted when its time is up", () => {
  const { signal, pass } = started();
  pass(999);
  expect(signal.aborted).toBe(false);
  pass(1);
  expect(signal.reason).toEqual(new Late("extracting"));
});

test("a deadline that is started again has its whole time, and none is left after the end", () => {
  const { signal, start, pass, end } = started();
  pass(900);
  start("chunking");
  pass(900);
  expect(signal.aborted).toBe(false);
  end();
  pass(5000);
  expect(signal.aborted).toBe(false);
});

test("a computer that sleeps during a job costs it a twentieth of its time at most", () => {
  const { signal, pass, sleep } = started();
  pass(10);
  sleep(60_000);
  pass(940);
  expect(signal.aborted).toBe(false);
  pass(10);
  expect(signal.aborted).toBe(true);
});
