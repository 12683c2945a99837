/** Builds the backups that the service makes by itself. */
import { type BackupSchedule, createBackupSchedule } from "../backups/backup-schedule.ts";
import { buildInfo } from "../build-info.ts";
import type { Config } from "../config/load-config.ts";
import type { Clock } from "../kernel/clock.ts";
import type { Log } from "../kernel/log.ts";
import { backupShelf } from "../storage/archives/backup-shelf.ts";
import { threadedBackup } from "../worker/threaded-backup.ts";
import { workerEntries } from "../worker-entries.ts";

/** Null if the settings ask for none. */
export function composeBackups({ backups, dataDir }: Config, clock: Clock, log: Log): BackupSchedule | null {
  if (backups === null) return null;
  const { dir: folder, every, keep } = backups;
  const maker = threadedBackup({
    entry: workerEntries.backup(),
    dataDir,
    folder,
    madeBy: `docent ${buildInfo.version}`,
  });
  return createBackupSchedule({ shelf: backupShelf(folder), maker, every, keep, clock, log });
}
