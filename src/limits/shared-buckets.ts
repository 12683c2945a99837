/** The buckets of rate limits that several nodes fill and empty together. */
import type { Awaitable } from "../kernel/awaitable.ts";

export interface SharedBuckets {
  /**
   * Takes from buckets what this node has allowed since the last time, in one transaction. Returns when each of them is
   * full again. Both are microseconds: what was taken, and the time from now.
   */
  take(taken: ReadonlyMap<string, number>): Awaitable<ReadonlyMap<string, number>>;
  /** Forgets buckets that are full. */
  tidy(): Awaitable<void>;
}

/** What one node has taken from shared buckets and not yet said. */
export interface BucketAccount {
  note(name: string, microseconds: number): void;
  /**
   * Tells the other nodes, and reports how long each bucket needs to be full, with all that was taken by anyone. If it
   * fails, the next call tells it.
   */
  settle(learn: (name: string, fullIn: number) => void): Promise<void>;
}

export function createBucketAccount(buckets: SharedBuckets): BucketAccount {
  let owed = new Map<string, number>();
  const note = (name: string, microseconds: number) => {
    owed.set(name, (owed.get(name) ?? 0) + microseconds);
  };
  return {
    note,
    settle: async (learn) => {
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
