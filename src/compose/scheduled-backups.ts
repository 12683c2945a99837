import { buildInfo } from "../build-info.ts";
import { atEachLook } from "../runner/job-kind.ts";
import { backupShelf } from "../storage/archives/backup-making.ts";
import { type BackupSchedule, createBackupSchedule } from "../upkeep/backup-schedule.ts";
import { threadedBackup } from "../worker/threaded-backup.ts";
import { workerEntries } from "../worker-entries.ts";
import type { Foundation } from "./foundation.ts";

/** Milliseconds between looks whether one is due. */
const lookEvery = 10_000;

export function composeBackups({
  config: { backups, dataDir },
  clock,
  log,
  runner,
}: Foundation): BackupSchedule | null {
  if (backups === null) return null;
  const { dir: folder, every, keep } = backups;
  const maker = threadedBackup({
    entry: workerEntries.backup(),
    dataDir,
    folder,
    madeBy: `docent ${buildInfo.version}`,
  });
  const schedule = createBackupSchedule({ shelf: backupShelf(folder), maker, every, keep, clock, log });
  runner.add({ name: "backups", ...atEachLook(schedule.look), every: lookEvery, failed: "backup.failed" });
  return schedule;
}
