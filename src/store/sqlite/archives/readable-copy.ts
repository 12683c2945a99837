/** Copies row by row around damaged pages, where SQLite's own copy stops. */
import { Database as Sqlite } from "bun:sqlite";
import { rmSync } from "node:fs";
import { openForReading } from "../database-soundness.ts";
import { migrate, migrationsUpTo, schemaVersion } from "../migrate.ts";
import { columnsOf } from "./carried-tables.ts";

type ReadableRow = Record<string, string | number | bigint | Uint8Array | null>;

/** @returns tables that lost rows, orphans included @throws SQLiteError without a schema */
export function copyReadable(from: string, to: string): readonly string[] {
  rmSync(to, { force: true });
  using source = openForReading(from);
  using target = new Sqlite(to, { create: true, strict: true });
  migrate(target, migrationsUpTo(schemaVersion(source)));
  target.run("PRAGMA journal_mode = DELETE");
  target.run("PRAGMA foreign_keys = OFF");
  const unreadable: string[] = [];
  target.transaction(() => {
    for (const table of tablesOf(target)) {
      if (!copyTable(source, target, table)) unreadable.push(table.name);
    }
    removeOrphans(target);
  })();
  return unreadable;
}

interface ReadableTable {
  readonly name: string;
  readonly hasRowid: boolean;
}

function tablesOf(sqlite: Sqlite): ReadableTable[] {
  const rows = sqlite.query<{ name: string; wr: number }, []>(
    "SELECT name, wr FROM pragma_table_list WHERE schema = 'main' AND type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'",
  );
  return rows.all().map(({ name, wr }) => ({ name, hasRowid: wr === 0 }));
}

function copyTable(source: Sqlite, target: Sqlite, { name, hasRowid }: ReadableTable): boolean {
  const columns = columnsOf(target, "main", name);
  target.run(`DELETE FROM "${name}"`); // a migration may have added rows
  const list = columns.map((column) => `"${column}"`).join(", ");
  const insert = target.query(
    `INSERT OR IGNORE INTO "${name}" (${list}) VALUES (${columns.map((column) => `$${column}`).join(", ")})`,
  );
  const keep = (row: ReadableRow) =>
    insert.run(Object.fromEntries(columns.map((column) => [column, row[column] ?? null])));
  return hasRowid ? walkRows(source, name, keep) : walkFromBothEnds(source, name, keep);
}

/** SQLite allows larger ones, but ours are far below. */
const lastRow = 2 ** 48;

/** Skips what cannot be read. False: something was skipped. */
function walkRows(source: Sqlite, table: string, keep: (row: ReadableRow) => void): boolean {
  const after = source.query<ReadableRow & { readonly row_number: number }, [number]>(
    `SELECT rowid AS row_number, * FROM "${table}" WHERE rowid > ? ORDER BY rowid LIMIT 1`,
  );
  let isWhole = true;
  for (let at = 0; ; ) {
    const row = readable(() => after.get(at));
    if (row === null) return isWhole;
    if (row === "unreadable") {
      isWhole = false;
      at = nextReadable(after.get.bind(after), at);
      if (at >= lastRow) return false;
    } else {
      keep(row);
      at = row.row_number;
    }
  }
}

/** The smallest row number from which reading works again: by doubling, then halving. */
function nextReadable(after: (at: number) => unknown, from: number): number {
  let [bad, step] = [from, 1];
  while (readable(() => after(from + step)) === "unreadable") {
    bad = from + step;
    step *= 2;
    if (step >= lastRow) return lastRow;
  }
  let good = from + step;
  while (good - bad > 1) {
    const middle = Math.floor((bad + good) / 2);
    if (readable(() => after(middle)) === "unreadable") bad = middle;
    else good = middle;
  }
  return good;
}

function walkFromBothEnds(source: Sqlite, table: string, keep: (row: ReadableRow) => void): boolean {
  const keys = source
    .query<{ name: string }, [string]>("SELECT name FROM pragma_table_info(?) WHERE pk > 0 ORDER BY pk")
    .all(table)
    .map(({ name }) => `"${name}"`);
  const walk = (order: "ASC" | "DESC") => {
    const rows = source.query<ReadableRow, []>(
      `SELECT * FROM "${table}" ORDER BY ${keys.map((key) => `${key} ${order}`).join(", ")}`,
    );
    return readable(() => {
      for (const row of rows.iterate()) keep(row);
    });
  };
  if (walk("ASC") !== "unreadable") return true;
  walk("DESC");
  return false;
}

function readable<T>(read: () => T): T | "unreadable" {
  try {
    return read();
  } catch {
    return "unreadable";
  }
}

/** Deletes rows with missing references, repeatedly until there are none. */
function removeOrphans(sqlite: Sqlite): void {
  const references = sqlite
    .query<{ child: string; parent: string; from: string; to: string | null }, []>(
      `SELECT t.name AS child, f."table" AS parent, f."from", f."to"
       FROM pragma_table_list t JOIN pragma_foreign_key_list(t.name) f WHERE t.schema = 'main'`,
    )
    .all();
  const removals = references.map(({ child, parent, from, to }) =>
    sqlite.query(
      `DELETE FROM "${child}" WHERE "${from}" IS NOT NULL AND "${from}" NOT IN (SELECT "${to ?? from}" FROM "${parent}")`,
    ),
  );
  while (removals.reduce((sum, removal) => sum + removal.run().changes, 0) > 0);
}
