/** Survives a power cut: a temporary file is written, synced and renamed over the old one; then the folder is synced. */
import { type FileHandle, mkdir, open, rename, rm } from "node:fs/promises";
import { dirname } from "node:path";
import type { AnyIterable } from "./awaitable.ts";
import { errorCode } from "./error-code.ts";

const pieceBytes = 1 << 20;

const syncedBytes = 8 << 20;

/** @throws the file system's errors; the old file stays */
export async function replaceFile(path: string, content: AnyIterable<Uint8Array>): Promise<void> {
  const temporary = `${path}.new`;
  // Not recursive: a data folder that was moved away is not made again.
  await mkdir(dirname(path)).catch(unlessThere);
  try {
    const file = await open(temporary, "w", 0o600);
    try {
      await writeAll(file, content);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
  await syncFolder(dirname(path));
}

function unlessThere(error: unknown): void {
  if (errorCode(error) !== "EEXIST") throw error;
}

async function writeAll(file: FileHandle, content: AnyIterable<Uint8Array>): Promise<void> {
  let unsynced = 0;
  for await (const bytes of content) {
    for (let start = 0; start < bytes.length; ) {
      const { bytesWritten } = await file.write(bytes, start, Math.min(pieceBytes, bytes.length - start));
      start += bytesWritten;
      unsynced += bytesWritten;
      if (unsynced < syncedBytes) continue;
      await file.datasync();
      unsynced = 0;
    }
  }
}

async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, "r");
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
