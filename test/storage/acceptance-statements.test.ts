import { Database as Sqlite } from "bun:sqlite";
import { afterAll, expect, test } from "bun:test";
import { drizzle } from "drizzle-orm/bun-sqlite";
import { acceptanceStatements } from "../../src/storage/document-statements.ts";
import { migrate } from "../../src/storage/migrate.ts";
import * as schema from "../../src/storage/schema.ts";

const sqlite = new Sqlite(":memory:");
migrate(sqlite);
const statements = acceptanceStatements(drizzle(sqlite, { schema }));
afterAll(() => sqlite.close());

/** How SQLite finds the rows of a statement, table after table, where it has no statistics. */
function lookUps(sql: string): string[] {
  const plan = sqlite.query<{ detail: string }, []>(`EXPLAIN QUERY PLAN ${sql.replaceAll("?", "NULL")}`).all();
  return plan.map(({ detail }) => detail).filter((detail) => /^(?:SEARCH|SCAN) /.test(detail));
}

test("a repeated document is found by its hash, with an index", () => {
  expect(lookUps(statements.bySha256().getQuery().sql)).toEqual([
    "SEARCH source_versions USING INDEX source_versions_by_hash (sha256=?)",
    "SEARCH sources USING INTEGER PRIMARY KEY (rowid=?)",
    "SEARCH answering USING INTEGER PRIMARY KEY (rowid=?) LEFT-JOIN",
  ]);
});

test("a source is found by its external id and by its id from an index", () => {
  expect(lookUps(statements.byExternalId().getQuery().sql)[0]).toStartWith(
    "SEARCH sources USING INDEX sqlite_autoindex_sources_2 (expert_id=? AND external_id=?)",
  );
  expect(lookUps(statements.byId().getQuery().sql)[0]).toBe(
    "SEARCH sources USING INDEX sqlite_autoindex_sources_1 (id=?)",
  );
});
