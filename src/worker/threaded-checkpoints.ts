/** Writes the database's log back in a thread of its own, which ends after a while without work. */
import type { LoggedDatabase } from "../storage/connections/log-checkpoints.ts";
import { fileAt } from "../storage/folder/disk-room.ts";
import { idleThread } from "./idle-thread.ts";
import { askIdle } from "./thread-asking.ts";

export type CheckpointRequest = LoggedDatabase;

export type CheckpointReply = { readonly kind: "done" } | { readonly kind: "failed"; readonly description: string };

export interface ThreadedCheckpoints {
  /** @throws Error if it did not succeed, or the thread ended */
  writeBack(): Promise<void>;
  /** Ends the thread. Nothing may be written back any more. */
  close(): void;
}

/**
 * @param entry the address of checkpoint-worker.ts, which only a file beside the program's entry can name in a binary
 * @param path of a database that is open
 */
export function threadedCheckpoints(entry: URL, path: string): ThreadedCheckpoints {
  const database: LoggedDatabase = { path, file: fileAt(path) };
  const thread = idleThread(entry);
  return {
    writeBack: async () => {
      const answer = await askIdle<CheckpointReply, null>(thread, (awake) => ({
        name: "checkpoint",
        signal: new AbortController().signal,
        post: () => awake.postMessage(database satisfies CheckpointRequest),
        read: (reply) =>
          reply.kind === "done"
            ? { type: "done", value: null }
            : { type: "failed", error: new Error(reply.description) },
      }));
      if (answer.type !== "done") throw answer.error;
    },
    close: thread.discard,
  };
}
