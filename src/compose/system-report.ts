import type { SettingInForce } from "../config/settings-in-force.ts";
import type { ExpertArchives, InstalledPack, SystemReportSources } from "../http/system-parts.ts";
import { Fault } from "../kernel/fault.ts";
import type { Workspace } from "../keys/ports.ts";
import type { WorkspaceService } from "../keys/workspace-service.ts";
import type { MemoryService } from "../memory/memory-service.ts";
import type { ModelCheck } from "../providers/model-check.ts";
import type { IngestQueue } from "../sources/ports/queue-ports.ts";
import type { Finding } from "../upkeep/findings.ts";
import type { DatabaseFacts } from "./database/opened-database.ts";

export interface ToldByCaller {
  readonly settings?: () => readonly SettingInForce[];
  readonly examine?: () => Promise<readonly Finding[]>;
  /** Absent: exports and imports are refused. */
  readonly archives?: (workspaces: () => Promise<readonly Workspace[]>) => ExpertArchives;
  readonly packs?: () => readonly InstalledPack[];
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
  { settings = () => [], examine = async () => [], archives = noArchives, packs = () => [] }: ToldByCaller,
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
    packs,
    archives: archives(async () => workspaces.list()),
    workspaces,
  };
}

function noArchives(): ExpertArchives {
  const refuse = () => Promise.reject(new Fault("not_ready", "This process cannot export or import experts."));
  return { write: refuse, read: refuse };
}
