/**
 * Has another thread write the log back. SQLite would do it within a commit, for some 10 ms
 * (https://www.sqlite.org/wal.html#ckpt).
 */
import { Database as Sqlite } from "bun:sqlite";
import { fileAt } from "./folder/disk-room.ts";
import { isOutOfSpace } from "./folder/durable-files.ts";
import { keptLog } from "./pragmas.ts";

export interface LogCheckpoints {
  /** A transaction has ended. Never throws. */
  committed(): void;
  /** Calls `writeBack` when the log is long, one at a time. @param onFailed also when the log cannot be looked at */
  leaveTo(writeBack: () => Promise<void>, onFailed: (error: unknown) => void): void;
  /** Writes back in this thread, as far as nobody reads. False: the disk has no room for what the database must take in. */
  now(): boolean;
  stop(): Promise<void>;
}

/** Pages that wait in the log when they are written back: 4 MB, as many as SQLite lets gather by itself. */
const longLog = 1000;
/** Pages in the log from which the committing thread writes them back after all: 64 MB. */
const longestLog = 16_384;
/** The same where the disk has little room: the log must not take what the database needs to take its pages in. */
const tightLog = { long: 64, longest: 1024, kept: 4 << 20 };
/** Milliseconds between two looks at the log. Each takes 2 microseconds. */
const lookEvery = 20;
const restAfterFailure = 60_000;

interface LogCheckpointOptions {
  readonly isTight?: () => boolean;
  readonly now?: () => number;
}

export function createLogCheckpoints(
  sqlite: Sqlite,
  { isTight = () => false, now = () => performance.now() }: LogCheckpointOptions = {},
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

/** How long the log may become, in pages, by the room on the disk. SQLite's own limits follow. */
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
      // SQLite 3.51 and later: how long the log is, and how much of it has been written back.
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

/**
 * Writes back the log of a database that another thread has open, without waiting. @throws Error if another file is at
 * the path: the log is not its.
 */
export function writeLogBack({ path, file }: LoggedDatabase): void {
  if (file === null || fileAt(path) !== file) throw new Error("the database is not where it was when it was opened");
  const sqlite = new Sqlite(path, { readwrite: true, create: false, strict: true });
  try {
    const checkpoint = sqlite.query("PRAGMA wal_checkpoint(PASSIVE)");
    for (let turn = 0; turn < mostTurns; turn++) {
      const { pages, writtenBack } = logLength(checkpoint.values());
      if (writtenBack === pages) return;
    }
  } finally {
    sqlite.close();
  }
}

function logLength(rows: readonly unknown[][]): { readonly pages: number; readonly writtenBack: number } {
  const [, pages, writtenBack] = rows[0] as [number, number, number];
  return { pages, writtenBack };
}
