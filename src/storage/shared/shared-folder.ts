/**
 * Files in a folder that several nodes share. Each request asks first whether the folder is the one that has the identity. A
 * mount point whose disk is away is an empty folder, or another one, and takes nothing.
 */
import { constants, existsSync } from "node:fs";
import { type FileHandle, mkdir, open, readdir, readFile, rename, rm } from "node:fs/promises";
import { basename, dirname, join, relative } from "node:path";
import { replaceFile } from "../../kernel/atomic-file.ts";
import { errorCode, isMissing } from "../../kernel/error-code.ts";
import { Fault } from "../../kernel/fault.ts";
import type { SharedFiles } from "../../kernel/stores/shared-files.ts";
import { diskRoom } from "../folder/disk-room.ts";
import { syncFolder } from "../folder/durable-files.ts";
import { identityFileName, identityFrom } from "../folder/folder-identity.ts";

/** Of files that are being written. */
const arriving = ".arriving-";
/** Names of a list. */
const atOnce = 1000;

/** @param identity what `docent.id` in the folder must say; null: anything */
export function filesInFolder(directory: string, identity: string | null = null): SharedFiles {
  const room = diskRoom(null);
  /** The work gets a path that leads into this very folder, whatever is mounted over it meanwhile. */
  const within = async <T>(work: (root: string) => Promise<T>): Promise<T> => {
    const folder = await openFolder(directory, identity);
    try {
      return await work(rootOf(folder, directory));
    } finally {
      await folder.close();
    }
  };
  const ask = async <T>(work: (root: string) => Promise<T>): Promise<T> => {
    try {
      return await within(work);
    } catch (error) {
      // It may have gone during the work; then that is the reason.
      if (errorCode(error) !== null) await within(() => Promise.resolve());
      if (isUnreachable(error)) throw away("cannot be read and written", error);
      throw room.explained(error);
    }
  };
  return {
    put: (name, content) => ask((root) => written(join(root, name), content)),
    read: (name) => ask((root) => readFile(join(root, name))),
    // Read by the folder's own path: the pieces are read when the request has ended.
    stream: (name) =>
      ask(async () => {
        const file = Bun.file(join(directory, name));
        await file.stat();
        return file.stream();
      }),
    remove: (names) =>
      ask(async (root) => {
        await Promise.all(names.map((name) => rm(join(root, name), { force: true })));
      }),
    move: (from, to) => ask((root) => renamed(join(root, from), join(root, to))),
    list: (folder, after) =>
      ask(async (root) => {
        const names = await namesIn(join(root, folder));
        const found = names.filter((name) => !basename(name).startsWith(arriving)).map((name) => folder + name);
        return found
          .filter((name) => name > after)
          .toSorted()
          .slice(0, atOnce);
      }),
  };
}

/** @throws Fault `not_ready` if it is not there, or is another one */
async function openFolder(directory: string, identity: string | null): Promise<FileHandle> {
  const folder = await open(directory, constants.O_RDONLY | constants.O_DIRECTORY).catch((error: unknown) => {
    throw away(isMissing(error) ? "is not there" : "cannot be opened", error);
  });
  try {
    if (identity === null) return folder;
    const found = await readFile(join(rootOf(folder, directory), identityFileName), "utf8").catch(ifMissing);
    if (identityFrom(found) === identity) return folder;
    throw away(found === "" ? `has no ${identityFileName}` : "has the files of another database", null);
  } catch (error) {
    await folder.close();
    throw error instanceof Fault ? error : away("cannot be read", error);
  }
}

function ifMissing(error: unknown): string {
  if (isMissing(error)) return "";
  throw error;
}

const descriptors = "/proc/self/fd";
const hasDescriptors = existsSync(descriptors);

/** Without names for descriptors (elsewhere than on Linux), the folder may be exchanged between the look and the work. */
function rootOf({ fd }: FileHandle, directory: string): string {
  return hasDescriptors ? join(descriptors, String(fd)) : directory;
}

/** What a network file system says when its server is away or a disk was taken out. */
const unreachable = ["EIO", "ESTALE", "ENOTCONN", "ENODEV", "ENXIO", "ETIMEDOUT", "EHOSTDOWN", "EROFS", "EACCES"];

function isUnreachable(error: unknown): boolean {
  return unreachable.includes(errorCode(error) ?? "");
}

function away(how: string, cause: unknown): Fault {
  return new Fault("not_ready", `The folder of shared files (DOCENT_FILES) ${how}.`, {
    hint: "Mount it again; the service goes on by itself.",
    headers: { "retry-after": "5" },
    cause,
  });
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

async function renamed(from: string, to: string): Promise<void> {
  await mkdir(dirname(to), { recursive: true, mode: 0o700 });
  await rename(from, to);
  for (const changed of [dirname(to), dirname(from)]) syncFolder(changed);
}
