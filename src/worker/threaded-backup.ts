import { join } from "node:path";
import type { BackupOrder, BackupReport } from "../store/sqlite/archives/backup-making.ts";
import type { BackupMaker, MadeBackup } from "../upkeep/backup-ports.ts";

export type BackupReply = { readonly report: BackupReport } | { readonly problem: string };

export interface ThreadedBackupParts {
  readonly entry: URL;
  readonly dataDir: string;
  readonly folder: string;
  readonly madeBy: string;
}

export function threadedBackup({ entry, dataDir, folder, madeBy }: ThreadedBackupParts): BackupMaker {
  let end: (() => void) | null = null;
  return {
    make: async (name, at) => {
      const { promise, resolve, reject } = Promise.withResolvers<MadeBackup>();
      const thread = new Worker(entry, { type: "module" });
      end = () => reject(new Error("the service stops"));
      thread.onmessage = ({ data }: MessageEvent<BackupReply>) => {
        if ("report" in data) resolve(data.report);
        else reject(new Error(data.problem));
      };
      thread.onerror = (event) => reject(new Error(`the backup thread failed: ${event.message}`));
      thread.addEventListener("close", () => reject(new Error("the backup thread ended")), { once: true });
      const destination = { file: join(folder, name), overwrite: false };
      thread.postMessage({ dataDir, destination, at, madeBy } satisfies BackupOrder);
      try {
        return await promise;
      } finally {
        end = null;
        thread.terminate();
      }
    },
    stop: () => end?.(),
  };
}
