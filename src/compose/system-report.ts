import { statSync } from "node:fs";
import { join } from "node:path";
import type { BackupConfig } from "../config/load-config.ts";
import type { SettingInForce } from "../config/settings-in-force.ts";
import type { AutomaticBackups, SystemReportSources } from "../http/native/system-report-routes.ts";
import type { WorkspaceService } from "../keys/workspace-service.ts";
import type { MemoryService } from "../memory/memory-service.ts";
import type { ModelCheck } from "../providers/model-check.ts";
import type { IngestQueue } from "../sources/ports/queue-ports.ts";
import { backupShelf } from "../storage/archives/backup-making.ts";
import { backupTime, isIncomplete } from "../upkeep/backup-plan.ts";
import type { BackupSchedule } from "../upkeep/backup-schedule.ts";
import type { Finding } from "../upkeep/findings.ts";
import type { DatabaseFacts } from "./database/opened-database.ts";

/** What only the caller knows; the report is empty without it. */
interface ToldByCaller {
  readonly settings?: () => readonly SettingInForce[];
  readonly examine?: () => Promise<readonly Finding[]>;
}

interface Reporting {
  readonly memory: MemoryService;
  readonly queue: IngestQueue;
  readonly modelCheck: ModelCheck | null;
  readonly jobs: SystemReportSources["jobs"];
}

export function composeSystemReport(
  { workspaces }: { readonly workspaces: WorkspaceService },
  { memory, queue, modelCheck, jobs }: Reporting,
  facts: DatabaseFacts,
  { settings = () => [], examine = async () => [] }: ToldByCaller,
  { backups, folders, held }: Pick<SystemReportSources, "backups" | "folders" | "held">,
): SystemReportSources {
  return {
    operators: async () => (await workspaces.byName("default"))?.id ?? null,
    startedAt: Date.now() - process.uptime() * 1000,
    settings,
    isWritable: async () => (await facts.trouble()) === null,
    waiting: () => queue.waiting(),
    memory: () => memory.stats(),
    processBytes: () => process.memoryUsage.rss(),
    database: facts.version,
    databaseBytes: facts.bytes,
    backups,
    folders,
    held,
    model: modelCheck,
    jobs,
    examine,
  };
}

/** Null if the settings ask for none. */
export function composeAutomaticBackups(
  config: BackupConfig | null,
  schedule: BackupSchedule | null,
): AutomaticBackups | null {
  if (config === null || schedule === null) return null;
  const { dir: folder, every, keep } = config;
  const shelf = backupShelf(folder);
  return {
    folder,
    every,
    keep,
    list: () =>
      shelf
        .names()
        .flatMap((name) => {
          const madeAt = backupTime(name);
          const bytes = statSync(join(folder, name), { throwIfNoEntry: false })?.size;
          return madeAt === null || bytes === undefined
            ? []
            : [{ name, madeAt, bytes, isIncomplete: isIncomplete(name) }];
        })
        .sort((a, b) => b.madeAt - a.madeAt),
    makeNow: () => schedule.makeNow(),
    trouble: () => schedule.trouble,
  };
}
