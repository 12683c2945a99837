import { statSync } from "node:fs";
import { errorCode } from "../../../kernel/error-code.ts";

/** Milliseconds, longer than any process works on such a folder. */
const longest = 7 * 24 * 3_600_000;

/** The owner is gone. A folder older than a living process is not its own, because process ids are used again. */
export function isAbandoned(owner: number, folder: string): boolean {
  if (!(owner > 0)) return false;
  if (!isAlive(owner)) return true;
  const made = statSync(folder, { throwIfNoEntry: false })?.mtimeMs ?? Number.POSITIVE_INFINITY;
  const now = Date.now();
  const started = now - process.uptime() * 1000;
  return owner === process.pid ? made < started - 1000 : made < now - longest;
}

/** Any user's process counts. */
export function isAlive(processId: number): boolean {
  try {
    return process.kill(processId, 0);
  } catch (error) {
    return errorCode(error) === "EPERM";
  }
}
