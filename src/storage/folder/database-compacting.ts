import { holdDataFolder } from "./data-folder.ts";

export interface Compaction {
  /** Bytes of the database. */
  readonly before: number;
  readonly after: number;
}

/**
 * Writes the database again, whole, so that it holds no free pages, and can give them back by itself from then on. Needs
 * as much room on the disk as the result has; a kill leaves the old file.
 * @throws DataDirError when another process holds the folder, Fault `storage_full`.
 */
export function compactDatabase(dataDir: string): Compaction {
  const { database, release } = holdDataFolder(dataDir, { create: false });
  try {
    const before = database.bytes();
    database.orm.run("PRAGMA auto_vacuum = INCREMENTAL");
    database.orm.run("VACUUM");
    return { before, after: database.bytes() };
  } catch (error) {
    throw database.room.explained(error);
  } finally {
    release();
  }
}
