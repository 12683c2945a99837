import { Database as Sqlite } from "bun:sqlite";
import { expect, test } from "bun:test";
import { migrate } from "../../../../src/store/sqlite/migrate.ts";
import { movedTables } from "../../../../src/store/sqlite/moving/moved-tables.ts";

const sqlite = new Sqlite(":memory:");
migrate(sqlite);

test("every table of the schema is moved, with all of its columns, after the tables that it refers to", () => {
  const tables = movedTables();
  const names = sqlite
    .query("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'")
    .values();
  expect(tables.map(({ name }) => name).sort()).toEqual(names.map(([name]) => String(name)).sort());
  for (const [position, { name, columns, key }] of tables.entries()) {
    const found = sqlite.query("SELECT name FROM pragma_table_info(?) ORDER BY cid").values(name);
    expect(found.map(([column]) => String(column))).toEqual([...columns]);
    const inKey = sqlite.query("SELECT name FROM pragma_table_info(?) WHERE pk > 0 ORDER BY pk").values(name);
    expect(inKey.map(([column]) => String(column))).toEqual(key.map((at) => columns[at] ?? ""));
    expect(key.length).toBeGreaterThan(0);
    const references = sqlite.query('SELECT "table" FROM pragma_foreign_key_list(?)').values(name);
    const before = tables.slice(0, position).map((table) => table.name);
    expect(references.map(([other]) => String(other)).filter((other) => !before.includes(other))).toEqual([]);
  }
});

test("the tables whose numbers are never used again are those that SQLite counts", () => {
  const counted = sqlite.query("SELECT name FROM sqlite_schema WHERE sql LIKE '%AUTOINCREMENT%'").values();
  const found = movedTables().filter(({ isCounted }) => isCounted);
  expect(found.map(({ name }) => name).sort()).toEqual(counted.map(([name]) => String(name)).sort());
  expect(found.map(({ columns, key }) => key.map((at) => columns[at]))).toEqual(found.map(() => ["no"]));
});
