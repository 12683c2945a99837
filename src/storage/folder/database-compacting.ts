import { holdDataFolder } from "./data-folder.ts";

export interface Compaction {
  readonly before: number;
  readonly after: number;
}

/**
 * Rewrites the database without free pages. If it is killed, the old file stays. @throws DataDirError; Fault
 * `storage_full`
 */
export function compactDatabase(dataDir: string): Compaction {
  const { database, release } = holdDataFolder(dataDir, { create: false });
  try {
    const before = database.bytes();
    database.orm.run("PRAGMA auto_vacuum = INCREMENTAL");
    database.orm.run("VACUUM");
    return { before, after: database.bytes() };
  } catch (error) {
    // drizzle gives its own error the one of SQLite as its cause.
    throw database.room.explained(error instanceof Error && error.cause !== undefined ? error.cause : error);
  } finally {
    release();
  }
}
