/** Folders that a process made for its own work and did not live to remove. */
import { statSync } from "node:fs";
import { isAlive } from "../../kernel/process-liveness.ts";

/** Nothing works on one folder for longer, in milliseconds. */
const longest = 7 * 24 * 3_600_000;

/**
 * Whether the process that made a folder is gone. A number may belong to another process by now, as in a container, where
 * it is always the same: a folder that is older than this process cannot be its own.
 * @param owner the number of the process; NaN for a folder that names none.
 */
export function isAbandoned(owner: number, folder: string): boolean {
  if (!(owner > 0)) return false;
  if (!isAlive(owner)) return true;
  const made = statSync(folder, { throwIfNoEntry: false })?.mtimeMs ?? Number.POSITIVE_INFINITY;
  const now = Date.now();
  const started = now - process.uptime() * 1000;
  return owner === process.pid ? made < started - 1000 : made < now - longest;
}
