/** SQLite's pragmas, each with its reason, and how a connection is told what its next commit must survive. */
import { Database as Sqlite } from "bun:sqlite";

/**
 * `power`: the disk has it when the call returns. `process`: the system has it; a power cut may lose the last moments.
 */
export type Durability = "power" | "process";

/** The value of `auto_vacuum` (https://sqlite.org/pragma.html#pragma_auto_vacuum). */
const incremental = 2;

/** Bytes of the log that are kept when it begins again from its start: what it takes on the disk it need not ask for. */
export const keptLog = 64 << 20;

export function setPragmas(sqlite: Sqlite): void {
  // Free pages can be returned step by step. An existing file changes with `docent compact`. Setting it writes, which
  // a full disk must not need.
  if (pragmaNumber(sqlite, "auto_vacuum") !== incremental) sqlite.run("PRAGMA auto_vacuum = INCREMENTAL");
  // Readers never wait for the writer, and a commit is one append.
  sqlite.run("PRAGMA journal_mode = WAL");
  // SQLite ships with them off.
  sqlite.run("PRAGMA foreign_keys = ON");
  // Another process may hold the file for a moment (a backup tool, the sqlite3 shell).
  sqlite.run("PRAGMA busy_timeout = 5000");
  // Deleted text is overwritten, not merely unlinked: a deleted source should not be found in the file.
  sqlite.run("PRAGMA secure_delete = ON");
  // If somebody tampered with the schema, it must not run functions with side effects.
  sqlite.run("PRAGMA trusted_schema = OFF");
  // Pages of chunks are read at random; mapping saves one copy per page.
  sqlite.run("PRAGMA mmap_size = 268435456");
  // 16 MB of page cache (negative: KiB).
  sqlite.run("PRAGMA cache_size = -16384");
  // The log is truncated after a large ingest rather than kept at its largest size.
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

/** Quoted text and comments, which stay unchanged; or a parameter without a number, after LIMIT or elsewhere. */
const tokens = /'(?:[^']|'')*'|"(?:[^"]|"")*"|--[^\n]*|(?<limit>\blimit\s+)?(?<parameter>\?)(?!\d)/gi;

/** Unary plus leaves a value of any type unchanged. In a LIMIT the planner sees through it, but not through a subquery. */
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
