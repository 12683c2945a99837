import { closeSync, fsync, fsyncSync, openSync, renameSync, writeSync } from "node:fs";
import { dirname } from "node:path";
import { errorCode } from "../../../kernel/error-code.ts";

/** A no-op on Windows, whose file system logs names. */
export function syncFolder(path: string): void {
  if (!isWindows) syncFile(path);
}

export function syncFile(path: string, access: "r" | "r+" = "r"): void {
  const file = openSync(path, access);
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

const isWindows = process.platform === "win32";

export async function syncFolderBehind(path: string): Promise<void> {
  if (isWindows) return;
  const folder = openSync(path, "r");
  try {
    await syncedBehind(folder);
  } finally {
    closeSync(folder);
  }
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

export function writeDurably(path: string, text: string): void {
  const temporary = `${path}.new`;
  const file = openSync(temporary, "w", 0o600);
  try {
    writeSync(file, text);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  renameSync(temporary, path);
  syncFolder(dirname(path));
}
