import { expect } from "bun:test";

/** Milliseconds of processor time of this thread that work took: what others do on the machine does not count. */
export function processorTime(work: () => unknown): number {
  const before = process.threadCpuUsage();
  work();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1000;
}

/** The same for work that waits for others. */
export async function processorTimeOf<T>(
  work: () => Promise<T>,
): Promise<{ readonly time: number; readonly value: T }> {
  const before = process.threadCpuUsage();
  const value = await work();
  const { user, system } = process.threadCpuUsage(before);
  return { time: Math.round((user + system) / 1000), value };
}

/** Milliseconds that the reference work takes on the machine for which the bounds of tests are written. */
const referenceTime = 50;
const referenceWords = pumped(
  "The filter 12 of the pump is replaced every six months, says Dr. Miller. ",
  290_000,
).split(" ");

/** What the program does with text: patterns, small strings, maps and JSON. */
function referenceWork(): number {
  const counts = new Map<string, number>();
  for (const [i, word] of referenceWords.entries()) {
    const key = `${word.toLowerCase().replace(/\P{L}+/gu, "")} ${i % 5000}`;
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return JSON.stringify(JSON.parse(JSON.stringify([...counts]))).length;
}

/** Milliseconds as the machine for which bounds are written would have taken them; measured now, if they are too many. */
function asOnReference(milliseconds: number, enough: number): number {
  if (milliseconds < enough) return milliseconds;
  const here = Math.min(...Array.from({ length: tries }, () => processorTime(referenceWork)));
  return milliseconds / Math.max(1, here / referenceTime);
}

/**
 * Milliseconds of processor time of this thread in the turn of the event loop that took most of it: so long nobody else was
 * heard. More than are enough are related to the speed of this machine.
 */
export async function longestTurnOf<T>(
  enough: number,
  work: () => Promise<T>,
): Promise<{ readonly turn: number; readonly time: number; readonly value: T }> {
  let [longest, isDone, all] = [0, false, 0];
  let before = process.threadCpuUsage();
  const measure = () => {
    const { user, system } = process.threadCpuUsage(before);
    longest = Math.max(longest, (user + system) / 1000);
    all += (user + system) / 1000;
    before = process.threadCpuUsage();
  };
  const beat = () => {
    measure();
    if (!isDone) setImmediate(beat);
  };
  setImmediate(beat);
  const value = await work();
  isDone = true;
  measure();
  return { turn: Math.round(asOnReference(longest, enough)), time: Math.round(all), value };
}

/** A text of at least so many characters that repeats a piece. */
export function pumped(piece: string, length: number, { before = "", after = "" } = {}): string {
  return before + piece.repeat(Math.ceil(length / piece.length)) + after;
}

/** Below this, noise (a compilation, a collection of garbage) is greater than the work. */
const floor = 20;

/** How often too long a time must be seen: a compilation falls into one measurement, not into each. */
export const tries = 5;

/** Asserts that ten times as much takes less than forty times as long: quadratic work takes a hundred times as long. */
export function expectLinear(work: (length: number) => unknown, longest = 300_000): void {
  let [short, long] = [0, Number.POSITIVE_INFINITY];
  const bound = () => 40 * Math.max(short, floor / 10);
  for (let tried = 0; tried < tries && long >= bound(); tried++) {
    short = Math.max(
      short,
      processorTime(() => work(longest / 10)),
    );
    long = Math.min(
      long,
      processorTime(() => work(longest)),
    );
  }
  expect(long, `${short.toFixed(1)} ms for a tenth`).toBeLessThan(bound());
}

/** Milliseconds of processor time that work can be done in, on the machine for which bounds are written: measured until few enough. */
export function leastTime(enough: number, work: () => unknown): number {
  let least = Number.POSITIVE_INFINITY;
  for (let tried = 0; tried < tries && least >= enough; tried++) {
    least = Math.min(least, asOnReference(processorTime(work), enough));
  }
  return least;
}

/** Asserts that work can be done in less than so many milliseconds of processor time. */
export const expectWithin = (milliseconds: number, work: () => unknown) =>
  expect(leastTime(milliseconds, work)).toBeLessThan(milliseconds);
