import { Database as Sqlite } from "bun:sqlite";
import { expect, test } from "bun:test";
import { and, eq, sql as given } from "drizzle-orm";
import { drizzle } from "drizzle-orm/bun-sqlite";
import { answersFrom, isOfExpert } from "../../../src/store/passages/passage-rows.ts";
import { migrate } from "../../../src/store/sqlite/migrate.ts";
import { chunks, sources, sourceVersions, tables } from "../../../src/store/sqlite/schema.ts";
import { readingIn } from "../../../src/store/sqlite/store-dialect.ts";

test("chunks are looked up by their numbers even without SQLite's statistics", () => {
  using sqlite = new Sqlite(":memory:");
  migrate(sqlite);
  const orm = drizzle(sqlite);
  const store = readingIn(orm as never);
  const { sql } = orm
    .select({ no: chunks.no })
    .from(chunks)
    .innerJoin(sourceVersions, eq(sourceVersions.no, chunks.versionNo))
    .innerJoin(sources, answersFrom(tables))
    .where(
      and(
        store.dialect.isAmong(chunks.no, given.placeholder("numbers")),
        isOfExpert(store, given.placeholder("expert")),
      ),
    )
    .toSQL();
  const plan = sqlite.query<{ detail: string }, []>(`EXPLAIN QUERY PLAN ${sql.replaceAll("?", "NULL")}`).all();
  const lookUps = plan.map(({ detail }) => detail).filter((detail) => /^(?:SEARCH|SCAN) (?!json_each)/.test(detail));
  expect(lookUps).toEqual([
    "SEARCH chunks USING INTEGER PRIMARY KEY (rowid=?)",
    "SEARCH source_versions USING INTEGER PRIMARY KEY (rowid=?)",
    "SEARCH sources USING INTEGER PRIMARY KEY (rowid=?)",
  ]);
});
