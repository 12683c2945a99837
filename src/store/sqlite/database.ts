/** All writes go through `write` on one connection, each to its end, so they never overlap. */

import type { Database as Sqlite } from "bun:sqlite";
import { chmodSync } from "node:fs";
import { dirname } from "node:path";
import { is, SQL } from "drizzle-orm";
import { type BunSQLiteDatabase, drizzle } from "drizzle-orm/bun-sqlite";
import { Fault } from "../../kernel/fault.ts";
import { Beside, type Step, type Work } from "../work.ts";
import { type CatalogueKeeping, catalogueOf, keepCatalogue } from "./catalogue-keeping.ts";
import { type DiskRoom, diskRoom } from "./folder/disk-room.ts";
import { type CatalogueRecord, cataloguePath } from "./folder/originals-catalogue.ts";
import { type GroupedWrite, groupedWrites } from "./grouped-writes.ts";
import { createLogCheckpoints, type LogCheckpoints } from "./log-checkpoints.ts";
import { createLogSyncing, type LogSyncing } from "./log-syncing.ts";
import { migrate } from "./migrate.ts";
import { type Durability, durabilitySwitch, pragmaNumber, SteadySqlite, setPragmas } from "./pragmas.ts";
import { createRoomReserve, type RoomReserve } from "./room-reserve.ts";
import * as schema from "./schema.ts";
import { type Changes, type Generations, generationsOf } from "./write-generations.ts";

export type Drizzle = BunSQLiteDatabase<typeof schema>;

export interface Preparation {
  now(): void;
  /** Called after a commit that is not on the disk yet. Begins before it returns. */
  behind(): Promise<void>;
}

export interface Database {
  readonly orm: Drizzle;
  /** In one immediate transaction, or in that of an outer `write`. @throws Fault `storage_full` */
  write<T>(durability: Durability, work: () => T, changes?: Changes): T;
  /** As `power`, with others in one transaction; resolves when durable. Nested `write`s may change more than sources. */
  readonly writeGrouped: GroupedWrite;
  beforeCommit(preparation: Preparation): void;
  readonly room: DiskRoom;
  readonly reserve: RoomReserve;
  /** SQLite writes the log back within commits until another thread takes over. */
  readonly checkpoints: Pick<LogCheckpoints, "leaveTo" | "now" | "stop">;
  /** Changes with every `power` write and every write of another process. What was read before a change may be outdated. */
  generation(): number;
  /** Like `generation`, but unchanged by writes to sources alone. */
  settingsGeneration(): number;
  /** Changes with every write except those to counters, `process` included. */
  rowsGeneration(): number;
  /** Until the end of this turn of the event loop, looks include other processes' commits; each takes two locks. */
  requestCame(): void;
  requestGoesOn(): void;
  catalogueRecords(): Iterable<CatalogueRecord>;
  readonly version: string;
  bytes(): number;
  freeBytes(): number;
  /** Returns up to `pages` free pages to the disk. Blocks for some milliseconds a hundred. */
  shrink(pages: number): void;
  close(): void;
}

/** Creates or migrates the file. @throws Error if it is from a newer Docent or no database */
export function openDatabase(path: string): Database {
  const file = path === ":memory:" ? null : path;
  const sqlite = openMigrated(path, file);
  const orm = drizzle(sqlite, { schema });
  const catalogue = file === null ? null : keepCatalogue(sqlite, cataloguePath(dirname(file)));
  const room = diskRoom(file);
  const runWith = durabilitySwitch(sqlite);
  const generations = generationsOf(sqlite);
  const syncing = createLogSyncing(file && `${file}-wal`);
  const checkpoints = createLogCheckpoints(sqlite, { isTight: room.isTight });
  return {
    orm,
    room,
    checkpoints,
    reserve: createRoomReserve(file && `${file}.reserve`, checkpoints.now),
    ...writesTo(sqlite, { catalogue, room, runWith, generations, syncing, checkpoints }),
    generation: () => generations.now().all,
    settingsGeneration: () => generations.now().settings,
    rowsGeneration: () => generations.now().rows,
    requestCame: generations.requestCame,
    requestGoesOn: generations.requestGoesOn,
    ...factsOf(sqlite),
    shrink: (pages) => {
      runWith("process");
      sqlite.run(`PRAGMA incremental_vacuum(${pages})`);
    },
    close: () => closeCleanly(sqlite, room, syncing),
  };
}

