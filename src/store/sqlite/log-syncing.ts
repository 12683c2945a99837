/** With `synchronous = NORMAL` a commit does not sync the log; a thread does. fsync(2) covers any process's writes. */
import { type FileHandle, open } from "node:fs/promises";

export type LogSyncing = ReturnType<typeof createLogSyncing>;

export function createLogSyncing(log: string | null) {
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
    /** Resolves when all earlier commits are on the disk. Callers share syncs. */
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
