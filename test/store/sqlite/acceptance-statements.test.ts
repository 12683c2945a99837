import { Database as Sqlite } from "bun:sqlite";
import { afterAll, expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import { drizzle } from "drizzle-orm/bun-sqlite";
import type { ExpertId, SourceId } from "../../../src/kernel/ids.ts";
import { documentStatements } from "../../../src/store/sources/document-statements.ts";
import { migrate } from "../../../src/store/sqlite/migrate.ts";
import * as schema from "../../../src/store/sqlite/schema.ts";
import { statementsIn } from "../../../src/store/sqlite/store-dialect.ts";
import { type DocumentName, known, type Preparable } from "../../../src/store/work.ts";

const sqlite = new Sqlite(":memory:");
migrate(sqlite);
const orm = drizzle(sqlite, { schema });
afterAll(() => sqlite.close());

/** How SQLite finds the source with that name, table after table, where it has no statistics. */
function lookUps(name: Omit<DocumentName, "expertId">): string[] {
  const built: string[] = [];
  const { existing } = documentStatements({
    ...statementsIn(orm),
    kept: (build) => () => {
      const statement: Preparable & { toSQL?(): { sql: string } } = build(orm, sql.placeholder);
      built.push(statement.toSQL?.().sql ?? "");
      return known([]);
    },
  });
  existing(orm, { expertId: "exp_any" as ExpertId, ...name }).next();
  const [statement = ""] = built;
  const plan = sqlite.query<{ detail: string }, []>(`EXPLAIN QUERY PLAN ${statement.replaceAll("?", "NULL")}`).all();
  return plan.map(({ detail }) => detail).filter((detail) => /^(?:SEARCH|SCAN) /.test(detail));
}

test("a repeated document is found by its hash, with an index", () => {
  expect(lookUps({ sha256: "0" })).toEqual([
    "SEARCH source_versions USING INDEX source_versions_by_hash (sha256=?)",
    "SEARCH sources USING INTEGER PRIMARY KEY (rowid=?)",
    "SEARCH answering USING INTEGER PRIMARY KEY (rowid=?) LEFT-JOIN",
  ]);
});

test("a source is found by its external id and by its id from an index", () => {
  expect(lookUps({ externalId: "a" })[0]).toStartWith(
    "SEARCH sources USING INDEX sqlite_autoindex_sources_2 (expert_id=? AND external_id=?)",
  );
  expect(lookUps({ of: "src_any" as SourceId })[0]).toBe(
    "SEARCH sources USING INDEX sqlite_autoindex_sources_1 (id=?)",
  );
});
