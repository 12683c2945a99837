import { Database as Sqlite } from "bun:sqlite";
import type { NamedVersion } from "../../../upkeep/facts.ts";
import { openForReading } from "../database-soundness.ts";
import { setPragmas } from "../pragmas.ts";
import { hiddenExperts, hiddenWorkspaces } from "./import-remains.ts";

/** Of one moment, without free pages (https://sqlite.org/lang_vacuum.html#vacuuminto). Blocks. */
export function copyDatabase(from: string, to: string): void {
  using sqlite = openForReading(from);
  sqlite.query("VACUUM INTO ?").run(to);
}

/** Deletes unfinished imports and the list of files to delete. Nobody else may use the file. */
export function removeHidden(path: string): void {
  using sqlite = new Sqlite(path, { strict: true });
  const hidden = sqlite.query(`SELECT 1 FROM (${hiddenExperts}) LIMIT 1`).get();
  if (hidden === null) return;
  setPragmas(sqlite);
  sqlite.run("PRAGMA journal_mode = DELETE");
  sqlite.run(hiddenWorkspaces);
  if (sqlite.query("SELECT 1 FROM sqlite_schema WHERE name = 'removed_originals'").get() !== null)
    sqlite.run("DELETE FROM removed_originals");
  sqlite.run("VACUUM");
}

export function countExperts(path: string): number {
  using sqlite = openForReading(path);
  return sqlite.query<{ n: number }, []>("SELECT count(*) AS n FROM experts").get()?.n ?? 0;
}

export function versionNames(path: string, numbers: readonly number[]): NamedVersion[] {
  if (numbers.length === 0) return [];
  using sqlite = openForReading(path);
  return namesOf(sqlite, numbers);
}

export function namesOf(sqlite: Sqlite, numbers: readonly number[]): NamedVersion[] {
  const named = sqlite.query<NamedVersion, [number]>(
    "SELECT v.no AS versionNo, s.id AS source, v.title FROM source_versions v JOIN sources s ON s.no = v.source_no WHERE v.no = ?",
  );
  return numbers.flatMap((no) => named.get(no) ?? []);
}

/** Hexadecimal SHA-256 by version, ascending; without unfinished imports. */
export function namedOriginals(path: string): ReadonlyMap<number, string> {
  using sqlite = openForReading(path);
  const rows = sqlite.query<{ no: number; sha256: string }, []>(
    `SELECT no, sha256 FROM source_versions WHERE sha256 <> '' AND expert_id NOT IN (${hiddenExperts}) ORDER BY no`,
  );
  return new Map(rows.all().map(({ no, sha256 }) => [no, sha256]));
}
