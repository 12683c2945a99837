import { join } from "node:path";
import type { BackupOrder, BackupReport } from "../store/sqlite/archives/backup-making.ts";
import { fileAt } from "../store/sqlite/folder/disk-room.ts";
import type { LoggedDatabase } from "../store/sqlite/log-checkpoints.ts";
import type { BackupMaker } from "../upkeep/backup-ports.ts";
import { askOnce, idleThread } from "./idle-thread.ts";

interface ThreadedBackupParts extends Pick<BackupOrder, "dataDir" | "madeBy"> {
  readonly entry: URL;
  readonly folder: string;
}

export function threadedBackup({ entry, folder, ...parts }: ThreadedBackupParts): BackupMaker {
  let stopping = new AbortController();
  return {
    make: async (name, at) => {
      const thread = idleThread(entry);
      stopping = new AbortController();
      const destination = { file: join(folder, name), overwrite: false };
      const order: BackupOrder = { ...parts, destination, at };
      return askOnce<BackupReport>(thread, "backup", order, stopping.signal).finally(thread.discard);
    },
    stop: () => stopping.abort(new Error("the service stops")),
  };
}

/** @param path of a database that is open */
export function threadedCheckpoints(entry: URL, path: string) {
  const database: LoggedDatabase = { path, file: fileAt(path) };
  const thread = idleThread(entry);
  const writeBack = () => askOnce<void>(thread, "checkpoint", database, new AbortController().signal);
  return { writeBack, close: thread.discard };
}
