/** Opens a data folder as the process that serves it, or beside that process for a command. */
import { Database as Sqlite } from "bun:sqlite";
import { chmodSync, existsSync, renameSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { copyDatabase } from "../archives/database-copy.ts";
import { finishRestore, isRestoreDecided } from "../archives/interrupted-restore.ts";
import { type Database, openDatabase } from "../database.ts";
import { isDamage } from "../database-soundness.ts";
import { newestSchema, schemaVersion } from "../migrate.ts";
import { makeOpeningRoom } from "../opening-room.ts";
import { DataDirError, lockDataDir } from "./data-lock.ts";
import { freeBytesAt } from "./disk-room.ts";
import { syncFile, syncFolder } from "./durable-files.ts";
import { databaseIdentity, folderIdentity, writeDatabaseIdentity, writeFolderIdentity } from "./folder-identity.ts";
import { databaseLost, inspectFolder, planOpening, recoveryAdvice } from "./folder-opening.ts";
import { sweepStagings } from "./originals-staging.ts";

export interface OwnedFolder extends Disposable {
  readonly database: Database;
  /** The space kept for opening was needed; keep it again once started. */
  readonly isTight: boolean;
  release(): void;
}

export function databasePath(dataDir: string): string {
  return join(dataDir, "docent.db");
}

export interface HoldOptions {
  readonly create: boolean;
  readonly backupFolder?: string | null;
}

/** Finishes a killed process's work, and migrates. Creates only in an empty folder. @throws DataDirError */
export function holdDataFolder(dataDir: string, { create, backupFolder = null }: HoldOptions): OwnedFolder {
  if (!create && !existsSync(dataDir)) throw noDatabase(dataDir);
  const lock = lockDataDir(dataDir);
  try {
    const isTight = makeOpeningRoom(databasePath(dataDir));
    finishRestore(dataDir);
    sweepStagings(dataDir);
    const found = inspectFolder(dataDir, backupFolder);
    const plan = planOpening(found);
    if (plan === "refuse") throw databaseLost(dataDir, found);
    if (plan === "create" && !create) throw noDatabase(dataDir);
    keepCopy(dataDir);
    const database = openSound(dataDir);
    if (isTight) database.checkpoints.now();
    const release = () => {
      database.close();
      lock.release();
    };
    return { database, isTight, release, [Symbol.dispose]: release };
  } catch (error) {
    lock.release();
    throw error;
  }
}

/** Copies the database to `docent.db.version-N` before a migration, if the disk has space for three. */
function keepCopy(dataDir: string): void {
  const path = databasePath(dataDir);
  const version = existingSchema(dataDir) ?? 0;
  const needed = 3 * (statSync(path, { throwIfNoEntry: false })?.size ?? 0);
  if (version === 0 || version >= newestSchema || freeBytesAt(dataDir) < needed) return;
  const [copy, partial] = [`${path}.version-${version}`, `${path}.version-new`];
  rmSync(partial, { force: true });
  try {
    copyDatabase(path, partial);
    chmodSync(partial, 0o600);
    syncFile(partial, "r+");
    renameSync(partial, copy);
    syncFolder(dataDir);
  } catch (error) {
    rmSync(partial, { force: true });
    throw explained(dataDir, error);
  }
}

/** Works while a server runs, unless the database must be migrated. @throws DataDirError */
export function openBesideServer(dataDir: string): Database {
  const found = inspectFolder(dataDir, null);
  const plan = planOpening(found);
  if (plan === "open" && !isServed(dataDir)) makeOpeningRoom(databasePath(dataDir));
  if (plan === "refuse" && !isRestoreDecided(dataDir)) throw databaseLost(dataDir, found);
  if (plan === "create" && !isRestoreDecided(dataDir)) throw noDatabase(dataDir);
  const version = existingSchema(dataDir);
  if (version === newestSchema && !isRestoreDecided(dataDir)) return openMatching(dataDir);
  try {
    holdDataFolder(dataDir, { create: false }).release();
  } catch (error) {
    throw isInUse(error) && version !== null ? otherVersion(dataDir, version, error) : error;
  }
  return openMatching(dataDir);
}

/** Also true if the folder cannot be locked, for example because it is read-only. */
function isServed(dataDir: string): boolean {
  try {
    lockDataDir(dataDir).release();
    return false;
  } catch {
    return true;
  }
}

export function isNewFolder(dataDir: string): boolean {
  return !isRestoreDecided(dataDir) && planOpening(inspectFolder(dataDir, null)) === "create";
}

function noDatabase(dataDir: string): DataDirError {
  return new DataDirError(`There is no database in ${dataDir}: \`docent serve\` makes the first one.`, null);
}

function openSound(dataDir: string): Database {
  const database = openMatching(dataDir);
  try {
    if (isCut(dataDir, database)) throw damagedDatabase(dataDir, "It was cut off.", null);
    return database;
  } catch (error) {
    database.close();
    throw explained(dataDir, error);
  }
}

export function openMatching(dataDir: string): Database {
  let database: Database | null = null;
  try {
    if (belongsElsewhere(dataDir)) throw foreignDatabase(dataDir);
    database = openDatabase(databasePath(dataDir));
    matchIdentities(dataDir, database);
    return database;
  } catch (error) {
    database?.close();
    throw explained(dataDir, error);
  }
}

function belongsElsewhere(dataDir: string): boolean {
  const folder = folderIdentity(dataDir);
  if (folder === null || !existsSync(databasePath(dataDir))) return false;
  using sqlite = new Sqlite(databasePath(dataDir), { readonly: true });
  sqlite.run("PRAGMA busy_timeout = 5000");
  const hasId = sqlite.query("SELECT 1 FROM sqlite_schema WHERE name = 'installation'").get() !== null;
  const own = hasId ? sqlite.query<{ id: string }, []>("SELECT id FROM installation").get() : null;
  return own !== null && own.id !== folder;
}

/** The file is shorter than its first page says. */
function isCut(dataDir: string, database: Database): boolean {
  const isShort = () => statSync(databasePath(dataDir)).size < database.bytes();
  if (!isShort()) return false;
  database.orm.run("PRAGMA wal_checkpoint(TRUNCATE)");
  return isShort();
}

/** Copies the id from the one that has it to the other. Folders of version 0.1 have none. */
function matchIdentities(dataDir: string, database: Database): void {
  const [folder, own] = [folderIdentity(dataDir), databaseIdentity(database)];
  if (folder !== null && folder === own) return;
  if (folder !== null && own !== null) throw foreignDatabase(dataDir);
  if (mostOriginalsDiffer(dataDir, database)) throw foreignDatabase(dataDir);
  const id = own ?? folder ?? crypto.randomUUID();
  // The database first: a folder with an id and a database without would seem not to belong together.
  if (own === null) writeDatabaseIdentity(database, id);
  if (folder === null) writeFolderIdentity(dataDir, id);
}

/** A few differences are damage, which is reported elsewhere; many mean other data. */
function mostOriginalsDiffer(dataDir: string, { orm }: Database): boolean {
  const named = orm.all<{ no: number; bytes: number }>("SELECT no, bytes FROM source_versions WHERE sha256 <> ''");
  const found = named.flatMap(({ no, bytes }) => {
    const size = statSync(join(dataDir, "originals", String(no)), { throwIfNoEntry: false })?.size;
    return size === undefined ? [] : [size === bytes];
  });
  return found.filter((isSame) => !isSame).length * 2 > found.length;
}

function foreignDatabase(dataDir: string): DataDirError {
  return new DataDirError(
    `The database in ${dataDir} belongs to another data folder: it does not name the original files that are here. ${recoveryAdvice(dataDir)}`,
    null,
  );
}

function explained(dataDir: string, error: unknown): unknown {
  return isDamage(error) ? damagedDatabase(dataDir, `SQLite says: ${Object(error).message}.`, error) : error;
}

function damagedDatabase(dataDir: string, how: string, cause: unknown): DataDirError {
  return new DataDirError(`The database in ${dataDir} is damaged. ${how} ${recoveryAdvice(dataDir)}`, cause);
}

export function existingSchema(dataDir: string): number | null {
  if (!existsSync(databasePath(dataDir))) return null;
  try {
    using sqlite = new Sqlite(databasePath(dataDir), { readonly: true });
    sqlite.run("PRAGMA busy_timeout = 5000");
    return schemaVersion(sqlite);
  } catch (error) {
    throw explained(dataDir, error);
  }
}

function isInUse(error: unknown): boolean {
  return error instanceof DataDirError && error.isInUse;
}

function otherVersion(dataDir: string, version: number, cause: unknown): DataDirError {
  return new DataDirError(
    `The database in ${dataDir} has version ${version}, this executable needs version ${newestSchema}, and another ` +
      "docent process is using it. Use the same executable as that process, or stop it first.",
    cause,
  );
}
