import { setPriority } from "node:os";

/** About a tenth of a core that others want too. */
const niceness = 10;

/** Linux only: elsewhere threads have no priority of their own (setpriority(2)). */
export function workInBackground(): void {
  if (process.platform === "linux") setPriority(niceness);
}

/** Collects garbage between questions; the runtime would do it in the middle of one. */
export interface GarbagePacing {
  answered(): void;
}

/** A question leaves about 0.3 MB behind; a collection takes a millisecond. */
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
