/**
 * Limits the requests per minute of each of many names, by the generic cell rate algorithm (ITU-T I.371, annex A): a
 * bucket that holds one minute's requests and fills evenly. There is no timer. The state of a name is one number: the
 * moment at which its bucket will be full again.
 */
import type { Clock } from "../kernel/clock.ts";
import { recentlyUsed } from "../kernel/recently-used.ts";

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
}

interface RateLimiterParts {
  readonly clock: Clock;
  /** Read again with every request; 0 means no limit. */
  readonly perMinute: () => number;
  /** The names that asked last are kept, at least this many. A name that is dropped starts again with a full bucket. */
  readonly capacity: number;
}

/** Everything is counted in whole microseconds: fractions added to the time of day would not stay exact. */
const minute = 60_000_000;

export function createRateLimiter({ clock, perMinute, capacity }: RateLimiterParts): RateLimiter {
  /** When each bucket is full. */
  const fullAt = recentlyUsed<number>(capacity);
  return {
    take: (name) => {
      const limit = perMinute();
      if (limit === 0) return null;
      const now = clock.now() * 1000;
      const interval = Math.floor(minute / limit);
      const bucket = limit * interval;
      // Never emptier than empty: the limit may have been changed, or the clock set back.
      const full = Math.min(Math.max(fullAt.get(name) ?? now, now), now + bucket);
      const missing = full + interval - bucket - now;
      const allowed = missing <= 0;
      const next = allowed ? full + interval : full;
      fullAt.set(name, next);
      return {
        allowed,
        limit,
        remaining: Math.floor((bucket - (next - now)) / interval),
        fullIn: (next - now) / 1000,
        nextIn: allowed ? 0 : missing / 1000,
      };
    },
  };
}
