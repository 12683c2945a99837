import { errorCode } from "./error-code.ts";

/** Whether a process with that id runs on this machine, under any user. */
export function isAlive(processId: number): boolean {
  try {
    return process.kill(processId, 0);
  } catch (error) {
    return errorCode(error) === "EPERM";
  }
}
