import { statSync } from "node:fs";
import { errorCode } from "../../kernel/error-code.ts";

/** Milliseconds. No process works on such a folder for longer. */
const longest = 7 * 24 * 3_600_000;

/** Whether the process that made a folder is gone. A folder older than this process is not its own: ids come again. */
export function isAbandoned(owner: number, folder: string): boolean {
  if (!(owner > 0)) return false;
  if (!isAlive(owner)) return true;
  const made = statSync(folder, { throwIfNoEntry: false })?.mtimeMs ?? Number.POSITIVE_INFINITY;
  const now = Date.now();
  const started = now - process.uptime() * 1000;
  return owner === process.pid ? made < started - 1000 : made < now - longest;
}

/** Whether a process with that id runs on this machine, under any user. */
export function isAlive(processId: number): boolean {
  try {
    return process.kill(processId, 0);
  } catch (error) {
    return errorCode(error) === "EPERM";
  }
}
