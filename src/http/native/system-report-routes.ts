import { type Static, Type } from "@sinclair/typebox";
import { Elysia } from "elysia";
import {
  HeldObject,
  heldView,
  KeptFolderObject,
  keptFolderView,
  type ReportedFolder,
} from "../../api/keeper-schemas.ts";
import { LanguageModelObject, modelView, type TriedModel, tryModel } from "../../api/model-view.ts";
import { instant, namedObject, nullable, oneOf } from "../../api/schema-parts.ts";
import { JobsObject, SettingObject } from "../../api/system-schemas.ts";
import type { Awaitable } from "../../kernel/awaitable.ts";
import { timestamp } from "../../kernel/clock.ts";
import type { WorkspaceService } from "../../keys/workspace-service.ts";
import type { MemoryStats } from "../../memory/memory-service.ts";
import type { KindReport } from "../../runner/job-kind.ts";
import type { KeeperRecord } from "../../sources/ports/keeping-ports.ts";
import { type Finding, severities } from "../../upkeep/findings.ts";
import type { authentication } from "../edge/authentication.ts";
import type { ExpertArchives } from "../surfaces/archives-routes.ts";
import { type AutomaticBackups, BackupsObject, backupsView } from "../surfaces/backups-routes.ts";
import { type Operators, operatorOperation, requireOperator, type Versions } from "./system-routes.ts";

export interface ReportedSetting {
  readonly env: string;
  readonly help: string;
  /** Null if it is not set or is a secret. */
  readonly value: string | null;
  readonly isSecret: boolean;
  readonly origin: "flag" | "environment" | "file" | "default";
  readonly isLive: boolean;
}

export interface SystemReportSources extends Operators {
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

const PackObject = namedObject("ModelPack", {
  kind: oneOf(["vectors", "scans"]),
  name: Type.String(),
  bytes: Type.Integer(),
  languages: Type.Array(Type.String(), { description: "Of a pack for scans, those that it reads." }),
});

const HeldKeeper = namedObject("HeldKeeper", {
  expert_id: Type.String(),
  keeper: Type.String(),
  ...HeldObject.properties,
});

const SystemObject = namedObject("SystemReport", {
  object: Type.Literal("system"),
  version: Type.String(),
  commit: Type.String(),
  runtime: Type.String(),
  started_at: instant,
  storage_writable: Type.Boolean({ description: "Whether the disk can be written." }),
  sources_waiting: Type.Integer(),
  process_bytes: Type.Integer({ description: "Memory of the process." }),
  index_bytes: Type.Integer({ description: "Memory of open indexes." }),
  index_budget_bytes: Type.Integer(),
  open_indexes: Type.Integer(),
  database: Type.String({ description: "Its kind and version.", examples: ["SQLite 3.51.0", "PostgreSQL 18.4"] }),
  database_bytes: Type.Integer(),
  settings: Type.Array(SettingObject),
  folders: Type.Array(KeptFolderObject, { description: "Folders that the settings keep experts in step with." }),
  jobs: Type.Array(JobsObject, { description: "What is done in the background, since the start." }),
  held: Type.Array(HeldKeeper, { description: "Mass changes of folders and sites that wait for a person." }),
  model: nullable(LanguageModelObject),
  packs: Type.Array(PackObject, { description: "The model packs that are installed." }),
  backups: nullable(BackupsObject),
});

const FindingsObject = namedObject("Findings", {
  object: Type.Literal("findings"),
  findings: Type.Array(
    namedObject("Finding", {
      area: Type.String(),
      severity: oneOf(severities),
      message: Type.String(),
      remedy: nullable(Type.String()),
      repairable: Type.Boolean({ description: "Whether `docent doctor --repair` repairs it." }),
    }),
  ),
});

export function systemReportRoutes(
  auth: ReturnType<typeof authentication>,
  service: SystemReportSources,
  versions: Versions,
) {
  return new Elysia({ name: "system-report-routes", prefix: "/v1/system" })
    .use(auth)
    .get(
      "",
      async ({ access }) => {
        await requireOperator(access, service);
        return reportOf(service, versions);
      },
      getSystem(),
    )
    .get(
      "/findings",
      async ({ access }): Promise<Static<typeof FindingsObject>> => {
        await requireOperator(access, service);
        return { object: "findings", findings: (await service.examine()).map((finding) => ({ ...finding })) };
      },
      getFindings(),
    )
    .post(
      "/model",
      async ({ access }) => {
        await requireOperator(access, service);
        return tryModel(service.model);
      },
      tryLanguageModel(),
    );
}

async function reportOf(
  service: SystemReportSources,
  { version, commit }: Versions,
): Promise<Static<typeof SystemObject>> {
  const memory = service.memory();
  return {
    object: "system",
    version,
    commit,
    runtime: `Bun ${Bun.version}`,
    started_at: timestamp(service.startedAt),
    storage_writable: await service.isWritable(),
    sources_waiting: await service.waiting(),
    process_bytes: service.processBytes(),
    index_bytes: memory.residentBytes,
    index_budget_bytes: memory.budgetBytes,
    open_indexes: memory.residentExperts,
    database: service.database,
    database_bytes: await service.databaseBytes(),
    settings: service.settings().map(({ env, help, value, isSecret, origin, isLive }) => ({
      name: env,
      help,
      value,
      secret: isSecret,
      origin,
      live: isLive,
    })),
    folders: service.folders().map(keptFolderView),
    jobs: service.jobs().map((report) => ({ ...report })),
    held: (await service.held()).flatMap(({ expertId, keeper, held }) => {
      const view = heldView(held);
      return view === null ? [] : [{ expert_id: expertId, keeper, ...view }];
    }),
    model: service.model && modelView(service.model),
    packs: service.packs().map(({ languages, ...pack }) => ({ ...pack, languages: [...languages] })),
    backups: service.backups && backupsView(service.backups),
  };
}

const getSystem = operatorOperation("getSystem", {
  summary: "Get the state of the service",
  description: "Secret settings have no value.",
  answers: { 200: { says: "Its state, settings and backups.", schema: SystemObject } },
});

const getFindings = operatorOperation("getFindings", {
  summary: "Check the data folder and the settings",
  description: "Runs `docent doctor` in a separate process. With much data it takes some seconds.",
  answers: { 200: { says: "At least one finding for each area.", schema: FindingsObject } },
});

const tryLanguageModel = operatorOperation("tryLanguageModel", {
  summary: "Try the language model",
  answers: { 200: { says: "What was found.", schema: LanguageModelObject } },
  errors: ["invalid_parameter"],
});
