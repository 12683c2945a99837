/**
 * Original files in a folder that several nodes share. Bytes and name are on the disk before the row that names the file is
 * committed. A commit that fails leaves a file without a row, under a number that is never used again.
 */
import { close, fsync, mkdirSync, open, rename, rm, rmSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import type { OriginalFiles, ReceivedFile } from "../../sources/ports.ts";
import { diskRoom } from "../folder/disk-room.ts";
import { syncFolderBehind } from "../folder/durable-files.ts";
import { originalsIn, writeAll } from "../folder/original-files.ts";

const [opened, closed, synced] = [promisify(open), promisify(close), promisify(fsync)];
const renamed = promisify(rename);
const removed = (path: string) =>
  new Promise<void>((resolve, reject) => rm(path, { force: true }, (error) => (error ? reject(error) : resolve())));

export function openSharedOriginals(directory: string): OriginalFiles {
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const room = diskRoom(directory);
  return {
    ...originalsIn(directory),
    receive: async (content, limit) => {
      try {
        return await receive(directory, content, limit);
      } catch (error) {
        throw room.explained(error);
      }
    },
    remove: async (versionNos) => {
      await Promise.all(versionNos.map((no) => removed(join(directory, String(no)))));
    },
  };
}

async function receive(directory: string, content: AsyncIterable<Uint8Array>, limit: number): Promise<ReceivedFile> {
  // Random, because other nodes receive files here too.
  let path = join(directory, `arriving-${Bun.randomUUIDv7()}`);
  let isKept = false;
  const file = await opened(path, "wx", 0o600);
  const written = await writtenWhole(file, content, limit).catch(async (error: unknown) => {
    await removed(path);
    throw error;
  });
  return {
    ...written,
    keep: async (versionNo) => {
      // A transaction that is tried again has another number.
      const name = join(directory, String(versionNo));
      await renamed(path, name);
      path = name;
      isKept = true;
      await syncFolderBehind(directory);
    },
    discard: () => {
      if (!isKept) rmSync(path, { force: true });
    },
  };
}

/** Ends when the bytes are on the disk, with the file closed. */
async function writtenWhole(file: number, content: AsyncIterable<Uint8Array>, limit: number) {
  try {
    const facts = await writeAll(file, content, limit);
    await synced(file);
    return facts;
  } finally {
    await closed(file);
  }
}
