/**
 * The SQLite connection: opened here, with every pragma and its reason, and written through one door. The process has
 * one connection; a write runs to its end without giving up the thread, so writes never meet and nothing waits.
 */
import { Database as Sqlite } from "bun:sqlite";
import { chmodSync } from "node:fs";
import { dirname } from "node:path";
import { type BunSQLiteDatabase, drizzle } from "drizzle-orm/bun-sqlite";
import { Fault } from "../kernel/fault.ts";
import { catalogueOf, keepCatalogue } from "./catalogue-keeping.ts";
import { type DiskRoom, diskRoom } from "./folder/disk-room.ts";
import { type CatalogueRecord, cataloguePath } from "./folder/originals-catalogue.ts";
import { type GroupedWrite, groupedWrites } from "./grouped-writes.ts";
import { migrate } from "./migrate.ts";
import * as schema from "./schema.ts";

export type Drizzle = BunSQLiteDatabase<typeof schema>;

/**
 * What a commit must survive. `power`: the disk has it when the call returns. `process`: the operating system has it;
 * a kill of the process loses nothing, a power cut may lose the last moments (counters, last-used times).
 */
export type Durability = "power" | "process";

export interface Database {
  /** For reading, and for writing inside `write`. */
  readonly orm: Drizzle;
  /** Runs `work` in one immediate transaction; inside another `write`, as a part of that one. Throws Fault `storage_full` when the disk is. */
  write<T>(durability: Durability, work: () => T): T;
  /** The same as a write with `power`, in one transaction with those of others. Resolves when the disk has it. */
  readonly writeGrouped: GroupedWrite;
  /** Has something done before each commit with `power`, in its transaction. */
  beforeCommit(prepare: () => void): void;
  /** Of the disk that the file is on. */
  readonly room: DiskRoom;
  /**
   * A number that is another one during and after every write with `power`, and every write of another process (a command
   * beside the service); what was read under the same one still holds.
   */
  generation(): number;
  /** What the catalogue of originals should hold, by the rows. */
  catalogueRecords(): Iterable<CatalogueRecord>;
  /** SQLite's own version. */
  readonly version: string;
  /** Bytes of the database, its log not counted. */
  bytes(): number;
  /** Bytes of the file that hold nothing. */
  freeBytes(): number;
  /** Gives at most that many pages without content back to the disk. Blocks for some milliseconds a hundred pages. */
  shrink(pages: number): void;
  close(): void;
}

/**
 * Opens or creates a database file and brings its schema up to date.
 * @throws Error when the file is from a newer Docent or is not a database.
 */
export function openDatabase(path: string): Database {
  const sqlite = new Sqlite(path, { create: true, strict: true });
  try {
    if (path !== ":memory:") chmodSync(path, 0o600);
    setPragmas(sqlite);
    migrate(sqlite);
  } catch (error) {
    sqlite.close();
    throw error;
  }
  const orm = drizzle(sqlite, { schema });
  const catalogue = path === ":memory:" ? null : keepCatalogue(sqlite, cataloguePath(dirname(path)));
  const room = diskRoom(path === ":memory:" ? null : `${path}.room`);
  const runWith = durabilitySwitch(sqlite);
  // Changes when another connection has committed, never by this one's own writes.
  const dataVersion = sqlite.query("PRAGMA data_version");
  let [generation, seen]: [number, unknown] = [0, null];
  const raise = (durability: Durability) => {
    if (durability === "power") generation++;
  };
  const preparations: (() => void)[] = [];
  const write = <T>(durability: Durability, work: () => T): T => {
    if (sqlite.inTransaction) return work();
    runWith(durability);
    raise(durability);
    try {
      return sqlite
        .transaction(() => {
          const result = work();
          if (durability === "power") for (const prepare of preparations) prepare();
          catalogue?.flush();
          return result;
        })
        .immediate();
    } catch (error) {
      throw room.explained(error);
    } finally {
      raise(durability);
    }
  };
  const undoable = <T>(work: () => T): T => sqlite.transaction(work)();
  return {
    orm,
    room,
    write,
    writeGrouped: groupedWrites({ commit: (work) => write("power", work), undoable }),
    beforeCommit: (prepare) => void preparations.push(prepare),
    generation: () => {
      const version = dataVersion.values()[0]?.[0];
      if (version !== seen) generation++;
      seen = version;
      return generation;
    },
    catalogueRecords: () => catalogueOf(sqlite),
    version: sqlite.query<{ v: string }, []>("SELECT sqlite_version() AS v").get()?.v ?? "unknown",
    bytes: () => pragmaNumber(sqlite, "page_count") * pragmaNumber(sqlite, "page_size"),
    freeBytes: () => pragmaNumber(sqlite, "freelist_count") * pragmaNumber(sqlite, "page_size"),
    shrink: (pages) => {
      runWith("process");
      sqlite.run(`PRAGMA incremental_vacuum(${pages})`);
    },
    close: () => closeCleanly(sqlite, room),
  };
}

/** Each commit as durable as it must be; SQLite is told only when that changes. */
function durabilitySwitch(sqlite: Sqlite): (durability: Durability) => void {
  let current: Durability | null = null;
  return (durability) => {
    if (durability === current) return;
    sqlite.run(`PRAGMA synchronous = ${durability === "power" ? "FULL" : "NORMAL"}`);
    current = durability;
  };
}

/** For every connection that writes. */
export function setPragmas(sqlite: Sqlite): void {
  // Pages of what was deleted can be given back to the disk piece by piece. Counts for a file without tables; another
  // takes it over with `docent compact`.
  sqlite.run("PRAGMA auto_vacuum = INCREMENTAL");
  // Readers never wait for the writer, and a commit is one append.
  sqlite.run("PRAGMA journal_mode = WAL");
  // SQLite ships with them off.
  sqlite.run("PRAGMA foreign_keys = ON");
  // Another process may hold the file for a moment (a backup tool, the sqlite3 shell).
  sqlite.run("PRAGMA busy_timeout = 5000");
  // Deleted text is overwritten, not merely unlinked: a deleted source should not be found in the file.
  sqlite.run("PRAGMA secure_delete = ON");
  // Nothing in the file may run functions with side effects, should somebody have tampered with its schema.
  sqlite.run("PRAGMA trusted_schema = OFF");
  // Pages of chunks are read at random; mapping saves a copy each.
  sqlite.run("PRAGMA mmap_size = 268435456");
  // 16 MB of page cache (negative: KiB).
  sqlite.run("PRAGMA cache_size = -16384");
  // The log is cut back after a large ingest instead of staying at its high-water mark.
  sqlite.run("PRAGMA journal_size_limit = 67108864");
}

/** Statistics and the log's end can wait until there is room; the log is read at the next start. */
function closeCleanly(sqlite: Sqlite, room: DiskRoom): void {
  try {
    sqlite.run("PRAGMA optimize");
    sqlite.run("PRAGMA wal_checkpoint(TRUNCATE)");
  } catch (error) {
    const explained = room.explained(error);
    if (!(explained instanceof Fault)) throw explained;
  } finally {
    sqlite.close();
  }
}

function pragmaNumber(sqlite: Sqlite, name: "page_count" | "page_size" | "freelist_count"): number {
  return sqlite.query<Record<string, number>, []>(`PRAGMA ${name}`).get()?.[name] ?? 0;
}

/**
 * Runs a write that the caller can do without, and says whether it was done: what is answered from the rows is answered
 * on a full disk too.
 */
export function unlessFull(write: () => void): boolean {
  try {
    write();
    return true;
  } catch (error) {
    if (error instanceof Fault && error.code === "storage_full") return false;
    throw error;
  }
}
