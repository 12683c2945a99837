import { setPriority } from "node:os";

/** As `nice` counts: such a thread gets about a tenth of a core that others want too. */
const niceness = 10;

/**
 * Below threads that answer questions. Only Linux has a priority for each thread (setpriority(2)); elsewhere nothing is
 * done.
 */
export function workInBackground(): void {
  if (process.platform === "linux") setPriority(niceness);
}

/**
 * The runtime collects when as much was allocated as the heap holds, 32 MB at least; here between questions, before
 * that.
 */
export interface GarbagePacing {
  answered(): void;
}

/** Questions between two collections: each leaves about 0.3 MB behind, and a collection takes a millisecond. */
const questionsBetween = 64;

export function paceGarbage(collect: () => void): GarbagePacing {
  let since = 0;
  return {
    answered: () => {
      since += 1;
      if (since < questionsBetween) return;
      since = 0;
      collect();
    },
  };
}
