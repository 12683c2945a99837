/** Whether the disk has room. A write that fails because the disk is full sets this to false; each later look tries again. */
import { closeSync, fsyncSync, openSync, rmSync, writeSync } from "node:fs";
import { DiskError } from "../../kernel/disk-error.ts";
import { Fault } from "../../kernel/fault.ts";
import { isFailedWrite, isOutOfSpace } from "./durable-files.ts";

export interface DiskRoom {
  /** Converts an error of a write: to Fault `storage_full` or DiskError if the disk is the reason. */
  explained(error: unknown): unknown;
  /** False after a write failed because the disk was full, until a megabyte can be written again. */
  hasRoom(): boolean;
}

const probeBytes = 1 << 20;

/** @param probe a file that may be written and removed; null if nothing is stored on a disk. */
export function diskRoom(probe: string | null): DiskRoom {
  let wasFull = false;
  return {
    explained: (error) => {
      if (isFailedWrite(error)) return new DiskError(error);
      if (!isOutOfSpace(error)) return error;
      wasFull = true;
      return storageFull(error);
    },
    hasRoom: () => {
      if (wasFull && (probe === null || canWrite(probe))) wasFull = false;
      return !wasFull;
    },
  };
}

function canWrite(path: string): boolean {
  try {
    const file = openSync(path, "w", 0o600);
    try {
      const written = writeSync(file, new Uint8Array(probeBytes));
      fsyncSync(file);
      return written === probeBytes;
    } finally {
      closeSync(file);
    }
  } catch (error) {
    if (isOutOfSpace(error)) return false;
    throw error;
  } finally {
    rmSync(path, { force: true });
  }
}

function storageFull(cause: unknown): Fault {
  return new Fault("storage_full", "The disk that holds the data folder is full, so nothing was written.", {
    hint: "Free some space and try again. Questions are still answered.",
    cause,
  });
}
