import { close, fsync, mkdirSync, open, rename, rm, rmSync, writeSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import type { OriginalFiles, ReceivedFile } from "../../../sources/ports/store-ports.ts";
import { diskRoom } from "../folder/disk-room.ts";
import { syncFolderBehind } from "../folder/durable-files.ts";
import { countedBytes, originalsIn } from "../folder/original-files.ts";
import { arrivingPrefix } from "../folder/originals-settling.ts";

export function numberedFiles(directory: string): OriginalFiles {
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

const [opened, closed, synced] = [promisify(open), promisify(close), promisify(fsync)];
const renamed = promisify(rename);
const removed = (path: string) =>
  new Promise<void>((resolve, reject) => rm(path, { force: true }, (error) => (error ? reject(error) : resolve())));

async function receive(directory: string, content: AsyncIterable<Uint8Array>, limit: number): Promise<ReceivedFile> {
  const path = join(directory, `${arrivingPrefix}${Bun.randomUUIDv7()}`);
  const counted = countedBytes(content, limit);
  let isKept = false;
  const file = await opened(path, "wx", 0o600);
  try {
    for await (const piece of counted.pieces) {
      for (let at = 0; at < piece.byteLength; ) at += writeSync(file, piece, at);
    }
    await synced(file);
  } catch (error) {
    await removed(path);
    throw error;
  } finally {
    await closed(file);
  }
  return {
    ...counted.facts(),
    keep: async (versionNo) => {
      await renamed(path, join(directory, String(versionNo)));
      isKept = true;
      await syncFolderBehind(directory);
    },
    discard: () => {
      if (!isKept) rmSync(path, { force: true });
    },
  };
}
