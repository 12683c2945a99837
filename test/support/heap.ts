import { heapStats } from "bun:jsc";

/** Bytes of everything that is still reachable. */
export function heapSize(): number {
  Bun.gc(true);
  return heapStats().heapSize;
}

/** `start`, and words up to 100,000 characters: a string in one piece, as a file is read. */
export function longText(start: string): string {
  return start.padEnd(100_000, " x").split("").join("");
}
