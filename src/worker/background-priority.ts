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
