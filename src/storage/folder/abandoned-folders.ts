/** Temporary folders whose process ended before it removed them. */
import { statSync } from "node:fs";
import { isAlive } from "../../kernel/process-liveness.ts";

/** Milliseconds. No process works on such a folder for longer. */
const longest = 7 * 24 * 3_600_000;

/**
 * Whether the process that made a folder is gone. Its process id may belong to another process now, as in a container,
 * where ids are always the same: a folder older than this process cannot be its own.
 * @param owner the process id; NaN for a folder without one.
 */
export function isAbandoned(owner: number, folder: string): boolean {
  if (!(owner > 0)) return false;
  if (!isAlive(owner)) return true;
  const made = statSync(folder, { throwIfNoEntry: false })?.mtimeMs ?? Number.POSITIVE_INFINITY;
  const now = Date.now();
  const started = now - process.uptime() * 1000;
  return owner === process.pid ? made < started - 1000 : made < now - longest;
}
