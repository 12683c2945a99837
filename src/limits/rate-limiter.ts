/**
 * Limits the requests per minute of each of many names, by the generic cell rate algorithm (ITU-T I.371, annex A): a
 * bucket that holds one minute's requests and fills evenly. There is no timer. The state of a name is one number: the
 * moment at which its bucket will be full again.
 *
 * Nodes that share their buckets tell each other once a second. Until then a node does not know what others have allowed:
 * from a full bucket, n nodes may allow n times the limit. That is taken from the following minutes, so in t minutes all
 * nodes together allow at most t + n times the limit.
 */

import { recentlyUsed } from "../kernel/caches/recently-used.ts";
import type { Clock } from "../kernel/clock.ts";
import { createBucketAccount, type SharedBuckets } from "./shared-buckets.ts";

export interface RateVerdict {
  readonly allowed: boolean;
  /** Requests a minute. */
  readonly limit: number;
  /** Requests that would be allowed at once now. */
  readonly remaining: number;
  /** Milliseconds until the bucket is full again, if no other request comes. */
  readonly fullIn: number;
  /** Milliseconds until the next request is allowed; 0 when one is now. */
  readonly nextIn: number;
}

export interface RateLimiter {
  /** Takes one request from the name's bucket if the bucket is not empty; null while there is no limit. */
  take(name: string): RateVerdict | null;
  /** Exchanges with other nodes what was taken, if buckets are shared. */
  settle(): Promise<void>;
}

interface RateLimiterParts {
  readonly clock: Clock;
  /** Read again with every request; 0 means no limit. */
  readonly perMinute: () => number;
  /** The names that asked last are kept, at least this many. A name that is dropped starts again with a full bucket. */
  readonly capacity: number;
  /** Null: no other process takes from these buckets. */
  readonly buckets?: SharedBuckets | null;
}

/** Nodes that a debt may come from: nobody is locked out for more than so many minutes, even if a clock is set back. */
const mostNodes = 100;

/** Everything is counted in whole microseconds: fractions added to the time of day would not stay exact. */
const minute = 60_000_000;

export function createRateLimiter({ clock, perMinute, capacity, buckets = null }: RateLimiterParts): RateLimiter {
  const account = buckets === null ? null : createBucketAccount(buckets);
  /** When each bucket is full. */
  const fullAt = recentlyUsed<number>(capacity);
  return {
    take: (name) => {
      const limit = perMinute();
      if (limit === 0) return null;
      const now = clock.now() * 1000;
      const interval = Math.floor(minute / limit);
      const bucket = limit * interval;
      const known = Math.max(fullAt.get(name) ?? now, now);
      // Never emptier than empty: the limit may have been changed, or the clock set back. What nodes together have allowed
      // too much is owed.
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
