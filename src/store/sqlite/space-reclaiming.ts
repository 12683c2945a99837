/** Returns space to the disk a few pages at a time; a reserve stays in the file. */
import { Fault } from "../../kernel/fault.ts";
import { inSteps, type JobKind } from "../../runner/job-kind.ts";
import type { Database } from "./database.ts";
import { holdDataFolder } from "./folder/data-folder.ts";

const pagesAtOnce = 200;
const restFor = 20;
const reserveBytes = 4_000_000;
const leastBytes = 16_000_000;
const lookEvery = 10_000;

export function spaceReclaiming(database: Pick<Database, "freeBytes" | "shrink" | "reserve" | "room">): JobKind<null> {
  let isBegun = false;
  const reclaim = (): boolean => {
    const free = database.freeBytes();
    if (free >= leastBytes) isBegun = true;
    if (!isBegun || free <= reserveBytes) return false;
    database.shrink(pagesAtOnce);
    // Databases of version 0.1 keep their pages until `docent compact`.
    return database.freeBytes() < free;
  };
  return {
    name: "free_space",
    ...inSteps(async () => {
      try {
        if (reclaim()) return true;
        isBegun = false;
        await database.reserve.keep();
      } catch (error) {
        // The log has no space on a full disk; the next run tries again.
        if (!(database.room.explained(error) instanceof Fault)) throw error;
      }
      return false;
    }),
    rest: restFor,
    every: lookEvery,
    failed: "storage.not_reclaimed",
  };
}

/** The old file stays until the new one is complete. @throws DataDirError; Fault `storage_full` */
export function compactDatabase(dataDir: string) {
  const { database, release } = holdDataFolder(dataDir, { create: false });
  try {
    const before = database.bytes();
    database.orm.run("PRAGMA auto_vacuum = INCREMENTAL");
    database.orm.run("VACUUM");
    return { before, after: database.bytes() };
  } catch (error) {
    // drizzle wraps SQLite's error as the cause of its own.
    throw database.room.explained(error instanceof Error && error.cause !== undefined ? error.cause : error);
  } finally {
    release();
  }
}
