/** Checks pages, schema, references, and the positions of passages in their texts. Blocks. */
import { constants, Database as Sqlite } from "bun:sqlite";
import { constants as access, accessSync, existsSync, statSync } from "node:fs";
import { errorCode } from "../../kernel/error-code.ts";
import { codePointSlicer } from "../../language/text/code-points.ts";
import { hiddenExperts } from "./archives/import-remains.ts";
import { DataDirError } from "./folder/data-lock.ts";
import { migrate, migrationsUpTo, newerSchema, newestSchema, schemaVersion } from "./migrate.ts";

export interface DatabaseReport {
  readonly version: number;
  readonly problems: readonly string[];
  /** Versions that answer although their text or passages are incomplete. */
  readonly damaged: readonly number[];
}

/** Runs no code of the schema. Opens a file in a read-only folder if its log has been written back. */
export function openForReading(path: string): Sqlite {
  // SQLite does not say why it cannot open a file.
  accessSync(path, access.R_OK);
  let sqlite = new Sqlite(path, { readonly: true, strict: true });
  sqlite.run("PRAGMA busy_timeout = 5000");
  if (!canRead(sqlite) && (statSync(`${path}-wal`, { throwIfNoEntry: false })?.size ?? 0) === 0) {
    sqlite.close();
    // Safe, because nobody can write to it (https://sqlite.org/uri.html#uriimmutable).
    sqlite = new Sqlite(
      `file:${encodeURI(path).replaceAll("?", "%3f").replaceAll("#", "%23")}?immutable=1`,
      constants.SQLITE_OPEN_READONLY | constants.SQLITE_OPEN_URI,
    );
  }
  sqlite.run("PRAGMA trusted_schema = OFF");
  sqlite.run("PRAGMA cell_size_check = ON");
  return sqlite;
}

function canRead(sqlite: Sqlite): boolean {
  try {
    sqlite.query("SELECT 1 FROM sqlite_schema LIMIT 1").get();
    return true;
  } catch (error) {
    if (["SQLITE_CANTOPEN", "SQLITE_READONLY_DIRECTORY"].includes(errorCode(error) ?? "")) return false;
    throw error;
  }
}

export function isDamage(error: unknown): boolean {
  return /^SQLITE_(?:CORRUPT|NOTADB)/.test(errorCode(error) ?? "");
}

/** Never throws SQLite's errors: an unreadable file gives a report with that problem. */
export function examineDatabase(path: string): DatabaseReport {
  try {
    using sqlite = openForReading(path);
    const version = schemaVersion(sqlite);
    const foreign = schemaProblem(sqlite, version);
    if (foreign !== null) return { version, problems: [foreign], damaged: [] };
    const problems = [...brokenPages(sqlite), ...brokenReferences(sqlite)];
    return { version, problems, damaged: problems.length > 0 ? [] : damagedVersions(sqlite) };
  } catch (error) {
    const problem = `It cannot be read: ${error instanceof Error ? error.message : String(error)}.`;
    return { version: 0, problems: [problem], damaged: [] };
  }
}

/** Null: usable, as far as known without checking passages. @throws DataDirError if a newer Docent made it */
export function brokenStructure(path: string, identity: string | null): string | null {
  try {
    if (!existsSync(path)) return "There is none.";
    using sqlite = openForReading(path);
    const version = schemaVersion(sqlite);
    if (version > newestSchema) throw newerSchema(version);
    const own = version < 7 ? null : sqlite.query<{ id: string }, []>("SELECT id FROM installation").get();
    if (identity !== null && own !== null && own.id !== identity) return "It belongs to another data folder.";
    return schemaProblem(sqlite, version) ?? brokenPages(sqlite)[0] ?? null;
  } catch (error) {
    if (error instanceof DataDirError) throw error;
    return error instanceof Error ? error.message : String(error);
  }
}

/** Tables and columns must be exactly those of the migrations; foreign triggers and views are refused. */
function schemaProblem(sqlite: Sqlite, version: number): string | null {
  if (version > newestSchema) {
    return `It has version ${version}, made by a newer Docent; this one supports versions up to ${newestSchema}.`;
  }
  using model = new Sqlite(":memory:");
  migrate(model, migrationsUpTo(version));
  return version > 0 && Bun.deepEquals(shapeOf(sqlite), shapeOf(model)) ? null : "It is not a Docent database.";
}

function shapeOf(sqlite: Sqlite): unknown {
  const objects = sqlite
    .query<{ type: string; name: string }, []>(
      "SELECT type, name FROM sqlite_schema WHERE name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY type, name",
    )
    .all();
  const columns = sqlite.query('SELECT name, type, "notnull", pk, hidden FROM pragma_table_xinfo(?)');
  return objects.map(({ type, name }) => [type, name, type === "table" ? columns.all(name) : null]);
}

function brokenPages(sqlite: Sqlite): string[] {
  const rows = sqlite.query<{ integrity_check: string }, []>("PRAGMA integrity_check(20)").all();
  return rows.map((row) => row.integrity_check).filter((line) => line !== "ok");
}

function brokenReferences(sqlite: Sqlite): string[] {
  const rows = sqlite.query<{ table: string; parent: string }, []>("PRAGMA foreign_key_check").all();
  const counts = Map.groupBy(rows, ({ table, parent }) => `${table} to ${parent}`);
  return [...counts].map(
    ([what, broken]) => `${broken.length} references from ${what} point to rows that do not exist.`,
  );
}

const answering = `sources s JOIN source_versions v ON v.no = s.current_version_no WHERE s.expert_id NOT IN (${hiddenExperts})`;

function damagedVersions(sqlite: Sqlite): number[] {
  const versions = sqlite
    .query<{ no: number; chunkCount: number }, []>(
      `SELECT v.no, v.chunk_count AS chunkCount FROM ${answering} ORDER BY v.no`,
    )
    .all();
  return versions.filter(({ no, chunkCount }) => !isInItsPlace(sqlite, no, chunkCount)).map(({ no }) => no);
}

function isInItsPlace(sqlite: Sqlite, versionNo: number, chunkCount: number): boolean {
  const version = sqlite
    .query<{ content: string | null }, [number]>("SELECT content FROM source_versions WHERE no = ?")
    .get(versionNo);
  if (version === null || version.content === null) return false;
  const slice = codePointSlicer(version.content);
  const passages = sqlite
    .query<{ start: number; end: number; text: string }, [number]>(
      'SELECT start, "end", text FROM chunks WHERE version_no = ? ORDER BY start',
    )
    .all(versionNo);
  return passages.length === chunkCount && passages.every(({ start, end, text }) => slice(start, end) === text);
}
