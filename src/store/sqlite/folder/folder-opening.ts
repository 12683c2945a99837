import { statSync } from "node:fs";
import { join } from "node:path";
import { namesIn } from "../../../kernel/regular-file.ts";
import { backupTime } from "../../../upkeep/backup-plan.ts";
import { DataDirError } from "./data-lock.ts";
import { folderIdentity } from "./folder-identity.ts";
import { catalogueFileName } from "./originals-catalogue.ts";
import { setAsideFolders } from "./set-aside.ts";

export const movingName = "moving.db";

export interface DataFolderState {
  /** `empty`: a file without bytes, which SQLite would treat as a new database. */
  readonly database: "missing" | "empty" | "present";
  readonly originals: number;
  readonly indexes: number;
  readonly backups: number;
  /** Signs of an earlier database: its log, the folder's id, the catalogue. */
  readonly hasTraces: boolean;
  readonly isMoving: boolean;
}

export function inspectFolder(dataDir: string, backupFolder: string | null): DataFolderState {
  const database = statSync(join(dataDir, "docent.db"), { throwIfNoEntry: false });
  const names = namesIn(dataDir);
  const backups = [...names, ...(backupFolder === null ? [] : namesIn(backupFolder))];
  return {
    database: database === undefined ? "missing" : database.size === 0 ? "empty" : "present",
    originals: namesIn(join(dataDir, "originals")).length + setAsideFolders(dataDir).length,
    indexes: namesIn(join(dataDir, "memory")).filter((name) => name.endsWith(".memory")).length,
    backups: backups.filter((name) => backupTime(name) !== null).length,
    hasTraces:
      folderIdentity(dataDir) !== null ||
      names.includes(catalogueFileName) ||
      (statSync(join(dataDir, "docent.db-wal"), { throwIfNoEntry: false })?.size ?? 0) > 0,
    isMoving: names.includes(movingName),
  };
}

/** `create`: no database, and nothing that belongs to one. */
export function planOpening(found: DataFolderState): "open" | "create" | "refuse" {
  if (found.database === "present") return "open";
  const { originals, indexes, backups, hasTraces, isMoving } = found;
  return originals + indexes + backups === 0 && !hasTraces && !isMoving ? "create" : "refuse";
}

export function databaseLost(dataDir: string, found: DataFolderState): DataDirError {
  const { database, originals, indexes, backups } = found;
  if (found.isMoving) return unfinishedMove(dataDir);
  const held = [count(originals, "original file"), count(indexes, "index", "indexes"), count(backups, "backup")].filter(
    (each) => each !== null,
  );
  const what = database === "empty" ? "an empty database" : "no database";
  const rest = held.length === 0 ? "traces of an earlier one" : held.join(", ");
  return new DataDirError(
    `The data folder ${dataDir} has ${what}, but ${rest}. Docent does not start a new database there. ${recoveryAdvice(dataDir)}`,
    null,
  );
}

function unfinishedMove(dataDir: string): DataDirError {
  return new DataDirError(
    `A move of data into ${dataDir} has not ended. Start the same \`docent move\` again: it goes on where it stopped.`,
    null,
  );
}

/** For a database that is lost, damaged or of another folder. */
export function recoveryAdvice(dataDir: string): string {
  return [
    "Nothing was changed. There are three ways on:",
    `restore a backup (docent restore FILE --data-dir ${dataDir}),`,
    `read the documents in again from their original files (docent doctor --recover --data-dir ${dataDir}),`,
    "or start in an empty folder (--data-dir ANOTHER).",
  ].join(" ");
}

function count(number: number, noun: string, plural = `${noun}s`): string | null {
  return number === 0 ? null : `${number} ${number === 1 ? noun : plural}`;
}
