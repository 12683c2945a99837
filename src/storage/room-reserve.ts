/**
 * Room on the disk that is kept back so that deleting works when the disk is full: deleting needs room first, since SQLite
 * writes the changed pages to its log before it frees any. A file takes the room; it is deleted when the room is needed,
 * and written again when the disk has plenty.
 */
import { existsSync, rmSync, statfsSync } from "node:fs";
import { open, rename, rm } from "node:fs/promises";
import { dirname } from "node:path";
import { Fault } from "../kernel/fault.ts";

export interface RoomReserve {
  /**
   * Runs a write that frees more than it takes. If the disk is full, the room is released and the write tried again.
   * @throws what the write throws
   */
  freeing<T>(write: () => T): T;
  /** Keeps room back if none is and the disk has plenty. Never rejects. */
  keep(): Promise<void>;
}

/** Bytes: enough for the changed pages of a document of some 30 MB. */
const usualSize = 32 * 1024 * 1024;
/** Of a small disk at most this part is kept back. */
const largestShare = 1 / 16;
/** The disk has plenty if it has so many times the room that is kept back. */
const plenty = 4;
const block = 1024 * 1024;

/** @param path of the file; null if nothing is stored on a disk. */
export function createRoomReserve(path: string | null): RoomReserve {
  let keeping: Promise<void> | null = null;
  return {
    freeing: (write) => {
      try {
        return write();
      } catch (error) {
        const isFull = error instanceof Fault && error.code === "storage_full";
        if (!isFull || path === null || !existsSync(path)) throw error;
        rmSync(path);
        return write();
      }
    },
    keep: async () => {
      if (path === null || existsSync(path)) return;
      keeping ??= takeRoom(path).finally(() => {
        keeping = null;
      });
      await keeping;
    },
  };
}

async function takeRoom(path: string): Promise<void> {
  const temporary = `${path}.new`;
  try {
    const { bsize, blocks, bavail } = statfsSync(dirname(path));
    const size = Math.floor(Math.min(usualSize, bsize * blocks * largestShare));
    if (bsize * bavail < size * plenty) return;
    await fill(temporary, size);
    await rename(temporary, path);
  } catch {
    // A disk that takes no reserve has none. A write that matters says why.
    await rm(temporary, { force: true }).catch(() => undefined);
  }
}

/** Random bytes: a file system that compresses would keep no room for zeros. */
async function fill(path: string, size: number): Promise<void> {
  const bytes = new Uint8Array(block);
  // As many as are given at once.
  for (let at = 0; at < block; at += 65_536) crypto.getRandomValues(bytes.subarray(at, at + 65_536));
  const file = await open(path, "w", 0o600);
  try {
    for (let left = size; left > 0; left -= block) await file.write(bytes, 0, Math.min(block, left));
  } finally {
    await file.close();
  }
}
