/**
 * Returns the space of deleted data to the disk while the service runs: a few pages at a time, with pauses for requests. A
 * reserve stays in the file for new data, and another on the disk for deleting.
 */
import { Fault } from "../kernel/fault.ts";
import type { Database } from "./database.ts";

export interface SpaceReclaiming {
  /** Starts if there is enough to return. Resolves at the end; never rejects. */
  look(): Promise<void>;
  /** Resolves when nothing more is done. */
  stop(): Promise<void>;
}

/** Some 2 ms of work. */
const pagesAtOnce = 200;
const reserveBytes = 4_000_000;
/** Below this amount the writes are not worthwhile. */
const leastBytes = 16_000_000;

/** @param pause waits between two pieces. */
export function createSpaceReclaiming(database: Database, pause: () => Promise<void>): SpaceReclaiming {
  let current: Promise<void> | null = null;
  let stopped = false;
  const reclaim = async () => {
    if (database.freeBytes() < leastBytes) return;
    for (let free = database.freeBytes(); free > reserveBytes && !stopped; ) {
      database.shrink(pagesAtOnce);
      const left = database.freeBytes();
      // A database of version 0.1 keeps its pages until `docent compact`.
      if (left >= free) return;
      free = left;
      await pause();
    }
  };
  return {
    look: async () => {
      current ??= reclaim()
        .then(() => database.reserve.keep())
        .catch((error) => {
          // On a full disk there is no room in the log; the next run tries again.
          if (!(database.room.explained(error) instanceof Fault)) throw error;
        })
        .finally(() => {
          current = null;
        });
      await current;
    },
    stop: async () => {
      stopped = true;
      await current;
    },
  };
}
