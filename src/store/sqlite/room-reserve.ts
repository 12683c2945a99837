/** Space for deleting on a full disk, since SQLite first writes to its log. The last part is for opening. */
import { openSync, rmSync, statfsSync, statSync, truncateSync, writeSync } from "node:fs";
import { open, rename, rm } from "node:fs/promises";
import { dirname } from "node:path";
import { Fault } from "../../kernel/fault.ts";
import { heldFile } from "../../kernel/regular-file.ts";

export type RoomReserve = ReturnType<typeof createRoomReserve>;

/** Bytes, enough to delete a document of some 30 MB. */
const usualSize = 32 * 1024 * 1024;
const largestShare = 1 / 16;
/** Bytes kept for opening, which takes 192 KB with a log of 64 MB; less on a small disk. */
const openingSize = 256 * 1024;
const openingShare = 1 / 32;
const plenty = 4;
const block = 1024 * 1024;

/** @param path null: in memory @param writeLogBack false: no space for it */
export function createRoomReserve(path: string | null, writeLogBack: () => boolean) {
  let keeping: Promise<void> | null = null;
  return {
    /** For a write that frees space: tried again after writing the log back, then after releasing space piece by piece. */
    freeing: <T>(write: () => T) => (path === null ? write() : untilRoom(path, write, writeLogBack)),
    keep: async () => {
      if (path === null) return;
      keeping ??= takeRoom(path).finally(() => {
        keeping = null;
      });
      await keeping;
    },
    keepForOpening: () => {
      if (path === null || sizeOf(path) > 0) return;
      try {
        fillAtOnce(path, sizesFor(path).opening);
      } catch {
        rmSync(path, { force: true });
      }
    },
  };
}

function untilRoom<T>(path: string, write: () => T, writeLogBack: () => boolean): T {
  for (let tries = 1; ; tries++) {
    try {
      return write();
    } catch (error) {
      if (!isFull(error) || (tries > 1 && !releasePiece(path))) throw error;
    }
    // First what the log holds for the database, so that the log needs no more space.
    while (!writeLogBack() && releasePiece(path));
  }
}

function isFull(error: unknown): boolean {
  return error instanceof Fault && error.code === "storage_full";
}

const sizeOf = (path: string) => statSync(path, { throwIfNoEntry: false })?.size ?? 0;

function sizesFor(path: string): { readonly whole: number; readonly opening: number; readonly free: number } {
  const { bsize, blocks, bavail } = statfsSync(dirname(path));
  const share = (most: number, part: number) => Math.floor(Math.min(most, bsize * blocks * part));
  const opening = share(openingSize, openingShare);
  return { whole: opening + share(usualSize, largestShare), opening, free: bsize * bavail };
}

/** False: only the last part, or nothing, is left. */
function releasePiece(path: string): boolean {
  const { opening } = sizesFor(path);
  const size = sizeOf(path);
  if (size <= opening) return false;
  truncateSync(path, Math.max(opening, size - block));
  return true;
}

async function takeRoom(path: string): Promise<void> {
  const temporary = `${path}.new`;
  try {
    const { whole, free } = sizesFor(path);
    if (sizeOf(path) >= whole || free < whole * plenty) return;
    await fill(temporary, whole);
    await rename(temporary, path);
  } catch {
    await rm(temporary, { force: true }).catch(() => undefined);
  }
}

/** Random, because a compressing file system would keep no space for zeros. */
function randomBytes(size: number): Uint8Array {
  const bytes = new Uint8Array(size);
  for (let at = 0; at < size; at += 65_536) crypto.getRandomValues(bytes.subarray(at, at + 65_536));
  return bytes;
}

async function fill(path: string, size: number): Promise<void> {
  const bytes = randomBytes(block);
  const file = await open(path, "w", 0o600);
  try {
    for (let left = size; left > 0; left -= block) await file.write(bytes, 0, Math.min(block, left));
  } finally {
    await file.close();
  }
}

function fillAtOnce(path: string, size: number): void {
  using file = heldFile(openSync(path, "w", 0o600));
  if (writeSync(file.descriptor, randomBytes(size)) < size) throw new Error("the disk took only a part");
}
