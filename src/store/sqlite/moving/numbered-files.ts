import { mkdirSync, renameSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import type { OriginalFiles } from "../../../sources/ports/store-ports.ts";
import { diskRoom } from "../folder/disk-room.ts";
import { syncFolderBehind } from "../folder/durable-files.ts";
import { type OpenFile, originalsIn, receiveFile, syncAndClose } from "../folder/original-files.ts";
import { arrivingPrefix } from "../folder/originals-settling.ts";

export function numberedFiles(directory: string): OriginalFiles {
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const room = diskRoom(directory);
  const keep = async (file: OpenFile, versionNo: number) => {
    await syncAndClose(file);
    renameSync(file.path, join(directory, String(versionNo)));
    await syncFolderBehind(directory);
  };
  return {
    ...originalsIn(directory),
    receive: (content, limit) => {
      const temporary = join(directory, `${arrivingPrefix}${Bun.randomUUIDv7()}`);
      return receiveFile({ keep, temporary, limit, room }, content);
    },
    remove: async (versionNos) => {
      await Promise.all(versionNos.map((no) => rm(join(directory, String(no)), { force: true })));
    },
  };
}
