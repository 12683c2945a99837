/** Files in a folder that several nodes share. */
import { mkdirSync } from "node:fs";
import { mkdir, readdir, rm } from "node:fs/promises";
import { basename, dirname, join, relative } from "node:path";
import { replaceFile } from "../../kernel/atomic-file.ts";
import { isMissing } from "../../kernel/error-code.ts";
import type { SharedFiles } from "../../kernel/stores/shared-files.ts";
import { diskRoom } from "../folder/disk-room.ts";

/** Of files that are being written. */
const arriving = ".arriving-";
/** Names of a list. */
const atOnce = 1000;

export function filesInFolder(directory: string): SharedFiles {
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const room = diskRoom(directory);
  const pathOf = (name: string) => join(directory, name);
  return {
    put: async (name, content) => {
      try {
        await written(pathOf(name), content);
      } catch (error) {
        throw room.explained(error);
      }
    },
    read: (name) => Bun.file(pathOf(name)).bytes(),
    stream: async (name) => {
      const file = Bun.file(pathOf(name));
      await file.stat();
      return file.stream();
    },
    remove: async (names) => {
      await Promise.all(names.map((name) => rm(pathOf(name), { force: true })));
    },
    list: async (folder, after) => {
      const names = await namesIn(pathOf(folder));
      const found = names.filter((name) => !basename(name).startsWith(arriving)).map((name) => folder + name);
      return found
        .filter((name) => name > after)
        .toSorted()
        .slice(0, atOnce);
    },
  };
}

/** Of the files in a folder and in its folders. */
async function namesIn(path: string): Promise<string[]> {
  try {
    const entries = await readdir(path, { recursive: true, withFileTypes: true });
    const files = entries.filter((entry) => entry.isFile());
    return files.map(({ parentPath, name }) => relative(path, join(parentPath, name)).replaceAll("\\", "/"));
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
}

/** It has a name of its own until it is whole and on the disk, because other nodes write here too. */
async function written(path: string, content: AsyncIterable<Uint8Array>): Promise<void> {
  const folder = dirname(path);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await replaceFile(path, content, join(folder, arriving + Bun.randomUUIDv7()));
}
