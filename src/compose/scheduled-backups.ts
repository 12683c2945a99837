/** Backups that the service makes by itself, as the settings say or as an operator chose while it runs. */

import { mkdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { buildInfo } from "../build-info.ts";
import type { AutomaticBackups } from "../http/system-parts.ts";
import { replaceFile } from "../kernel/atomic-file.ts";
import { isMissing } from "../kernel/error-code.ts";
import { atEachLook } from "../runner/job-kind.ts";
import { backupShelf } from "../store/sqlite/archives/backup-making.ts";
import { backupTime, isIncomplete } from "../upkeep/backup-plan.ts";
import { type BackupPlan, createBackupSchedule } from "../upkeep/backup-schedule.ts";
import { threadedBackup } from "../worker/threaded-upkeep.ts";
import { workerEntries } from "../worker-entries.ts";
import type { Foundation } from "./foundation.ts";

const lookEvery = 10_000;

/** Used when no setting names a folder. */
export const ownBackupFolder = (dataDir: string) => join(dataDir, "backups");

export type ComposedBackups = NonNullable<ReturnType<typeof composeBackups>>;

/** Null for a shared database. */
export function composeBackups(foundation: Foundation) {
  const { config, clock, log, runner } = foundation;
  const { backups, dataDir } = config;
  if (config.shared !== null) return null;
  const folder = backups?.dir ?? ownBackupFolder(dataDir);
  const madeBy = `docent ${buildInfo.version}`;
  const maker = threadedBackup({ entry: workerEntries.backup(), dataDir, folder, madeBy });
  let plan = backups === null ? keptPlan(folder) : { every: backups.every, keep: backups.keep };
  const schedule = createBackupSchedule({ shelf: backupShelf(folder), maker, plan: () => plan, clock, log });
  runner.add({ name: "backups", ...atEachLook(schedule.look), every: lookEvery, failed: "backup.failed" });
  const change = async (next: BackupPlan | null) => {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    await replaceFile(planFile(folder), [new TextEncoder().encode(`${JSON.stringify(next)}\n`)]);
    plan = next;
  };
  const reported: AutomaticBackups = {
    folder,
    plan: () => plan,
    change: backups === null ? change : null,
    list: () => listed(folder),
    makeNow: () => schedule.makeNow(),
    trouble: () => schedule.trouble,
  };
  return { schedule, reported };
}

/** Kept with the backups, so that it disappears with them. */
const planFile = (folder: string) => join(folder, "plan.json");

function keptPlan(folder: string): BackupPlan | null {
  try {
    const { every, keep } = JSON.parse(readFileSync(planFile(folder), "utf8")) ?? {};
    return every > 0 && keep > 0 ? { every, keep } : null;
  } catch (error) {
    if (isMissing(error) || error instanceof SyntaxError) return null;
    throw error;
  }
}

function listed(folder: string) {
  return backupShelf(folder)
    .names()
    .flatMap((name) => {
      const madeAt = backupTime(name);
      const bytes = statSync(join(folder, name), { throwIfNoEntry: false })?.size;
      return madeAt === null || bytes === undefined ? [] : [{ name, madeAt, bytes, isIncomplete: isIncomplete(name) }];
    })
    .sort((a, b) => b.madeAt - a.madeAt);
}
