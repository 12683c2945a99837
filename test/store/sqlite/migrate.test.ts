/** The database file: its versions, its pragmas, and that drizzle's tables are the SQL's. */
import { Database as Sqlite } from "bun:sqlite";
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { is } from "drizzle-orm";
import { getTableConfig, SQLiteTable } from "drizzle-orm/sqlite-core";
import type { WorkspaceId } from "../../../src/kernel/ids.ts";
import { openDatabase } from "../../../src/store/sqlite/database.ts";
import { DataDirError } from "../../../src/store/sqlite/folder/data-lock.ts";
import { migrate } from "../../../src/store/sqlite/migrate.ts";
import * as schema from "../../../src/store/sqlite/schema.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "docent-database-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const version = (sqlite: Sqlite) => Object.values(Object(sqlite.query("PRAGMA user_version").get()))[0];
const tablesOf = (sqlite: Sqlite) =>
  sqlite
    .query<{ name: string }, []>("SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'")
    .all()
    .map(({ name }) => name)
    .sort();

const one = "CREATE TABLE a (id INTEGER PRIMARY KEY) STRICT; INSERT INTO a VALUES (1), (2);";
const two = "CREATE TABLE b (a_id INTEGER REFERENCES a (id)) STRICT; INSERT INTO b VALUES (1);";

describe("migrations", () => {
  test("bring a fresh database to the newest version, step by step", () => {
    const sqlite = new Sqlite(":memory:");
    migrate(sqlite, [one]);
    expect([version(sqlite), tablesOf(sqlite)]).toEqual([1, ["a"]]);
    migrate(sqlite, [one, two]);
    expect([version(sqlite), tablesOf(sqlite)]).toEqual([2, ["a", "b"]]);
    migrate(sqlite, [one, two]);
    expect(sqlite.query("SELECT count(*) AS n FROM a").get()).toEqual({ n: 2 });
    sqlite.close();
  });

  test("a failing migration leaves the previous version unchanged", () => {
    const sqlite = new Sqlite(":memory:");
    const broken = "CREATE TABLE c (id INTEGER) STRICT; INSERT INTO nowhere VALUES (1);";
    expect(() => migrate(sqlite, [one, broken])).toThrow("no such table: nowhere");
    expect([version(sqlite), tablesOf(sqlite)]).toEqual([0, []]);
    migrate(sqlite, [one]);
    expect(() => migrate(sqlite, [one, two, broken])).toThrow("no such table: nowhere");
    expect([version(sqlite), tablesOf(sqlite)]).toEqual([2, ["a", "b"]]);
    migrate(sqlite, [one, two, "CREATE TABLE c (id INTEGER) STRICT;"]);
    expect([version(sqlite), tablesOf(sqlite)]).toEqual([3, ["a", "b", "c"]]);
    sqlite.close();
  });

  test("a migration that would break a reference is refused", () => {
    const sqlite = new Sqlite(":memory:");
    migrate(sqlite, [one, two]);
    expect(() => migrate(sqlite, [one, two, "DELETE FROM a;"])).toThrow("Migration 3 would break 1 references.");
    expect(version(sqlite)).toBe(2);
    sqlite.close();
  });

  test("a rebuilt table keeps its children's rows", () => {
    const sqlite = new Sqlite(":memory:");
    sqlite.run("PRAGMA foreign_keys = ON");
    const rebuild =
      "CREATE TABLE new_a (id INTEGER PRIMARY KEY, n INTEGER) STRICT; INSERT INTO new_a SELECT id, 7 FROM a; DROP TABLE a; ALTER TABLE new_a RENAME TO a;";
    migrate(sqlite, [one, `${two.replace("(id)", "(id) ON DELETE CASCADE")}`, rebuild]);
    expect(sqlite.query("SELECT * FROM b").all()).toEqual([{ a_id: 1 }]);
    expect(Object.values(Object(sqlite.query("PRAGMA foreign_keys").get()))).toEqual([1]);
    sqlite.close();
  });

  test("a database of a newer Docent is refused and left alone", () => {
    const path = join(folder, "docent.db");
    const newer = new Sqlite(path);
    newer.run("PRAGMA user_version = 99");
    newer.close();
    expect(() => openDatabase(path)).toThrow(DataDirError);
    const after = new Sqlite(path);
    expect([version(after), tablesOf(after)]).toEqual([99, []]);
    after.close();
  });
});

