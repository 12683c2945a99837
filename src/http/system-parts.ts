/** What the routes for operators, and those that say what the service can do, ask of the service. */
import type { LimitsInForce } from "../accounting/limit-ports.ts";
import type { ReportedFolder } from "../api/keeper-schemas.ts";
import type { TriedModel } from "../api/model-view.ts";
import type { Awaitable } from "../kernel/awaitable.ts";
import type { WorkspaceId } from "../kernel/ids.ts";
import type { WorkspaceService } from "../keys/workspace-service.ts";
import type { MemoryStats } from "../memory/memory-service.ts";
import type { KindReport } from "../runner/job-kind.ts";
import type { KeeperRecord } from "../sources/ports/keeping-ports.ts";
import type { SourceType } from "../sources/source.ts";
import type { BackupPlan } from "../upkeep/backup-schedule.ts";
import type { Finding } from "../upkeep/findings.ts";
import type { SourceLimits } from "./native/open-intake.ts";

export interface Versions {
  readonly version: string;
  readonly commit: string;
}

export interface Abilities {
  readonly versions: Versions;
  readonly limits: SourceLimits;
  readonly sourceTypes: readonly SourceType[];
  readonly modes: readonly string[];
  readonly model: string | null;
  /** Dimensions may be unknown until the first vector. */
  readonly embedder: { readonly model: string; readonly dimensions: number | null } | null;
  readonly sense: { readonly model: string; readonly licence: string } | null;
  readonly formats: readonly {
    readonly name: string;
    readonly mimeTypes: readonly string[];
    readonly extensions: readonly string[];
  }[];
}

export type LimitsOf = (workspace: WorkspaceId) => Awaitable<LimitsInForce>;

export interface ReportedSetting {
  readonly env: string;
  readonly help: string;
  /** Null if it is not set or is a secret. */
  readonly value: string | null;
  readonly isSecret: boolean;
  readonly origin: "flag" | "environment" | "file" | "default";
  readonly isLive: boolean;
}

export interface SystemReportSources {
  readonly operators: () => Promise<WorkspaceId | null>;
  /** Milliseconds since the Unix epoch. */
  readonly startedAt: number;
  readonly settings: () => readonly ReportedSetting[];
  readonly isWritable: () => Awaitable<boolean>;
  readonly waiting: () => Awaitable<number>;
  readonly memory: () => MemoryStats;
  readonly processBytes: () => number;
  readonly database: string;
  readonly databaseBytes: () => Awaitable<number>;
  /** Null: of a shared database. */
  readonly backups: AutomaticBackups | null;
  readonly folders: () => readonly ReportedFolder[];
  readonly jobs: () => readonly KindReport[];
  readonly held: () => Awaitable<readonly Omit<KeeperRecord, "sources">[]>;
  /** Tries the language model; null: none is configured. */
  readonly model: TriedModel | null;
  readonly examine: () => Promise<readonly Finding[]>;
  readonly packs: () => readonly InstalledPack[];
  readonly archives: ExpertArchives;
  readonly workspaces: WorkspaceService;
}

export interface InstalledPack {
  readonly kind: "vectors" | "scans";
  readonly name: string;
  readonly bytes: number;
  /** Of scans, those that it reads; empty: any. */
  readonly languages: readonly string[];
}

export interface KeptBackup {
  readonly name: string;
  readonly bytes: number;
  /** Milliseconds since the Unix epoch. */
  readonly madeAt: number;
  readonly isIncomplete: boolean;
}

export interface AutomaticBackups {
  readonly folder: string;
  plan(): BackupPlan | null;
  /** Null: the settings decide, so that it cannot be changed here. */
  readonly change: ((plan: BackupPlan | null) => Promise<void>) | null;
  list(): readonly KeptBackup[];
  makeNow(): Promise<string | null>;
  /** Null: the last backup succeeded. */
  trouble(): string | null;
}

/** Both run `docent export` and `docent import`, and reject with what those say. */
export interface ExpertArchives {
  /** @returns the file, which must be read or returned */
  write(expert: { readonly id: string; readonly workspaceId: string }): Promise<AsyncGenerator<Uint8Array>>;
  /** @returns the id of the new expert, in the default workspace */
  read(file: ReadableStream<Uint8Array> | null): Promise<string>;
}
