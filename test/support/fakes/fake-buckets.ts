/** The buckets that nodes share, in memory. */

import type { SharedBuckets } from "../../../src/accounting/shared-buckets.ts";
import type { Clock } from "../../../src/kernel/clock.ts";

export interface FakeBuckets extends SharedBuckets {
  /** Whether they cannot be reached. */
  fails: boolean;
}

export function fakeBuckets(clock: Clock): FakeBuckets {
  const fullAt = new Map<string, number>();
  const microseconds = () => clock.now() * 1000;
  const fake: FakeBuckets = {
    fails: false,
    take: (taken) => {
      if (fake.fails) throw new Error("away");
      const now = microseconds();
      const found = [...taken].map(([name, more]): [string, number] => {
        fullAt.set(name, Math.max(fullAt.get(name) ?? now, now) + more);
        return [name, (fullAt.get(name) ?? now) - now];
      });
      return new Map(found);
    },
    tidy: () => {
      for (const [name, at] of fullAt) if (at < microseconds()) fullAt.delete(name);
    },
  };
  return fake;
}
