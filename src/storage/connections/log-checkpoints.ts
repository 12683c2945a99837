/**
 * Has the write-ahead log written back into the database by another thread. SQLite would do it in the commit that makes the log a
 * thousand pages long, and whoever waits for that thread would wait for some 10 ms of writing and syncing
 * (https://www.sqlite.org/wal.html#ckpt).
 */
import { Database as Sqlite } from "bun:sqlite";
import { fileAt } from "../folder/disk-room.ts";
import { isOutOfSpace } from "../folder/durable-files.ts";
import { keptLog } from "./pragmas.ts";

export interface LogCheckpoints {
  /** A transaction has ended. Never throws: what was committed is committed, whatever becomes of its log. */
  committed(): void;
  /**
   * Calls `writeBack` when the log has become long, and not again before it is done.
   * @param onFailed called with the reason when `writeBack` rejects, or when the log cannot be looked at
   */
  leaveTo(writeBack: () => Promise<void>, onFailed: (error: unknown) => void): void;
  /** Writes back in this thread, as far as nobody reads. False: the disk has no room for what the database must take in. */
  now(): boolean;
  /** Resolves when nothing is being written back, and nothing will be. */
  stop(): Promise<void>;
}

/** Pages that wait in the log when they are written back: 4 MB, as many as SQLite lets gather by itself. */
const longLog = 1000;
/** Pages in the log from which the committing thread writes them back after all: 64 MB, which other threads could not keep up with. */
const longestLog = 16_384;
/** The same where the disk has little room: the log must not take what the database needs to take its pages in. */
const tightLog = { long: 64, longest: 1024, kept: 4 << 20 };
/** Milliseconds between two looks at the log. Each takes 2 microseconds. */
const lookEvery = 20;
/** Milliseconds after a failure in which the log is not looked at. */
const restAfterFailure = 60_000;

interface LogCheckpointOptions {
  /** Whether the disk has little room; absent: it has plenty. */
  readonly isTight?: () => boolean;
  readonly now?: () => number;
}

/** @param sqlite the connection that commits; its log is in WAL mode */
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

/** How often new pages of the log are followed before they are left for the next time. */
const mostTurns = 8;

/** A database that is open. */
export interface LoggedDatabase {
  readonly path: string;
  /** Which file was at the path when it was opened, by `fileAt`. */
  readonly file: string | null;
}

/**
 * Writes back what is in the log of a database that another thread has open, until all of it is, so that the log begins again
 * from its start. It waits for nobody, and nobody waits for it. If another file has come to the path, that file is not touched: the
 * log belongs to the one that is open.
 * @throws SQLiteError; Error if the database is not at its path
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

/** The one row that `PRAGMA wal_checkpoint` returns: whether it was hindered, and pages. */
function logLength(rows: readonly unknown[][]): { readonly pages: number; readonly writtenBack: number } {
  const [, pages, writtenBack] = rows[0] as [number, number, number];
  return { pages, writtenBack };
}
