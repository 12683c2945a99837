/** Another thread writes the log back; within a commit it would take some 10 ms (https://www.sqlite.org/wal.html#ckpt). */
import { Database as Sqlite } from "bun:sqlite";
import { fileAt } from "./folder/disk-room.ts";
import { isOutOfSpace } from "./folder/durable-files.ts";
import { keptLog } from "./pragmas.ts";

export interface LogCheckpoints {
  /** Call after each transaction. Never throws. */
  committed(): void;
  /** Calls `writeBack` when the log is long, one call at a time. @param onFailed also when the log cannot be examined */
  leaveTo(writeBack: () => Promise<void>, onFailed: (error: unknown) => void): void;
  /** On this thread, as far as readers allow. False: the disk has no space for it. */
  now(): boolean;
  stop(): Promise<void>;
}

/** Pages at which the thread is asked: 4 MB, SQLite's default. */
const longLog = 1000;
/** Pages from which the committing thread does it after all: 64 MB. */
const longestLog = 16_384;
/** On a nearly full disk, the log must not take the space that writing it back needs. */
const tightLog = { long: 64, longest: 1024, kept: 4 << 20 };
/** Milliseconds; a look takes 2 µs. */
const lookEvery = 20;
const restAfterFailure = 60_000;

export function createLogCheckpoints(
  sqlite: Sqlite,
  { isTight = () => false, now = () => performance.now() }: { isTight?: () => boolean; now?: () => number } = {},
): LogCheckpoints {
  const length = longEnough(sqlite, isTight);
  let look: (() => void) | null = null;
  let current: Promise<void> | null = null;
  let nextLook = Number.NEGATIVE_INFINITY;
  const ended = () => {
    current = null;
  };
  return {
    committed: () => {
      if (current === null && now() >= nextLook) look?.();
    },
    leaveTo: (writeBack, onFailed) => {
      sqlite.run(`PRAGMA wal_autocheckpoint = ${longestLog}`);
      length.fit();
      const failed = (error: unknown) => {
        nextLook = now() + restAfterFailure;
        onFailed(error);
      };
      look = () => {
        nextLook = now() + lookEvery;
        try {
          if (length.isReached()) current = writeBack().catch(failed).finally(ended);
        } catch (error) {
          failed(error);
        }
      };
    },
    now: () => writtenBackHere(sqlite),
    stop: async () => {
      look = null;
      await current;
    },
  };
}

function writtenBackHere(sqlite: Sqlite): boolean {
  try {
    sqlite.run("PRAGMA wal_checkpoint(PASSIVE)");
    return true;
  } catch (error) {
    return !isOutOfSpace(error);
  }
}

/** The log's limit in pages, by the free space on the disk. SQLite's own limits follow. */
function longEnough(sqlite: Sqlite, isTight: () => boolean) {
  let long = longLog;
  const fit = () => {
    const wanted = isTight() ? tightLog.long : longLog;
    if (wanted === long) return;
    long = wanted;
    const isSmall = wanted !== longLog;
    sqlite.run(`PRAGMA wal_autocheckpoint = ${isSmall ? tightLog.longest : longestLog}`);
    sqlite.run(`PRAGMA journal_size_limit = ${isSmall ? tightLog.kept : keptLog}`);
  };
  return {
    fit,
    isReached: (): boolean => {
      fit();
      // SQLite 3.51 and later: the length of the log, and how much has been written back.
      const { pages, writtenBack } = logLength(sqlite.query("PRAGMA wal_checkpoint(NOOP)").values());
      return pages - writtenBack >= long;
    },
  };
}

const mostTurns = 8;

export interface LoggedDatabase {
  readonly path: string;
  readonly file: string | null;
}

/** For a database that another thread has open. Does not wait. @throws Error if another file is at the path */
export function writeLogBack({ path, file }: LoggedDatabase): void {
  if (file === null || fileAt(path) !== file) throw new Error("the database is not where it was when it was opened");
  using sqlite = new Sqlite(path, { readwrite: true, create: false, strict: true });
  const checkpoint = sqlite.query("PRAGMA wal_checkpoint(PASSIVE)");
  for (let turn = 0; turn < mostTurns; turn++) {
    const { pages, writtenBack } = logLength(checkpoint.values());
    if (writtenBack === pages) return;
  }
}

function logLength(rows: readonly unknown[][]): { readonly pages: number; readonly writtenBack: number } {
  const [, pages, writtenBack] = rows[0] as [number, number, number];
  return { pages, writtenBack };
}
