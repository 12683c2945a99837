import type { SettingInForce } from "../config/settings-in-force.ts";
import type { SystemReportSources } from "../http/native/system-report-routes.ts";
import type { WorkspaceService } from "../keys/workspace-service.ts";
import type { MemoryService } from "../memory/memory-service.ts";
import type { ModelCheck } from "../providers/model-check.ts";
import type { IngestQueue } from "../sources/ports/queue-ports.ts";
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
