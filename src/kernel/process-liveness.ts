import { errorCode } from "./error-code.ts";

/** Whether a process of that number runs on this machine, whoever owns it. */
export function isAlive(processId: number): boolean {
  try {
    return process.kill(processId, 0);
  } catch (error) {
    return errorCode(error) === "EPERM";
  }
}
