import type { Awaitable } from "../kernel/awaitable.ts";

export interface SharedBuckets {
  /** Reports what this node allowed since the last call; returns when each bucket is full, in microseconds from now. */
  take(taken: ReadonlyMap<string, number>): Awaitable<ReadonlyMap<string, number>>;
  tidy(): Awaitable<void>;
}

export function createBucketAccount(buckets: SharedBuckets) {
  let owed = new Map<string, number>();
  const note = (name: string, microseconds: number) => {
    owed.set(name, (owed.get(name) ?? 0) + microseconds);
  };
  return {
    note,
    /** With other nodes. The next call makes up for a failed one. */
    settle: async (learn: (name: string, fullIn: number) => void) => {
      if (owed.size === 0) return;
      const told = owed;
      owed = new Map();
      try {
        const found = await buckets.take(told);
        for (const [name, fullIn] of found) learn(name, fullIn + (owed.get(name) ?? 0));
      } catch (error) {
        for (const [name, microseconds] of told) note(name, microseconds);
        throw error;
      }
    },
  };
}
