import { expect, test } from "bun:test";
import { SteadySqlite, steadied } from "../../../src/store/sqlite/pragmas.ts";

test("parameters become expressions of the same value, and quoted text stays as it is", () => {
  expect(steadied("SELECT '?''?', \"?\" FROM t -- ?\nWHERE a = ? AND b IN (?, ?) LIMIT ?")).toBe(
    "SELECT '?''?', \"?\" FROM t -- ?\nWHERE a = +? AND b IN (+?, +?) LIMIT (SELECT ?)",
  );
  expect(steadied("SELECT ?1, :name, @name, $name")).toBe("SELECT ?1, :name, @name, $name");
});

test.each(["prepare", "query"] as const)(
  "statements of %s keep the types of values, and find rows by an index",
  (method) => {
    using sqlite = new SteadySqlite(":memory:", { strict: true });
    sqlite.run("CREATE TABLE notes (no INTEGER PRIMARY KEY, text TEXT, bytes BLOB, weight REAL) STRICT");
    sqlite.run("CREATE INDEX notes_by_text ON notes (text) WHERE weight > 1");
    const add = sqlite[method]("INSERT INTO notes VALUES (?, ?, ?, ?)");
    add.run(1, "007", new Uint8Array([0, 255]), 2.5);
    add.run(2, "7", null, 3);
    const find = sqlite[method]("SELECT * FROM notes WHERE text = ? AND weight > 1 ORDER BY no LIMIT ?");
    expect(find.all("007", 5)).toEqual([{ no: 1, text: "007", bytes: new Uint8Array([0, 255]), weight: 2.5 }]);
    expect(sqlite[method]("SELECT no FROM notes ORDER BY no LIMIT ?").all(1)).toEqual([{ no: 1 }]);
    const plan = sqlite[method]("EXPLAIN QUERY PLAN SELECT * FROM notes WHERE text = ? AND weight > 1").all("7");
    expect(JSON.stringify(plan)).toContain("USING INDEX notes_by_text (text=?)");
  },
);
