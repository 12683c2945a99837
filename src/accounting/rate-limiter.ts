/** GCRA (ITU-T I.371, annex A): the state is when a bucket is full. Nodes exchange states once a second and pay back. */

import type { Clock } from "../kernel/clock.ts";
import { recentlyUsed } from "../kernel/stores/recently-used.ts";
import { createBucketAccount, type SharedBuckets } from "./shared-buckets.ts";

export interface RateVerdict {
  readonly allowed: boolean;
  readonly limit: number;
  readonly remaining: number;
  readonly fullIn: number;
  readonly nextIn: number;
}

export type RateLimiter = ReturnType<typeof createRateLimiter>;

interface RateLimiterParts {
  readonly clock: Clock;
  /** Read for each request; 0: no limit. */
  readonly perMinute: () => number;
  /** At least this many names are kept. A dropped name starts with a full bucket. */
  readonly capacity: number;
  readonly buckets?: SharedBuckets | null;
}

/** Minutes for which a debt can lock someone out. */
const mostNodes = 100;

/** Whole microseconds, because fractions added to the time of day would not stay exact. */
const minute = 60_000_000;

export function createRateLimiter({ clock, perMinute, capacity, buckets = null }: RateLimiterParts) {
  const account = buckets === null ? null : createBucketAccount(buckets);
  const fullAt = recentlyUsed<number>(capacity);
  return {
    take: (name: string) => {
      const limit = perMinute();
      if (limit === 0) return null;
      const now = clock.now() * 1000;
      const interval = Math.floor(minute / limit);
      const bucket = limit * interval;
      const known = Math.max(fullAt.get(name) ?? now, now);
      // The limit may have changed, or the clock been set back. What nodes allowed too much together is owed.
      const full = Math.min(known, now + bucket * (account === null ? 1 : mostNodes));
      const missing = full + interval - bucket - now;
      const allowed = missing <= 0;
      const next = allowed ? full + interval : full;
      if (allowed) account?.note(name, interval);
      fullAt.set(name, next);
      return {
        allowed,
        limit,
        remaining: Math.max(0, Math.floor((bucket - (next - now)) / interval)),
        fullIn: (next - now) / 1000,
        nextIn: allowed ? 0 : missing / 1000,
      };
    },
    settle: async () => {
      await account?.settle((name, fullIn) => fullAt.set(name, clock.now() * 1000 + fullIn));
    },
  };
}
