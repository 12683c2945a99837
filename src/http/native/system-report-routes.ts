import { type Static, Type } from "@sinclair/typebox";
import { HeldObject, heldView, KeptFolderObject, keptFolderView } from "../../api/keeper-schemas.ts";
import { LanguageModelObject, modelView, tryModel } from "../../api/model-view.ts";
import { instant, namedObject, nullable, oneOf } from "../../api/schema-parts.ts";
import { JobsObject, SettingObject } from "../../api/system-schemas.ts";
import { timestamp } from "../../kernel/clock.ts";
import { severities } from "../../upkeep/findings.ts";
import { BackupsObject, backupsView } from "../surfaces/backups-routes.ts";
import type { SystemReportSources, Versions } from "../system-parts.ts";
import { operatorRoute } from "./system-routes.ts";

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

const getSystem = operatorRoute("GET /v1/system", "getSystem", {
  summary: "Get the state of the service",
  description: "Secret settings have no value.",
  answers: { 200: { says: "Its state, settings and backups.", schema: SystemObject } },
  answer: (_, { system, abilities }) => reportOf(system, abilities.versions),
});

const getFindings = operatorRoute("GET /v1/system/findings", "getFindings", {
  summary: "Check the data folder and the settings",
  description: "Runs `docent doctor` in a separate process. With much data it takes some seconds.",
  answers: { 200: { says: "At least one finding for each area.", schema: FindingsObject } },
  answer: async (_, { system }): Promise<Static<typeof FindingsObject>> => ({
    object: "findings",
    findings: (await system.examine()).map((finding) => ({ ...finding })),
  }),
});

const tryLanguageModel = operatorRoute("POST /v1/system/model", "tryLanguageModel", {
  summary: "Try the language model",
  answers: { 200: { says: "What was found.", schema: LanguageModelObject } },
  errors: ["invalid_parameter"],
  answer: (_, { system }) => tryModel(system.model),
});

export const systemReportRoutes = [getSystem, getFindings, tryLanguageModel];
