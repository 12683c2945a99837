/** Delays of requests, in milliseconds. */
export interface Delays {
  readonly requests: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly longestMs: number;
}

export function delaysOf(times: readonly number[]): Delays {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.floor((sorted.length - 1) * share)] ?? Number.NaN;
  return { requests: sorted.length, p50Ms: at(0.5), p99Ms: at(0.99), longestMs: at(1) };
}
