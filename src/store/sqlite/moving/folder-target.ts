import { Database as Sqlite } from "bun:sqlite";
import { chmodSync, existsSync, renameSync } from "node:fs";
import { join } from "node:path";
import { namesIn } from "../../../kernel/regular-file.ts";
import { type MovedTable, MoveError } from "../../../upkeep/move-ports.ts";
import { databasePath } from "../folder/data-folder.ts";
import { lockDataDir } from "../folder/data-lock.ts";
import { syncFile, syncFolder } from "../folder/durable-files.ts";
import { folderIdentity } from "../folder/folder-identity.ts";
import { movingName } from "../folder/folder-opening.ts";
import { migrate } from "../migrate.ts";
import { setPragmas } from "../pragmas.ts";
import { numberedFiles } from "./numbered-files.ts";
import { namedFiles, setLastNumber, writingSide } from "./sqlite-rows.ts";

/** Begins a move, or continues one of the same data. @throws MoveError if the folder has other data; DataDirError */
export function openFolderTarget(dataDir: string, identity: string) {
  const lock = lockDataDir(dataDir);
  let sqlite: Sqlite | null = null;
  try {
    refuseOccupied(dataDir, identity);
    const path = join(dataDir, movingName);
    const opened = openMoving(path);
    sqlite = opened;
    claim(opened, dataDir, identity);
    return {
      side: writingSide(opened),
      named: () => namedFiles(opened),
      files: numberedFiles(join(dataDir, "originals")),
      finish: (lastNumbers: ReadonlyMap<MovedTable, number>) => finish(opened, dataDir, lastNumbers),
      close: () => {
        opened.close();
        lock.release();
      },
    };
  } catch (error) {
    sqlite?.close();
    lock.release();
    throw error;
  }
}

/** Indexes may be there, from a node of the same database. */
function refuseOccupied(dataDir: string, identity: string): void {
  if (existsSync(databasePath(dataDir)))
    throw new MoveError(`${dataDir} already holds a database. Choose an empty folder with --data-dir.`);
  const own = folderIdentity(dataDir);
  const isBegun = existsSync(join(dataDir, movingName));
  const hasFiles = namesIn(join(dataDir, "originals")).length > 0;
  if ((own !== null && own !== identity) || (hasFiles && !isBegun))
    throw new MoveError(`${dataDir} has belonged to other data. Choose an empty folder with --data-dir.`);
}

function openMoving(path: string): Sqlite {
  const sqlite = new Sqlite(path, { create: true, strict: true });
  chmodSync(path, 0o600);
  setPragmas(sqlite);
  migrate(sqlite);
  // A power cut undoes the last batches, which are then copied again.
  sqlite.run("PRAGMA synchronous = NORMAL");
  sqlite.run("PRAGMA foreign_keys = OFF");
  // Triggers already ran where the rows come from.
  for (const { name } of triggersOf(sqlite)) sqlite.run(`DROP TRIGGER "${name}"`);
  return sqlite;
}

function claim(sqlite: Sqlite, dataDir: string, identity: string): void {
  sqlite.run("CREATE TABLE IF NOT EXISTS unfinished_move (source TEXT NOT NULL) STRICT");
  const begun = sqlite.query<{ source: string }, []>("SELECT source FROM unfinished_move").get()?.source;
  const source = begun ?? sqlite.query<{ id: string }, []>("SELECT id FROM installation").get()?.id ?? null;
  if (source !== null && source !== identity)
    throw new MoveError(`A move of other data into ${dataDir} has not ended. End that one, or choose an empty folder.`);
  if (begun === undefined) sqlite.query("INSERT INTO unfinished_move VALUES (?)").run(identity);
}

function finish(sqlite: Sqlite, dataDir: string, lastNumbers: ReadonlyMap<MovedTable, number>): void {
  const broken = sqlite.query("PRAGMA foreign_key_check").all();
  if (broken.length > 0) throw new MoveError(`${broken.length} rows refer to rows that are not there.`);
  sqlite.transaction(() => {
    for (const [table, last] of lastNumbers) setLastNumber(sqlite, table, last);
    for (const { sql } of triggersOfSchema()) sqlite.run(sql);
    sqlite.run("DROP TABLE unfinished_move");
  })();
  sqlite.run("PRAGMA wal_checkpoint(TRUNCATE)");
  sqlite.run("PRAGMA journal_mode = DELETE");
  const path = join(dataDir, movingName);
  syncFile(path, "r+");
  renameSync(path, databasePath(dataDir));
  syncFolder(dataDir);
}

interface Trigger {
  readonly name: string;
  readonly sql: string;
}

function triggersOf(sqlite: Sqlite): readonly Trigger[] {
  return sqlite.query<Trigger, []>("SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'").all();
}

function triggersOfSchema(): readonly Trigger[] {
  using fresh = new Sqlite(":memory:");
  migrate(fresh);
  return triggersOf(fresh);
}
