/** Runs in a thread of its own, one step at a time, because a network drive may block. */
import {
  constants,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  renameSync,
  rmSync,
} from "node:fs";
import { dirname, join, relative } from "node:path";
import { errorCode, isMissing, unlessMissing } from "../../kernel/error-code.ts";
import { heldFile } from "../../kernel/regular-file.ts";
import { syncFolder, writeWhole } from "../sqlite/folder/durable-files.ts";
import {
  folderIdentity,
  identityFileName,
  identityFrom,
  writeFolderIdentity,
} from "../sqlite/folder/folder-identity.ts";

export interface FolderPlace {
  readonly directory: string;
  readonly identity: string | null;
}

export type SharedTask =
  | { readonly kind: "identity" }
  | { readonly kind: "claim"; readonly identity: string }
  /** Appends bytes to a temporary file; the last ones rename it, synced. */
  | {
      readonly kind: "write";
      readonly temporary: string;
      readonly at: number;
      readonly bytes: Uint8Array;
      readonly name: string | null;
    }
  | { readonly kind: "read"; readonly name: string; readonly at: number; readonly length: number }
  | { readonly kind: "remove"; readonly names: readonly string[] }
  | { readonly kind: "move"; readonly from: string; readonly to: string }
  | { readonly kind: "list"; readonly folder: string };

export type SharedOutcome = { readonly value: unknown } | { readonly away: string; readonly reason: string };

export function performShared(folder: FolderPlace, task: SharedTask): SharedOutcome {
  if (task.kind === "identity") return { value: folderIdentity(folder.directory) };
  if (task.kind === "claim") return { value: claim(folder.directory, task.identity) };
  try {
    return { value: withFolder(folder, (root) => done(root, task)) };
  } catch (error) {
    const gone = error instanceof Away ? error : whyGone(folder, error);
    if (gone === null) throw error;
    return { away: gone.message, reason: String(gone.cause ?? "") };
  }
}

function whyGone(folder: FolderPlace, cause: unknown): Away | null {
  const code = errorCode(cause);
  if (code === null) return null;
  try {
    withFolder(folder, () => null);
    return unreachable.includes(code) ? new Away("cannot be read and written", { cause }) : null;
  } catch (error) {
    return error instanceof Away ? error : null;
  }
}

class Away extends Error {}

/** The path leads to this very folder, whatever is mounted over it meanwhile. */
function withFolder<T>({ directory, identity }: FolderPlace, work: (root: string) => T): T {
  using folder = heldFile(opened(directory));
  const root = hasDescriptors ? join(descriptors, String(folder.descriptor)) : directory;
  refuseOther(root, identity);
  return work(root);
}

const descriptors = "/proc/self/fd";
/** Elsewhere than on Linux, the folder may be exchanged between the check and the work. */
const hasDescriptors = existsSync(descriptors);

function opened(directory: string): number {
  try {
    return openSync(directory, constants.O_RDONLY | constants.O_DIRECTORY);
  } catch (cause) {
    throw new Away(isMissing(cause) ? "is not there" : "cannot be opened", { cause });
  }
}

function refuseOther(root: string, identity: string | null): void {
  if (identity === null) return;
  let found = "";
  try {
    found = readFileSync(join(root, identityFileName), "utf8");
  } catch (cause) {
    if (!isMissing(cause)) throw new Away("cannot be read", { cause });
  }
  if (identityFrom(found) === identity) return;
  throw new Away(found === "" ? `has no ${identityFileName}` : "has the files of another database");
}

/** When a file server is away, or a disk was removed. */
const unreachable = ["EIO", "ESTALE", "ENOTCONN", "ENODEV", "ENXIO", "ETIMEDOUT", "EHOSTDOWN", "EROFS", "EACCES"];

function claim(directory: string, identity: string): null {
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  writeFolderIdentity(directory, identity);
  return null;
}

function done(root: string, task: Exclude<SharedTask, { readonly kind: "identity" | "claim" }>): unknown {
  switch (task.kind) {
    case "write":
      return write(root, task);
    case "read":
      return read(join(root, task.name), task);
    case "remove":
      for (const name of task.names) rmSync(join(root, name), { force: true });
      return null;
    case "move":
      return move(join(root, task.from), join(root, task.to));
    case "list":
      return namesIn(join(root, task.folder));
  }
}

function write(root: string, { temporary, at, bytes, name }: Extract<SharedTask, { readonly kind: "write" }>): null {
  const path = join(root, temporary);
  if (at === 0) mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  writeAt(path, at, bytes, name !== null);
  if (name === null) return null;
  renameSync(path, join(root, name));
  syncFolder(dirname(path));
  return null;
}

function writeAt(path: string, at: number, bytes: Uint8Array, isSynced: boolean): void {
  using file = heldFile(openSync(path, at === 0 ? "wx" : "r+", 0o600));
  writeWhole(file.descriptor, bytes, at);
  if (isSynced) fsyncSync(file.descriptor);
}

/** Fewer bytes than wanted only at the end. */
function read(path: string, { at, length }: { readonly at: number; readonly length: number }): Uint8Array {
  using file = heldFile(openSync(path, "r"));
  const bytes = new Uint8Array(length);
  let from = 0;
  for (let got = 1; got > 0 && from < length; from += got)
    got = readSync(file.descriptor, bytes, from, length - from, at + from);
  return from === length ? bytes : bytes.slice(0, from);
}

function move(from: string, to: string): null {
  mkdirSync(dirname(to), { recursive: true, mode: 0o700 });
  renameSync(from, to);
  for (const changed of [dirname(to), dirname(from)]) syncFolder(changed);
  return null;
}

function namesIn(path: string): string[] {
  const entries = unlessMissing(() => readdirSync(path, { recursive: true, withFileTypes: true }), []);
  const files = entries.filter((entry) => entry.isFile());
  return files.map(({ parentPath, name }) => relative(path, join(parentPath, name)).replaceAll("\\", "/"));
}
