/**
 * One process a data folder. Two would corrupt nothing in SQLite, but each would trust its own memory indexes and claim
 * the other's running jobs.
 *
 * The lock is SQLite's own: an exclusive transaction on an empty database that lives as long as the process. Its POSIX
 * (on Windows: LockFileEx) locks go with the process, however it ends, so that no stale lock can be left behind, as a
 * file with a process number would be. They also go when any descriptor of that file is closed in this process, so
 * nothing else may open it.
 */
import { Database, SQLiteError } from "bun:sqlite";
import { mkdirSync } from "node:fs";
import { join } from "node:path";

export const lockFileName = "docent.lock";

export interface DataLock {
  /** Lets another process in. Calling it again does nothing. */
  release(): void;
}

/** The folder cannot be ours: it is in use, or not usable at all. The message is for the person who started us. */
export class DataDirError extends Error {
  constructor(message: string, cause: unknown) {
    super(message, { cause });
    this.name = "DataDirError";
  }

  /** Another process holds the folder. */
  get isInUse(): boolean {
    return this.cause instanceof SQLiteError && this.cause.code === "SQLITE_BUSY";
  }
}

/**
 * Makes the folder when it is missing (for its owner alone) and takes it for this process, without waiting. Keep what
 * it returns: the lock ends when that is collected as garbage.
 * @throws DataDirError naming the folder and what to do.
 */
export function lockDataDir(dir: string): DataLock {
  let database: Database | null = null;
  try {
    mkdirSync(dir, { recursive: true, mode: 0o700 });
    database = new Database(join(dir, lockFileName), { create: true });
    database.run("PRAGMA busy_timeout = 0");
    // Nothing is ever written, so the rollback journal need not be a second file.
    database.run("PRAGMA journal_mode = MEMORY");
    database.run("BEGIN EXCLUSIVE");
  } catch (error) {
    database?.close();
    throw refusal(dir, error);
  }
  const held = database;
  return { release: () => held.close() };
}

function refusal(dir: string, error: unknown): DataDirError {
  if (error instanceof SQLiteError && error.code === "SQLITE_BUSY") {
    const remedy = "Stop that process, or choose another folder with --data-dir.";
    return new DataDirError(`The data folder ${dir} is in use by another docent process. ${remedy}`, error);
  }
  const reason = error instanceof Error ? error.message : String(error);
  const remedy = "Docent needs a folder that this user may write to.";
  return new DataDirError(`The data folder ${dir} cannot be used: ${reason}. ${remedy}`, error);
}
