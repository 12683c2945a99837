import type { TermCursor } from "./term-cursor.ts";

/** Sorts the cursors by their bounds, weakest first; returns how many together cannot reach the threshold; -1: all. */
export function chooseOptional(
  cursors: TermCursor[],
  window: { start: number; end: number; threshold: number },
): number {
  let total = 0;
  for (const cursor of cursors) {
    cursor.enter(window.start, window.end);
    total += cursor.bound;
  }
  if (total < window.threshold) return -1;
  sortByBound(cursors);
  let optional = 0;
  for (let sum = 0; optional < cursors.length; optional++) {
    sum += cursors[optional]!.bound;
    if (sum >= window.threshold) break;
  }
  return optional;
}

function sortByBound(cursors: TermCursor[]): void {
  for (let i = 1; i < cursors.length; i++) {
    const cursor = cursors[i]!;
    let to = i;
    while (to > 0 && cursors[to - 1]!.bound > cursor.bound) {
      cursors[to] = cursors[to - 1]!;
      to -= 1;
    }
    cursors[to] = cursor;
  }
}
