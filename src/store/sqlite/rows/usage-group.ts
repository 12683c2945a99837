/** One transaction for requests that end together. A request is counted before its reply is sent. */

import type { UsageEntry } from "../../../accounting/usage-entry.ts";
import { realTimer, type StartTimer } from "../../../kernel/timer.ts";
import { summedUsage } from "../../usage-counters.ts";

export type UsageGroup = ReturnType<typeof usageGroup>;

/** Milliseconds. A slower request does not delay the others. */
const longestWait = 8;

export function usageGroup(writeAll: (entries: readonly UsageEntry[]) => void, startTimer: StartTimer = realTimer) {
  const sums = summedUsage();
  let waiting: PromiseWithResolvers<void>[] = [];
  let stopTimer: () => void = () => undefined;
  const write = () => {
    const entries = sums.all();
    const callers = waiting;
    if (entries.length === 0) return;
    stopTimer();
    sums.clear();
    waiting = [];
    try {
      writeAll(entries);
      for (const { resolve } of callers) resolve();
    } catch (error) {
      for (const { reject } of callers) reject(error);
      if (callers.length === 0) throw error;
    }
  };
  return {
    write,
    /** @param underWay requests in progress; if all are in the group, nobody waits */
    record: (entry: UsageEntry, underWay: number = 1) => {
      sums.add(entry);
      if (waiting.length === 0 && underWay <= 1) return write();
      const caller = Promise.withResolvers<void>();
      waiting.push(caller);
      if (waiting.length >= underWay) write();
      else if (waiting.length === 1) stopTimer = startTimer(longestWait, write);
      return caller.promise;
    },
  };
}
