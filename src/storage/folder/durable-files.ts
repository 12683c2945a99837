/** Small steps that must have reached the disk before the next one is taken. */
import { closeSync, fsyncSync, openSync, renameSync, writeSync } from "node:fs";
import { dirname } from "node:path";
import { errorCode } from "../../kernel/error-code.ts";

/** Makes the names in a folder last. */
export function syncFolder(path: string): void {
  const folder = openSync(path, "r");
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
}

/** The disk is full, a quota is used up, or a file may not grow further; SQLite says so in words of its own. */
export function isOutOfSpace(error: unknown): boolean {
  return outOfSpace.includes(errorCode(error) ?? "");
}

const outOfSpace = ["ENOSPC", "EDQUOT", "EFBIG", "SQLITE_FULL", "SQLITE_IOERR_WRITE", "SQLITE_IOERR_SHMSIZE"];

/** What was written may not be on the disk. Reading is not meant: that may fail for one file alone. */
export function isFailedWrite(error: unknown): boolean {
  return ["EIO", "SQLITE_IOERR_FSYNC", "SQLITE_IOERR_DIR_FSYNC", "SQLITE_IOERR_TRUNCATE"].includes(
    errorCode(error) ?? "",
  );
}

/** A small file (mode 0600), whole or not at all. */
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
