import { setPriority } from "node:os";

/** As `nice` counts: such a thread gets about a tenth of a core that others want too. */
const niceness = 10;

/**
 * Puts the calling thread behind those that answer questions. Linux keeps a priority for each thread (setpriority(2),
 * "C library/kernel differences"); elsewhere it would be the whole process's, and stays as it is.
 */
export function workInBackground(): void {
  if (process.platform === "linux") setPriority(niceness);
}
