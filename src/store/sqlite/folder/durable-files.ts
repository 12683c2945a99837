import { fsync, fsyncSync, openSync, renameSync, rmSync, writeSync } from "node:fs";
import { dirname } from "node:path";
import { errorCode } from "../../../kernel/error-code.ts";
import { heldFile } from "../../../kernel/regular-file.ts";

/** A no-op on Windows, whose file system logs names. */
export function syncFolder(path: string): void {
  if (!isWindows) syncFile(path);
}

export function syncFile(path: string, access: "r" | "r+" = "r"): void {
  using file = heldFile(openSync(path, access));
  fsyncSync(file.descriptor);
}

export function writeWhole(file: number, bytes: Uint8Array, at: number | null = null): void {
  for (let done = 0; done < bytes.length; )
    done += writeSync(file, bytes, done, bytes.length - done, at === null ? null : at + done);
}

const isWindows = process.platform === "win32";

export async function syncFolderBehind(path: string): Promise<void> {
  if (isWindows) return;
  using folder = heldFile(openSync(path, "r"));
  await syncedBehind(folder.descriptor);
}

export function syncedBehind(file: number): Promise<void> {
  return new Promise((resolve, reject) => fsync(file, (error) => (error ? reject(error) : resolve())));
}

/** Also for an exhausted quota or file size limit; SQLite has words of its own. */
export function isOutOfSpace(error: unknown): boolean {
  return outOfSpace.includes(errorCode(error) ?? "");
}

const outOfSpace = ["ENOSPC", "EDQUOT", "EFBIG", "SQLITE_FULL", "SQLITE_IOERR_WRITE", "SQLITE_IOERR_SHMSIZE"];

/** Errors of reading do not count: they may concern only one file. */
export function isFailedWrite(error: unknown): boolean {
  return ["EIO", "SQLITE_IOERR_FSYNC", "SQLITE_IOERR_DIR_FSYNC", "SQLITE_IOERR_TRUNCATE"].includes(
    errorCode(error) ?? "",
  );
}

export function writeDurably(path: string, texts: Iterable<string>): void {
  const temporary = `${path}.new`;
  try {
    writeSynced(temporary, texts);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
  renameSync(temporary, path);
  syncFolder(dirname(path));
}

function writeSynced(path: string, texts: Iterable<string>): void {
  using file = heldFile(openSync(path, "w", 0o600));
  for (const text of texts) writeWhole(file.descriptor, Buffer.from(text));
  fsyncSync(file.descriptor);
}
