/**
 * Whether a database is what it should be: its pages, its schema, its references, and the places that its passages
 * claim in their texts. Only reads. For a copy that nobody else uses, or inside a thread or process that may block.
 */
import { Database as Sqlite } from "bun:sqlite";
import { existsSync } from "node:fs";
import { codePointSlicer } from "../text/code-points.ts";
import { DataDirError } from "./folder/data-lock.ts";
import { migrate, migrationsUpTo, newerSchema, newestSchema, schemaVersion } from "./migrate.ts";

export interface DatabaseReport {
  /** Of its schema; 0 for a file that is no database of ours. */
  readonly version: number;
  /** What is wrong, a sentence each. */
  readonly problems: readonly string[];
}

export interface Thoroughness {
  /** The passages of so many versions, evenly spread, are compared with their texts; null: of all. */
  readonly texts: number | null;
}

/** Opens a file for looking only. Nothing that somebody may have put into its schema is run. */
export function openForReading(path: string): Sqlite {
  const sqlite = new Sqlite(path, { readonly: true, strict: true });
  sqlite.run("PRAGMA busy_timeout = 5000");
  sqlite.run("PRAGMA trusted_schema = OFF");
  sqlite.run("PRAGMA cell_size_check = ON");
  return sqlite;
}

/** @throws nothing of SQLite's: a file that it cannot read is a report with that problem. */
export function examineDatabase(path: string, { texts }: Thoroughness): DatabaseReport {
  let sqlite: Sqlite | null = null;
  try {
    sqlite = openForReading(path);
    const version = schemaVersion(sqlite);
    const foreign = schemaProblem(sqlite, version);
    if (foreign !== null) return { version, problems: [foreign] };
    return { version, problems: [...brokenPages(sqlite), ...brokenReferences(sqlite), ...misplaced(sqlite, texts)] };
  } catch (error) {
    return { version: 0, problems: [`It cannot be read: ${error instanceof Error ? error.message : String(error)}.`] };
  } finally {
    sqlite?.close();
  }
}

/**
 * Why a database cannot be used as it is; null when it can. Its passages are not looked at.
 * @param identity of the folder that it lies in; null when that has none.
 * @throws DataDirError when a newer Docent made it.
 */
export function brokenStructure(path: string, identity: string | null): string | null {
  let sqlite: Sqlite | null = null;
  try {
    if (!existsSync(path)) return "There is none.";
    sqlite = openForReading(path);
    const version = schemaVersion(sqlite);
    if (version > newestSchema) throw newerSchema(version);
    const own = version < 7 ? null : sqlite.query<{ id: string }, []>("SELECT id FROM installation").get();
    if (identity !== null && own !== null && own.id !== identity) return "It belongs to another data folder.";
    return schemaProblem(sqlite, version) ?? brokenPages(sqlite)[0] ?? null;
  } catch (error) {
    if (error instanceof DataDirError) throw error;
    return error instanceof Error ? error.message : String(error);
  } finally {
    sqlite?.close();
  }
}

/** Its tables and columns must be those that the migrations make: a trigger or a view of somebody else's is not. */
function schemaProblem(sqlite: Sqlite, version: number): string | null {
  if (version > newestSchema) {
    return `It has version ${version}, made by a newer Docent; this one supports versions up to ${newestSchema}.`;
  }
  const model = new Sqlite(":memory:");
  migrate(model, migrationsUpTo(version));
  const expected = shapeOf(model);
  model.close();
  return version > 0 && Bun.deepEquals(shapeOf(sqlite), expected) ? null : "It is not a Docent database.";
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

function misplaced(sqlite: Sqlite, texts: number | null): string[] {
  const versions = versionsWithPassages(sqlite);
  const step = texts === null ? 1 : Math.max(1, Math.floor(versions.length / texts));
  const wrong = versions.filter((_, i) => i % step === 0).filter((no) => !isInItsPlace(sqlite, no));
  return wrong.length === 0
    ? []
    : [`The passages of ${wrong.length} versions do not match their texts: ${some(wrong)}.`];
}

function versionsWithPassages(sqlite: Sqlite): number[] {
  const answering = "SELECT no FROM source_versions WHERE status = 'ready' ORDER BY no";
  return sqlite
    .query<{ no: number }, []>(answering)
    .all()
    .map(({ no }) => no);
}

/** Whether every passage of a version is, to the character, what its text has between its offsets. */
function isInItsPlace(sqlite: Sqlite, versionNo: number): boolean {
  const version = sqlite
    .query<{ content: string | null }, [number]>("SELECT content FROM source_versions WHERE no = ?")
    .get(versionNo);
  const slice = codePointSlicer(version?.content ?? "");
  const passages = sqlite
    .query<{ start: number; end: number; text: string }, [number]>(
      'SELECT start, "end", text FROM chunks WHERE version_no = ? ORDER BY start',
    )
    .all(versionNo);
  return passages.every(({ start, end, text }) => slice(start, end) === text);
}

function some(numbers: readonly number[]): string {
  return numbers.slice(0, 10).join(", ") + (numbers.length > 10 ? " …" : "");
}
