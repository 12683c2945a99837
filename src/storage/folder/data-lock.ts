/**
 * Allows one process per data folder. Two processes would not corrupt the database, but each would trust its own indexes
 * and claim the other's running jobs.
 *
 * The lock is SQLite's own: an exclusive transaction on an empty database that lives as long as the process. Its POSIX
 * locks (on Windows: LockFileEx) end with the process, however it ends, so there is never a stale lock, as there could be
 * with a file that contains a process id. The locks also end if this process closes any descriptor of that file, so nothing
 * else may open it.
 *
 * If the file is deleted or replaced, a second process would lock a new one. So the folder itself is locked too, on systems
 * that can.
 */
import { Database, SQLiteError } from "bun:sqlite";
import { accessSync, constants, mkdirSync } from "node:fs";
import { join } from "node:path";
import { type FolderFlock, flockFolder } from "../folder-flock.ts";

export const lockFileName = "docent.lock";

export interface DataLock {
  /** Releases the folder. A second call does nothing. */
  release(): void;
}

/** The folder is in use or unusable. The message is for the person who started the program. */
export class DataDirError extends Error {
  /** Whether another process holds the folder. */
  readonly isInUse: boolean;

  constructor(message: string, cause: unknown, { isInUse = false } = {}) {
    super(message, { cause });
    this.name = "DataDirError";
    this.isInUse = isInUse;
  }
}

/**
 * Creates the folder if it is missing (for its owner only) and locks it for this process, without waiting. Keep a reference
 * to the result: the lock ends when it is garbage-collected.
 * @throws DataDirError naming the folder and what to do.
 */
export function lockDataDir(dir: string): DataLock {
  let database: Database | null = null;
  try {
    mkdirSync(dir, { recursive: true, mode: 0o700 });
    // On a read-only disk, a lock file that is there already could be locked.
    accessSync(dir, constants.W_OK);
    database = new Database(join(dir, lockFileName), { create: true });
    database.run("PRAGMA busy_timeout = 0");
    // Nothing is ever written, so the rollback journal needs no file.
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
  return {
    release: () => {
      if (isHeld) folder?.release();
      isHeld = false;
      file.close();
    },
  };
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
