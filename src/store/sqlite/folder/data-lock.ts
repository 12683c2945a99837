/** An exclusive SQLite transaction, which ends with the process. Closing another descriptor of the file would end it. */
import { Database, SQLiteError } from "bun:sqlite";
import { accessSync, constants, mkdirSync } from "node:fs";
import { join } from "node:path";
import { NamedError } from "../../../kernel/error-code.ts";
import { type FolderFlock, flockFolder } from "../folder-flock.ts";

export const lockFileName = "docent.lock";

export interface DataLock extends Disposable {
  release(): void;
}

export class DataDirError extends NamedError {
  readonly isInUse: boolean;

  constructor(message: string, cause: unknown, { isInUse = false } = {}) {
    super(message, cause);
    this.isInUse = isInUse;
  }
}

/** Creates a missing folder. The lock lives as long as the result is referenced. @throws DataDirError */
export function lockDataDir(dir: string): DataLock {
  let database: Database | null = null;
  try {
    mkdirSync(dir, { recursive: true, mode: 0o700 });
    // On a read-only disk, an existing lock file could be locked.
    accessSync(dir, constants.W_OK);
    database = new Database(join(dir, lockFileName), { create: true });
    database.run("PRAGMA busy_timeout = 0");
    // In memory, because nothing is ever written.
    database.run("PRAGMA journal_mode = MEMORY");
    database.run("BEGIN EXCLUSIVE");
    const folder = flockFolder(dir);
    if (folder === "held") throw inUse(dir, null);
    return releasing(database, folder);
  } catch (error) {
    database?.close();
    throw refusal(dir, error);
  }
}

function releasing(file: Database, folder: FolderFlock | null): DataLock {
  let isHeld = true;
  const release = () => {
    if (isHeld) folder?.release();
    isHeld = false;
    file.close();
  };
  return { release, [Symbol.dispose]: release };
}

function refusal(dir: string, error: unknown): DataDirError {
  if (error instanceof DataDirError) return error;
  if (error instanceof SQLiteError && error.code === "SQLITE_BUSY") return inUse(dir, error);
  const reason = error instanceof Error ? error.message : String(error);
  const remedy = "Docent needs a folder that this user may write to.";
  return new DataDirError(`The data folder ${dir} cannot be used: ${reason}. ${remedy}`, error);
}

function inUse(dir: string, cause: unknown): DataDirError {
  const remedy = "Stop that process, or choose another folder with --data-dir.";
  const message = `The data folder ${dir} is in use by another docent process. ${remedy}`;
  return new DataDirError(message, cause, { isInUse: true });
}