interface WriteParts {
  readonly catalogue: CatalogueKeeping | null;
  readonly room: DiskRoom;
  readonly runWith: (durability: Durability) => void;
  readonly generations: Generations;
  readonly syncing: LogSyncing;
  readonly checkpoints: LogCheckpoints;
}

function writesTo(sqlite: Sqlite, parts: WriteParts): Pick<Database, "write" | "writeGrouped" | "beforeCommit"> {
  const { room, runWith, generations, syncing } = parts;
  const preparations: Preparation[] = [];
  const transaction = transactionsOf(sqlite);
  const transact = transactions(transaction.immediate, parts);
  const prepared = <T>(work: () => T): T => {
    const result = work();
    for (const preparation of preparations) preparation.now();
    return result;
  };
  const commitBehind = async (work: () => void): Promise<void> => {
    runWith("process");
    room.refuseIfGone();
    transact("power", "sources", work);
    // Files first, then the rows that name them.
    const named = Promise.all(preparations.map((preparation) => preparation.behind()));
    const lasting = named.then(syncing.synced);
    await lasting.catch((error: unknown) => {
      throw room.explained(error);
    });
  };
  return {
    write: (durability, work, changes = "anything") => {
      if (sqlite.inTransaction) {
        generations.raise(durability, changes);
        return work();
      }
      if (durability === "power") room.refuseIfGone();
      runWith(durability);
      return transact(durability, changes, durability === "power" ? () => prepared(work) : work);
    },
    writeGrouped: groupedWrites({ commit: commitBehind, undoable: transaction.nested }),
    beforeCommit: (preparation) => void preparations.push(preparation),
  };
}

function transactions(
  immediate: ReturnType<typeof transactionsOf>["immediate"],
  { catalogue, room, generations, checkpoints }: WriteParts,
) {
  return <T>(durability: Durability, changes: Changes, work: () => T): T => {
    const ended = generations.began(durability, changes);
    try {
      return immediate(() => {
        const result = work();
        catalogue?.flush();
        return result;
      });
    } catch (error) {
      throw room.explained(error);
    } finally {
      ended();
      checkpoints.committed();
    }
  };
}

function openMigrated(path: string, file: string | null): SteadySqlite {
  const sqlite = new SteadySqlite(path, { create: true, strict: true });
  try {
    if (file !== null) chmodSync(file, 0o600);
    setPragmas(sqlite);
    migrate(sqlite);
    return sqlite;
  } catch (error) {
    sqlite.close();
    throw error;
  }
}

function factsOf(sqlite: Sqlite): Pick<Database, "catalogueRecords" | "version" | "bytes" | "freeBytes"> {
  const pageSize = () => pragmaNumber(sqlite, "page_size");
  return {
    catalogueRecords: () => catalogueOf(sqlite),
    version: sqlite.query<{ v: string }, []>("SELECT sqlite_version() AS v").get()?.v ?? "unknown",
    bytes: () => pragmaNumber(sqlite, "page_count") * pageSize(),
    freeBytes: () => pragmaNumber(sqlite, "freelist_count") * pageSize(),
  };
}

/** Created once, because creating such a function takes longer than an empty transaction. */
function transactionsOf(sqlite: Sqlite) {
  const run = sqlite.transaction((work: () => unknown) => work());
  return {
    immediate: <T>(work: () => T): T => run.immediate(work) as T,
    nested: <T>(work: () => T): T => run(work) as T,
  };
}

/** On a full disk, without statistics and checkpoint; the next start reads the log. */
function closeCleanly(sqlite: Sqlite, room: DiskRoom, syncing: LogSyncing): void {
  syncing.close();
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

/** For dispensable writes, so that reading works on a full disk. False: not done. */
export function unlessFull(write: () => void): boolean {
  try {
    write();
    return true;
  } catch (error) {
    if (error instanceof Fault && error.code === "storage_full") return false;
    throw error;
  }
}

export function atOnce<T>(orm: Drizzle, work: Work<T>): T {
  const rowsOf = (statement: Step) => {
    if (statement instanceof Beside) return [void statement.happen()];
    return (is(statement, SQL) ? orm.all(statement) : statement.all()) as unknown[];
  };
  for (let step = work.next([]); ; ) {
    if (step.done === true) return step.value;
    step = work.next(rowsOf(step.value));
  }
}
