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

/**
 * Milliseconds of processor time of this thread in the turn of the event loop that took most of it: so long nobody else was
 * heard.
 */
export async function longestTurnOf(work: () => Promise<unknown>): Promise<number> {
  let [longest, isDone] = [0, false];
  let before = process.threadCpuUsage();
  const measure = () => {
    const { user, system } = process.threadCpuUsage(before);
    longest = Math.max(longest, (user + system) / 1000);
    before = process.threadCpuUsage();
  };
  const beat = () => {
    measure();
    if (!isDone) setImmediate(beat);
  };
  setImmediate(beat);
  await work();
  isDone = true;
  measure();
  return Math.round(longest);
}

/** A text of at least so many characters that repeats a piece. */
export function pumped(piece: string, length: number, { before = "", after = "" } = {}): string {
  return before + piece.repeat(Math.ceil(length / piece.length)) + after;
}

/** Below this, noise (a compilation, a collection of garbage) is greater than the work. */
const floor = 20;

/** Asserts that ten times as much takes less than forty times as long: quadratic work takes a hundred times as long. */
export function expectLinear(work: (length: number) => unknown, longest = 300_000): void {
  const least = (length: number) => Math.min(...[1, 2, 3].map(() => processorTime(() => work(length))));
  const [short, long] = [least(longest / 10), least(longest)];
  expect(long, `${short.toFixed(1)} ms for a tenth`).toBeLessThan(40 * Math.max(short, floor / 10));
}
