import { lstatSync, unlinkSync } from "node:fs";
import { StartError } from "../command.ts";

/** Removes a dead process's socket. @throws StartError if a process listens on it, or it is no socket */
export async function freeSocket(path: string): Promise<void> {
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (found === undefined) return;
  if (!found.isSocket()) throw new StartError(`${path} (DOCENT_SOCKET) exists and is not a socket.`);
  if (await answers(path)) throw new StartError(`Another process is listening on ${path} (DOCENT_SOCKET).`);
  unlinkSync(path);
}

/** By umask: a chmod afterwards would leave a moment in which anybody could connect. */
export function forOwnerAlone<T>(work: () => T): T {
  const usual = process.umask(0o177);
  try {
    return work();
  } finally {
    process.umask(usual);
  }
}

function answers(path: string): Promise<boolean> {
  // Loaded late, because it takes 10 ms.
  const { connect } = process.getBuiltinModule("node:net");
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const socket = connect(path);
  socket.once("connect", () => resolve(true)).once("error", (error) => resolve(!isRefused(error)));
  return promise.finally(() => socket.destroy());
}

/** Other errors, such as a missing permission, may hide a listening process. */
function isRefused(error: Error): boolean {
  return "code" in error && (error.code === "ECONNREFUSED" || error.code === "ENOENT");
}