test("drizzle's tables match the migrations, column by column", () => {
  const sqlite = new Sqlite(":memory:");
  migrate(sqlite);
  const tables = Object.values(schema.tables).filter((each) => is(each, SQLiteTable));
  expect(tables.map((table) => getTableConfig(table).name).sort()).toEqual(tablesOf(sqlite));
  for (const table of tables) {
    const { name, columns, primaryKeys } = getTableConfig(table);
    const keys = new Set(primaryKeys.flatMap((key) => key.columns.map((column) => column.name)));
    const described = columns.map((column) => ({
      name: column.name,
      type: column.getSQLType().toUpperCase(),
      notNull: column.notNull || keys.has(column.name),
      key: column.primary || keys.has(column.name),
    }));
    const actual = sqlite
      .query<{ name: string; type: string; notnull: number; pk: number }, []>(`PRAGMA table_info(${name})`)
      .all()
      .map((column) => ({
        name: column.name,
        type: column.type,
        notNull: column.notnull === 1 || column.pk > 0,
        key: column.pk > 0,
      }));
    const sorted = (all: typeof actual) => all.toSorted((a, b) => (a.name < b.name ? -1 : 1));
    expect({ name, columns: sorted(described) }).toEqual({ name, columns: sorted(actual) });
  }
  sqlite.close();
});

describe("an open database", () => {
  test("is readable only by its owner, uses a log, and ends with everything in one file", () => {
    const path = join(folder, "docent.db");
    const database = openDatabase(path);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    database.write("power", () => database.orm.run("INSERT INTO workspaces VALUES ('ws_1', 'one', 0)"));
    expect(statSync(`${path}-wal`).size).toBeGreaterThan(0);
    database.close();
    expect(statSync(`${path}-wal`, { throwIfNoEntry: false })?.size ?? 0).toBe(0);
    const again = openDatabase(path);
    expect(again.orm.select().from(schema.workspaces).all()).toMatchObject([{ id: "ws_1", name: "one" }]);
    again.close();
  });

  test("has the right pragmas", () => {
    const database = openDatabase(join(folder, "docent.db"));
    const pragma = (name: string) => Object.values(Object(database.orm.get(`PRAGMA ${name}`)))[0];
    const names = ["journal_mode", "foreign_keys", "busy_timeout", "secure_delete", "trusted_schema"];
    expect(names.map(pragma)).toEqual(["wal", 1, 5000, 1, 0]);
    database.write("power", () => undefined);
    expect(pragma("synchronous")).toBe(2);
    database.write("process", () => undefined);
    expect(pragma("synchronous")).toBe(1);
    database.close();
  });

  test("undoes failed work completely", () => {
    const database = openDatabase(":memory:");
    const insert = (id: string) => database.orm.run(`INSERT INTO workspaces VALUES ('${id}', '${id}', 0)`);
    expect(() =>
      database.write("power", () => {
        insert("ws_1");
        throw new Error("changed my mind");
      }),
    ).toThrow("changed my mind");
    expect(database.orm.select().from(schema.workspaces).all()).toEqual([]);
    database.close();
  });

  test("reports a full disk, and still reads", () => {
    const database = openDatabase(join(folder, "docent.db"));
    const pages = Object.values(Object(database.orm.get("PRAGMA page_count")))[0];
    database.orm.run(`PRAGMA max_page_count = ${pages}`);
    const fill = () =>
      database.write("power", () => {
        for (let n = 0; n < 200; n++) {
          const row = { id: `ws_${n}` as WorkspaceId, name: `${"x".repeat(1000)}${n}`, createdAt: 0 };
          database.orm.insert(schema.workspaces).values(row).run();
        }
      });
    expect(fill).toThrow(expect.objectContaining({ code: "storage_full" }));
    expect(database.orm.select().from(schema.workspaces).all()).toEqual([]);
    database.close();
  });

  test("a file that is not a database is refused", async () => {
    const path = join(folder, "docent.db");
    await Bun.write(path, "This is a text, and a long one, so that it cannot be taken for an empty file.".repeat(20));
    expect(() => openDatabase(path)).toThrow("not a database");
  });
});
