/** The ways into a data folder: as the one process that serves it, or beside that one for a command's while. */
import { Database as Sqlite } from "bun:sqlite";
import { existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { finishRestore, isRestoreDecided } from "../archives/interrupted-restore.ts";
import { type Database, openDatabase } from "../database.ts";
import { newestSchema, schemaVersion } from "../migrate.ts";
import { DataDirError, lockDataDir } from "./data-lock.ts";
import { sweepStagings } from "./originals-staging.ts";

export interface HeldFolder {
  readonly database: Database;
  /** Closes the database and lets another process in. */
  release(): void;
}

export function databasePath(dataDir: string): string {
  return join(dataDir, "docent.db");
}

/**
 * Takes the folder for this process, completes or removes what a killed one left in it, and brings the database up to date.
 * @throws DataDirError when another process holds the folder, or it cannot be used.
 */
export function holdDataFolder(dataDir: string): HeldFolder {
  const lock = lockDataDir(dataDir);
  try {
    finishRestore(dataDir);
    sweepStagings(dataDir);
    const database = openDatabase(databasePath(dataDir));
    return {
      database,
      release: () => {
        database.close();
        lock.release();
      },
    };
  } catch (error) {
    lock.release();
    throw error;
  }
}

/**
 * Opens the database, also while a server runs on the folder. A database of another version, or none, needs the lock:
 * the schema is never changed under a process that knows another.
 * @throws DataDirError when that is needed and another process holds the folder.
 */
export function openBesideServer(dataDir: string): Database {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const version = existingSchema(dataDir);
  if (version === newestSchema && !isRestoreDecided(dataDir)) return openDatabase(databasePath(dataDir));
  try {
    holdDataFolder(dataDir).release();
  } catch (error) {
    throw isInUse(error) && version !== null ? otherVersion(dataDir, version, error) : error;
  }
  return openDatabase(databasePath(dataDir));
}

/** The version of the database's schema; null when there is no database. Changes nothing. */
export function existingSchema(dataDir: string): number | null {
  if (!existsSync(databasePath(dataDir))) return null;
  const sqlite = new Sqlite(databasePath(dataDir), { readonly: true });
  try {
    sqlite.run("PRAGMA busy_timeout = 5000");
    return schemaVersion(sqlite);
  } finally {
    sqlite.close();
  }
}

function isInUse(error: unknown): boolean {
  return error instanceof DataDirError && error.isInUse;
}

function otherVersion(dataDir: string, version: number, cause: unknown): DataDirError {
  return new DataDirError(
    `The database in ${dataDir} is of version ${version}, this executable's of version ${newestSchema}, and another ` +
      "docent process is using it. Use the executable that runs there, or stop it first.",
    cause,
  );
}
