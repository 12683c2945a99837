import { fileAt } from "../store/sqlite/folder/disk-room.ts";
import type { LoggedDatabase } from "../store/sqlite/log-checkpoints.ts";
import { askIdle, idleThread } from "./idle-thread.ts";

export type CheckpointRequest = LoggedDatabase;

export type CheckpointReply = { readonly kind: "done" } | { readonly kind: "failed"; readonly description: string };

/** @param path of a database that is open */
export function threadedCheckpoints(entry: URL, path: string) {
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
