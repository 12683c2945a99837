import { join } from "node:path";
import type { BackupOrder, BackupReport } from "../store/sqlite/archives/backup-making.ts";
import type { BackupMaker, MadeBackup } from "../upkeep/backup-ports.ts";
import { askThread } from "./idle-thread.ts";

export type BackupReply = { readonly report: BackupReport } | { readonly problem: string };

export interface ThreadedBackupParts {
  readonly entry: URL;
  readonly dataDir: string;
  readonly folder: string;
  readonly madeBy: string;
}

export function threadedBackup({ entry, dataDir, folder, madeBy }: ThreadedBackupParts): BackupMaker {
  let stopping = new AbortController();
  return {
    make: async (name, at) => {
      const thread = new Worker(entry, { type: "module" });
      stopping = new AbortController();
      const destination = { file: join(folder, name), overwrite: false };
      const answer = await askThread<BackupReply, MadeBackup>(thread, {
        name: "backup",
        signal: stopping.signal,
        post: () => thread.postMessage({ dataDir, destination, at, madeBy } satisfies BackupOrder),
        read: (reply) =>
          "report" in reply
            ? { type: "done", value: reply.report }
            : { type: "failed", error: new Error(reply.problem) },
      });
      thread.terminate();
      if (answer.type !== "done") throw answer.error;
      return answer.value;
    },
    stop: () => stopping.abort(new Error("the service stops")),
  };
}
