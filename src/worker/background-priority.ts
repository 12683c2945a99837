import { setPriority } from "node:os";

/** As `nice` counts: such a thread gets about a tenth of a core that others want too. */
const niceness = 10;

/**
 * Lowers the priority of the calling thread below those that answer questions. On Linux, each thread has a priority
 * (setpriority(2), "C library/kernel differences"); elsewhere it would change the whole process, so nothing is done.
 */
export function workInBackground(): void {
  if (process.platform === "linux") setPriority(niceness);
}
