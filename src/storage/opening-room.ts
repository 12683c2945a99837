/**
 * SQLite maps the index of its log and writes one byte in each 4 KB. On a full disk the process would end by SIGBUS at
 * each start, so the room is tried first.
 */
import { closeSync, openSync, rmSync, statSync, writeSync } from "node:fs";
import { dirname } from "node:path";
import { DataDirError } from "./folder/data-lock.ts";
import { isOutOfSpace } from "./folder/durable-files.ts";

/** Bytes of the index for each part of the log (https://sqlite.org/walformat.html#the_wal_index_file_format). */
const indexPart = 32 * 1024;
/** Bytes of the log, of pages with 4 KB and their headers, that a part of the index covers: the first one covers least. */
const logPart = 4062 * (4096 + 24);
const spare = 32 * 1024;

/** True: reserved room was released, which the caller keeps back again. @throws DataDirError if there is too little */
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
