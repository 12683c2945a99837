/** Replaces a damaged database: copies what is readable, and restores lost experts from the catalogue. */
import { Database as Sqlite } from "bun:sqlite";
import { existsSync, mkdirSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { columnsOf } from "../archives/carried-tables.ts";
import { type Database, openDatabase } from "../database.ts";
import { openForReading } from "../database-soundness.ts";
import { migrate } from "../migrate.ts";
import { setPragmas } from "../pragmas.ts";
import { syncFolder } from "./durable-files.ts";

export interface Salvage {
  readonly aside: string | null;
  readonly keys: number;
}

const databaseFiles = ["docent.db-wal", "docent.db-shm", "docent.db"];

/** No row refers to one of a later table. Rows of unfinished imports are left out. */
const carried = [
  { table: "workspaces", where: "name NOT GLOB '*:*'" },
  { table: "workspace_limits", where: "TRUE" },
  { table: "api_keys", where: "TRUE" },
  { table: "experts", where: "TRUE" },
  { table: "expert_names", where: "TRUE" },
  { table: "kept_conversations", where: "TRUE" },
  { table: "usage_counters", where: "TRUE" },
];
const reset: Readonly<Record<string, string | number | null>> = { embedding_no: null, revision: 0 };

/** The folder must be held. @param complete adds rows before the new database replaces the old */
export function replaceDatabase(dataDir: string, at: number, complete: (database: Database) => void): Salvage {
  const workshop = join(dataDir, "recovering");
  rmSync(workshop, { recursive: true, force: true });
  mkdirSync(workshop, { mode: 0o700 });
  const path = join(workshop, "docent.db");
  const keys = salvage(join(dataDir, "docent.db"), path);
  const database = openDatabase(path);
  try {
    complete(database);
  } finally {
    database.close();
  }
  const old = databaseFiles.filter((name) => existsSync(join(dataDir, name)));
  const aside = `replaced-${new Date(at).toISOString().replace(/[:.]/g, "-")}`;
  if (old.length > 0) mkdirSync(join(dataDir, aside), { mode: 0o700 });
  for (const name of old) renameSync(join(dataDir, name), join(dataDir, aside, name));
  rmSync(join(dataDir, "memory"), { recursive: true, force: true });
  syncFolder(dataDir);
  renameSync(path, join(dataDir, "docent.db"));
  syncFolder(dataDir);
  rmSync(workshop, { recursive: true });
  return { aside: old.length > 0 ? aside : null, keys };
}

function salvage(from: string, to: string): number {
  const target = new Sqlite(to, { create: true, strict: true });
  try {
    setPragmas(target);
    migrate(target);
    const source = openIfReadable(from);
    if (source === null) return 0;
    target.transaction(() => {
      for (const each of carried) copyReadable(source, target, each);
    })();
    source.close();
    return target.query<{ n: number }, []>("SELECT count(*) AS n FROM api_keys").get()?.n ?? 0;
  } finally {
    target.run("PRAGMA wal_checkpoint(TRUNCATE)");
    target.close();
  }
}

function openIfReadable(path: string): Sqlite | null {
  if (!existsSync(path)) return null;
  try {
    return openForReading(path);
  } catch {
    return null; // no longer a database
  }
}

/** Stops at the first unreadable row. Leaves out rows that do not fit the new schema. */
function copyReadable(source: Sqlite, target: Sqlite, { table, where }: { table: string; where: string }): void {
  const columns = columnsOf(target, "main", table);
  const names = columns.map((column) => `"${column}"`).join(", ");
  const insert = target.query(
    `INSERT OR IGNORE INTO ${table} (${names}) VALUES (${columns.map((column) => `$${column}`).join(", ")})`,
  );
  try {
    const rows = source.query<Record<string, string | number | null>, []>(`SELECT * FROM ${table} WHERE ${where}`);
    for (const row of rows.iterate()) {
      const values = columns.map((column) => [
        column,
        reset[column] === undefined ? (row[column] ?? null) : reset[column],
      ]);
      insertIfFitting(() => insert.run(Object.fromEntries(values)));
    }
  } catch {}
}

function insertIfFitting(insert: () => void): void {
  try {
    insert();
  } catch {}
}
