import { Database as Sqlite } from "bun:sqlite";
import { expect, test } from "bun:test";
import { eq } from "drizzle-orm";
import { drizzle } from "drizzle-orm/bun-sqlite";
import { migrate } from "../../src/storage/migrate.ts";
import { answersFor, chunksByNumber } from "../../src/storage/rows/answer-rows.ts";
import { chunks, sources, sourceVersions } from "../../src/storage/schema.ts";

test("chunks are looked up by their numbers even without SQLite's statistics", () => {
  using sqlite = new Sqlite(":memory:");
  migrate(sqlite);
  const { sql } = drizzle(sqlite)
    .select({ no: chunks.no })
    .from(chunks)
    .innerJoin(sourceVersions, eq(sourceVersions.no, chunks.versionNo))
    .innerJoin(sources, answersFor)
    .where(chunksByNumber)
    .toSQL();
  const plan = sqlite.query<{ detail: string }, []>(`EXPLAIN QUERY PLAN ${sql.replaceAll("?", "NULL")}`).all();
  const lookUps = plan.map(({ detail }) => detail).filter((detail) => /^(?:SEARCH|SCAN) (?!json_each)/.test(detail));
  expect(lookUps).toEqual([
    "SEARCH chunks USING INTEGER PRIMARY KEY (rowid=?)",
    "SEARCH source_versions USING INTEGER PRIMARY KEY (rowid=?)",
    "SEARCH sources USING INTEGER PRIMARY KEY (rowid=?)",
  ]);
});
