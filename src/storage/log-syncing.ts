/**
 * With `synchronous = NORMAL` a commit appends to the log without syncing it. A thread of the runtime syncs it:
 * fsync(2) is about the file, whoever wrote to it. SQLite's locks are on other files.
 */
import { type FileHandle, open } from "node:fs/promises";

export interface LogSyncing {
  /** Resolves when all that was committed before this call is on the disk. Callers share a sync where they can. */
  synced(): Promise<void>;
  close(): void;
}

export function createLogSyncing(log: string | null): LogSyncing {
  let file: Promise<FileHandle> | null = null;
  let current: Promise<void> | null = null;
  let next: Promise<void> | null = null;
  const sync = async () => {
    if (log === null) return;
    file ??= open(log, "r");
    await (await file).datasync();
  };
  const begin = (): Promise<void> => {
    current = sync().finally(() => {
      current = null;
    });
    return current;
  };
  return {
    synced: () => {
      if (current === null) return begin();
      next ??= current
        .catch(() => undefined)
        .then(() => {
          next = null;
          return begin();
        });
      return next;
    },
    close: () => {
      void file?.then((opened) => opened.close()).catch(() => undefined);
    },
  };
}
