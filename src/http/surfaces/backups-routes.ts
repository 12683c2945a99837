/** The backups that the service makes by itself: when, where, and one now. Only for the operator. */
import { type Static, Type } from "@sinclair/typebox";
import { instant, namedObject, nullable, oneOf, strict } from "../../api/schema-parts.ts";
import { timestamp } from "../../kernel/clock.ts";
import { Fault } from "../../kernel/fault.ts";
import type { BackupPlan } from "../../upkeep/backup-schedule.ts";
import { operatorRoute } from "../native/system-routes.ts";
import type { AutomaticBackups, KeptBackup } from "../system-parts.ts";

const BackupObject = namedObject("Backup", {
  name: Type.String(),
  bytes: Type.Integer(),
  made_at: instant,
  incomplete: Type.Boolean({ description: "Whether it lacks something that the database names." }),
});

export const BackupsObject = Type.Object(
  {
    folder: Type.String(),
    every_seconds: nullable(Type.Integer({ description: "Null: none is made by itself." })),
    keep: Type.Integer(),
    set_by: oneOf(["settings", "api"]),
    trouble: nullable(Type.String()),
    items: Type.Array(BackupObject, { description: "Newest first." }),
  },
  { $id: "Backups", description: "Null: the data is in a shared database, which has backups of its own." },
);

const BackupWish = Type.Object(
  {
    every_hours: nullable(Type.Integer({ minimum: 1, maximum: 8760, description: "Null: off." })),
    keep: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000, description: "The last so many; 7 by default." })),
  },
  { $id: "BackupWish", ...strict, examples: [{ every_hours: 24, keep: 7 }] },
);

const hour = 3_600_000;
const keptByDefault = 7;

function made(backups: AutomaticBackups | null): AutomaticBackups {
  if (backups !== null) return backups;
  throw new Fault("invalid_parameter", "The data is in a shared database, of which this service makes no backups.", {
    hint: "Use the backups of PostgreSQL, and those of the folder or bucket with the original files.",
  });
}

async function planned(backups: AutomaticBackups | null, plan: BackupPlan | null): Promise<AutomaticBackups> {
  const ours = made(backups);
  if (ours.change === null)
    throw new Fault("invalid_parameter", "The settings say when backups are made.", {
      hint: "Change DOCENT_BACKUP_EVERY and DOCENT_BACKUP_KEEP, and start the service again.",
    });
  await ours.change(plan);
  return ours;
}

async function backUp(backups: AutomaticBackups | null): Promise<KeptBackup> {
  const ours = made(backups);
  const name = await ours.makeNow();
  const found = ours.list().find((each) => each.name === name);
  if (found !== undefined) return found;
  throw new Fault("internal_error", "The backup failed. The log says why.");
}

export function backupsView({ folder, plan, change, list, trouble }: AutomaticBackups): Static<typeof BackupsObject> {
  const now = plan();
  return {
    folder,
    every_seconds: now === null ? null : Math.round(now.every / 1000),
    keep: now?.keep ?? keptByDefault,
    set_by: change === null ? "settings" : "api",
    trouble: trouble(),
    items: list().map(backupView),
  };
}

function backupView({ name, bytes, madeAt, isIncomplete }: KeptBackup): Static<typeof BackupObject> {
  return { name, bytes, made_at: timestamp(madeAt), incomplete: isIncomplete };
}

const createBackup = operatorRoute("POST /v1/system/backups", "createBackup", {
  summary: "Make a backup now",
  description: "In the folder of the automatic backups.",
  answers: {
    201: { says: "The verified backup; `incomplete` says whether it lacks something.", schema: BackupObject },
  },
  errors: ["invalid_parameter"],
  answer: async (_, { system }) => backupView(await backUp(system.backups)),
});

const planBackups = operatorRoute("PATCH /v1/system/backups", "planBackups", {
  summary: "Say when backups are made",
  description:
    "In `backups` in the data folder, from now on and after a restart. Where DOCENT_BACKUP_DIR is set, the settings decide.",
  body: { "application/json": BackupWish },
  answers: { 200: { says: "The plan, and the backups that are there.", schema: BackupsObject } },
  errors: ["invalid_parameter"],
  answer: async ({ readBody }, { system }) => {
    const { every_hours: hours, keep = keptByDefault } = await readBody();
    return backupsView(await planned(system.backups, hours === null ? null : { every: hours * hour, keep }));
  },
});

export const backupsRoutes = [createBackup, planBackups];
