/** A failed write is noted, and tried again when somebody asks. */
import { fsyncSync, openSync, rmSync, statfsSync, statSync, writeSync } from "node:fs";
import { dirname } from "node:path";
import { DiskError, isMissing } from "../../../kernel/error-code.ts";
import { Fault } from "../../../kernel/fault.ts";
import { heldFile } from "../../../kernel/regular-file.ts";
import { isFailedWrite, isOutOfSpace } from "./durable-files.ts";

/** `full`: no megabyte can be written. `failing`: other write errors. `gone`: the file was replaced or is missing. */
export type DiskTrouble = "full" | "failing" | "gone";

export const diskTroubles: Readonly<Record<DiskTrouble, string>> = {
  full: "The disk that holds the data folder is full. Reading works, writing does not.",
  failing: "The disk that holds the data folder does not accept writes. The log says why.",
  gone:
    "The database or the folder of originals is not where it was when the service started: its disk was taken away, or it " +
    "was moved or replaced. Put it back, then restart the service.",
};

export type DiskRoom = ReturnType<typeof diskRoom>;

const probeBytes = 1 << 20;
/** Bytes: four logs of the largest size that is kept. */
const tight = 256 << 20;

/** @param database an existing file; null: in memory */
export function diskRoom(database: string | null) {
  const known = new Map<string, string | null>();
  let noted: "full" | "failing" | null = null;
  const isGone = () => known.entries().some(([path, file]) => fileAt(path) !== file);
  const watch = (path: string) => void known.set(path, fileAt(path));
  if (database !== null) watch(database);
  return {
    watch,
    /** Converts errors of the disk to Fault `storage_full` or DiskError. */
    explained: (error: unknown) => {
      if (isMissing(error) && isGone()) return folderGone(error);
      if (isFailedWrite(error)) {
        noted = "failing";
        return new DiskError(error);
      }
      if (!isOutOfSpace(error)) return error;
      noted = "full";
      return storageFull(error);
    },
    /** So little is free that the database's log must stay short. */
    isTight: () => database !== null && freeBytesAt(dirname(database)) < tight,
    /** Call before acknowledging a write. @throws Fault `not_ready` if a file is gone */
    refuseIfGone: () => {
      if (isGone()) throw folderGone(null);
    },
    trouble: () => {
      if (isGone()) return "gone";
      if (noted !== null) noted = database === null ? null : troubleWriting(`${database}.room`);
      return noted;
    },
  };
}

export function freeBytesAt(folder: string): number {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize;
  } catch {
    return Number.POSITIVE_INFINITY;
  }
}

/** Identifies the file at a path; null: none is reachable. */
export function fileAt(path: string): string | null {
  try {
    const { dev, ino } = statSync(path);
    return `${dev}:${ino}`;
  } catch {
    return null;
  }
}

function troubleWriting(path: string): "full" | "failing" | null {
  try {
    const isEnough = writes(path);
    rmSync(path);
    return isEnough ? null : "full";
  } catch (error) {
    if (!isOutOfSpace(error)) return "failing";
    rmSync(path, { force: true });
    return "full";
  }
}

function writes(path: string): boolean {
  using file = heldFile(openSync(path, "w", 0o600));
  const written = writeSync(file.descriptor, new Uint8Array(probeBytes));
  fsyncSync(file.descriptor);
  return written === probeBytes;
}

function folderGone(cause: unknown): Fault {
  return new Fault("not_ready", diskTroubles.gone, { headers: { "retry-after": "5" }, cause });
}

function storageFull(cause: unknown): Fault {
  return new Fault("storage_full", "The disk that holds the data folder is full, so nothing was written.", {
    hint: "Free some space and try again. Questions are still answered.",
    cause,
  });
}
