/**
 * Returns the space of deleted data to the disk while the service runs: a few pages at a time, with pauses for requests. A
 * reserve stays in the file for new data, and another on the disk for deleting.
 */
import { Fault } from "../kernel/fault.ts";
import { inSteps, type JobKind } from "../runner/job-kind.ts";
import type { Database } from "./database.ts";

/** Some 2 ms of work … */
const pagesAtOnce = 200;
/** … and the milliseconds for requests after it. */
const restFor = 20;
const reserveBytes = 4_000_000;
/** Below this amount the writes are not worthwhile. */
const leastBytes = 16_000_000;
/** Milliseconds between two looks. */
const lookEvery = 10_000;

export function spaceReclaiming(database: Pick<Database, "freeBytes" | "shrink" | "reserve" | "room">): JobKind<null> {
  let isBegun = false;
  /** Whether there may be more to return. */
  const reclaim = (): boolean => {
    const free = database.freeBytes();
    if (free >= leastBytes) isBegun = true;
    if (!isBegun || free <= reserveBytes) return false;
    database.shrink(pagesAtOnce);
    // A database of version 0.1 keeps its pages until `docent compact`.
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
        // On a full disk there is no room in the log; the next run tries again.
        if (!(database.room.explained(error) instanceof Fault)) throw error;
      }
      return false;
    }),
    rest: restFor,
    every: lookEvery,
    failed: "storage.not_reclaimed",
  };
}
