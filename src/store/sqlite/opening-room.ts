/** SQLite maps its log's index. On a full disk the process would end by SIGBUS, so the space is tried first. */
import { closeSync, openSync, rmSync, statSync, writeSync } from "node:fs";
import { dirname } from "node:path";
import { DataDirError } from "./folder/data-lock.ts";
import { isOutOfSpace } from "./folder/durable-files.ts";

/** Bytes of a part of the index (https://sqlite.org/walformat.html#the_wal_index_file_format). */
const indexPart = 32 * 1024;
/** Bytes of log that the smallest part, the first, covers: pages of 4 KB with headers. */
const logPart = 4062 * (4096 + 24);
const spare = 32 * 1024;

/** True: reserved space was released, which the caller reserves again. @throws DataDirError if there is too little */
export function makeOpeningRoom(path: string, hasRoom = (bytes: number) => takesBytes(path, bytes)): boolean {
  const log = statSync(`${path}-wal`, { throwIfNoEntry: false })?.size ?? 0;
  const needed = indexPart * (1 + Math.ceil(log / logPart)) + spare;
  if (hasRoom(needed)) return false;
  rmSync(`${path}.reserve`, { force: true });
  if (hasRoom(needed)) return true;
  throw new DataDirError(
    `The disk of the data folder ${dirname(path)} is full: opening the database takes ${needed / 1024} KB. Nothing was changed. Free some space and start again.`,
    null,
  );
}

function takesBytes(path: string, bytes: number): boolean {
  const probe = `${path}.room`;
  try {
    const file = openSync(probe, "w", 0o600);
    try {
      return writeSync(file, new Uint8Array(bytes)) === bytes;
    } finally {
      closeSync(file);
      rmSync(probe);
    }
  } catch (error) {
    return !isOutOfSpace(error);
  }
}
