import { Database as Sqlite } from "bun:sqlite";

/** `power`: durable when the call returns. `process`: a power cut may lose the last moments. */
export type Durability = "power" | "process";

const incremental = 2;

/** Bytes of the log's file that are kept when the log starts again from its beginning. */
export const keptLog = 64 << 20;

export function setPragmas(sqlite: Sqlite): void {
  // Set only if it differs, because setting it writes, which a full disk refuses. `docent compact` changes old files.
  if (pragmaNumber(sqlite, "auto_vacuum") !== incremental) sqlite.run("PRAGMA auto_vacuum = INCREMENTAL");
  // Readers never wait for the writer, and a commit is one append.
  sqlite.run("PRAGMA journal_mode = WAL");
  // SQLite ships with them off.
  sqlite.run("PRAGMA foreign_keys = ON");
  // Another process, such as a backup tool, may hold the file for a moment.
  sqlite.run("PRAGMA busy_timeout = 5000");
  // Overwrites deleted text, so that a deleted source cannot be found in the file.
  sqlite.run("PRAGMA secure_delete = ON");
  // A schema that somebody tampered with must not run functions with side effects.
  sqlite.run("PRAGMA trusted_schema = OFF");
  // Pages of chunks are read at random; mapping saves a copy of each.
  sqlite.run("PRAGMA mmap_size = 268435456");
  // 16 MB of page cache (negative: KiB).
  sqlite.run("PRAGMA cache_size = -16384");
  // Shortens the log after a large ingest.
  sqlite.run(`PRAGMA journal_size_limit = ${keptLog}`);
}

export function durabilitySwitch(sqlite: Sqlite): (durability: Durability) => void {
  let current: Durability | null = null;
  return (durability) => {
    if (durability === current) return;
    sqlite.run(`PRAGMA synchronous = ${durability === "power" ? "FULL" : "NORMAL"}`);
    current = durability;
  };
}

export function pragmaNumber(
  sqlite: Sqlite,
  name: "auto_vacuum" | "page_count" | "page_size" | "freelist_count",
): number {
  return sqlite.query<Record<string, number>, []>(`PRAGMA ${name}`).get()?.[name] ?? 0;
}

/** Quoted text and comments, or a parameter without a number, perhaps after LIMIT. */
const tokens = /'(?:[^']|'')*'|"(?:[^"]|"")*"|--[^\n]*|(?<limit>\blimit\s+)?(?<parameter>\?)(?!\d)/gi;

/** Hides parameters from the planner: by unary plus, which keeps any value, and in a LIMIT by a subquery. */
export function steadied(statement: string): string {
  return statement.replaceAll(tokens, (token, limit?: string, parameter?: string) => {
    if (parameter === undefined) return token;
    return limit === undefined ? "+?" : `${limit}(SELECT ?)`;
  });
}

export class SteadySqlite extends Sqlite {
  override prepare: Sqlite["prepare"] = (statement, parameters) => super.prepare(steadied(statement), parameters);
  override query: Sqlite["query"] = (statement) => super.query(steadied(statement));
}
