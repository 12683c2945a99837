/** Databases as older versions left them, opened by this one. */

import { Database as Sqlite } from "bun:sqlite";
import { afterAll, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isSupported } from "../../../src/answering/choice/extractive-reply.ts";
import { leastConfidence } from "../../../src/answering/evidence/support.ts";
import { immediately } from "../../../src/kernel/awaitable.ts";
import type { ExpertId, WorkspaceId } from "../../../src/kernel/ids.ts";
import { senseStore } from "../../../src/store/passages/derived-store.ts";
import { passageRows } from "../../../src/store/passages/passage-rows.ts";
import { openDatabase } from "../../../src/store/sqlite/database.ts";
import { migrate, migrationsUpTo, newestSchema, schemaVersion } from "../../../src/store/sqlite/migrate.ts";
import { expertRows } from "../../../src/store/sqlite/rows/expert-rows.ts";
import { readingIn, storeInSqlite } from "../../../src/store/sqlite/store-dialect.ts";
import { fakeSenseOf } from "../../support/fakes/fake-sense.ts";

const folder = mkdtempSync(join(tmpdir(), "docent-upgrade-"));
afterAll(() => rmSync(folder, { recursive: true }));

async function upgraded(version: number, change = "") {
  const path = join(folder, `${version}-${Bun.randomUUIDv7()}.db`);
  const sqlite = new Sqlite(path, { create: true });
  sqlite.run(await Bun.file(new URL(`../../fixtures/databases/version-${version}.sql`, import.meta.url)).text());
  if (change !== "") sqlite.run(change);
  sqlite.close();
  return openDatabase(path);
}

test("version 3: its passages are there, and wait to be encoded", async () => {
  const database = await upgraded(3);
  const rows = immediately(passageRows(readingIn(database.orm), "one"));
  const senses = immediately(senseStore(storeInSqlite(database), "one"));
  senses.adopt();
  const experts = senses.behind();
  const missing = experts.map(({ id, language }) => [language, senses.missing(id, 9).map(({ text }) => text)]);
  expect(missing).toEqual([
    ["en", ["The pump is in the attic.", "Replace the cartridge twice a year."]],
    ["de", ["Die Pumpe ist im Keller."]],
  ]);
  const { id } = experts[0]!;
  const revision = rows.revision(id);
  expect(rows.changesSince(id, 0)?.map(({ revision: each, sensed }) => [each, sensed])).toEqual([
    [1, []],
    [2, []],
    [3, []],
  ]);
  const all = senses.missing(id, 9).map(({ no, ...text }) => ({ no, sense: fakeSenseOf(text) }));
  senses.add(id, all);
  expect([senses.count(id), rows.revision(id)]).toEqual([{ done: 2, total: 2 }, revision + 1]);
  database.close();
});

test("a threshold that was never set follows the version's default; one that was set is kept as it is", async () => {
  const change = "UPDATE experts SET settings = json_set(settings, '$.minConfidence', 0.15) WHERE slug = 'haus'";
  const database = await upgraded(3, change);
  const rows = expertRows(database);
  const workspace = "ws_01m7yhx3008wmpwq74enpa57m5" as WorkspaceId;
  const [house, haus] = ["house", "haus"].map((slug) => rows.byName(workspace, slug));
  expect([house!.settings.minConfidence, haus!.settings.minConfidence]).toEqual([null, 0.15]);
  const answer = (confidence: number) => ({
    passages: [],
    sentences: [{ passage: 0, start: 0, end: 1, also: [] }],
    confidence,
    least: leastConfidence.words,
  });
  const answers = [0.1, leastConfidence.words - 0.01, leastConfidence.words].map(answer);
  expect(answers.map((each) => isSupported(each, house!))).toEqual([false, false, true]);
  expect(answers.map((each) => isSupported(each, haus!))).toEqual([false, true, true]);
  database.close();
});

test("version 14: sources of folders and sites get their keepers, and all others the API", () => {
  const sqlite = new Sqlite(":memory:");
  migrate(sqlite, migrationsUpTo(14));
  const site = (no: number) => `site_01kfs5n6w4q1v2m3c8r7t9x0a${no}`;
  sqlite.run(`
    INSERT INTO workspaces VALUES ('ws_1', 'default', 0);
    INSERT INTO experts (id, workspace_id, name, slug, description, instructions, language, settings, metadata, created_at, updated_at)
      VALUES ('exp_1', 'ws_1', 'a', 'a', '', '', 'en', '{}', '{}', 0, 0);`);
  const sites = sqlite.query(
    "INSERT INTO sites (no, id, expert_id, key_id, url, scope, max_pages, max_depth, status, created_at, updated_at) VALUES (?, ?, 'exp_1', 'k', 'u', 'u', 1, 1, 'ready', 0, 0)",
  );
  for (const no of [1, 2]) sites.run(no, site(no));
  const source = sqlite.query(
    "INSERT INTO sources (id, expert_id, metadata, created_at, updated_at) VALUES (?, 'exp_1', ?, 0, 0)",
  );
  source.run("src_folder", JSON.stringify({ docent_folder: "fld_0a1b2c3d4e5f" }));
  for (const mark of ["fld_short", "fld_ABCDEFGH", "elsewhere", 7, "fld_0a1b2c3d?"])
    source.run(`src_no_${mark}`, JSON.stringify({ docent_folder: mark }));
  for (const id of ["src_api", "src_own", "src_shared", "src_read"]) source.run(id, "{}");
  const page = sqlite.query(
    "INSERT INTO site_pages (site_no, url, depth, status, source_id, is_own) VALUES (?, ?, 0, 'read', ?, ?)",
  );
  page.run(1, "own", "src_own", 1);
  page.run(1, "shared", "src_shared", 0);
  page.run(2, "shared", "src_shared", 1);
  page.run(1, "read", "src_read", 0);
  migrate(sqlite);
  const rows = sqlite.query<{ id: string; keepers: string }, []>("SELECT id, keepers FROM sources ORDER BY no").all();
  expect(Object.fromEntries(rows.map(({ id, keepers }) => [id.replace(/_no_.*/, "_no"), JSON.parse(keepers)]))).toEqual(
    {
      src_folder: ["fld_0a1b2c3d4e5f"],
      src_no: ["api"],
      src_api: ["api"],
      src_own: [site(1)],
      src_shared: [site(2), site(1)],
      src_read: ["api"],
    },
  );
  expect(rows.filter(({ id }) => id.startsWith("src_no")).every(({ keepers }) => keepers === '["api"]')).toBe(true);
  sqlite.close();
});

/** Passages of version 17 with what two models and two sets of vectors made of them; one vector is larger than a page. */
async function madeAtVersion17(path: string) {
  const sqlite = new Sqlite(path, { create: true });
  sqlite.run(await Bun.file(new URL("../../fixtures/databases/version-3.sql", import.meta.url)).text());
  migrate(sqlite, migrationsUpTo(17));
  sqlite.run(`
    INSERT INTO sense_models (no, name) VALUES (1, 'one'), (2, 'dense:m/plain/2');
    INSERT INTO embeddings (no, expert_id, model, dimensions, recipe, retired)
      SELECT n, e.id, 'm', 2, 'plain', n - 1 FROM (SELECT 1 AS n UNION SELECT 2), (SELECT min(id) AS id FROM experts) e;
    INSERT INTO chunk_senses SELECT 1, no, CAST(char(no, 1) AS BLOB) FROM chunks;
    INSERT INTO chunk_vectors SELECT no, 1, CAST(printf('%08d', no) AS BLOB) FROM chunks;
    INSERT INTO chunk_vectors SELECT no, 2, randomblob(5000) FROM chunks;
    UPDATE experts SET embedding_no = 1 WHERE id = (SELECT min(id) FROM experts);
    INSERT INTO version_senses SELECT m.no, expert_id, v.no, 3, chunk_count, chunk_count
      FROM source_versions v, sense_models m WHERE status = 'ready';`);
  const made = sqlite
    .query(`SELECT chunk_no, 'sense' AS kind, model_no AS maker_no, hex(vector) AS bytes FROM chunk_senses
      UNION ALL SELECT chunk_no, 'vector', embedding_no, hex(vector) FROM chunk_vectors ORDER BY 1, 2, 3`)
    .all();
  const progress = sqlite.query("SELECT * FROM version_senses").all();
  sqlite.close();
  return { made, progress };
}

const allMade = "SELECT chunk_no, kind, maker_no, hex(bytes) AS bytes FROM derived ORDER BY 1, 2, 3";

test("version 17: what models made of passages is all there, and the index is made of it", async () => {
  const path = join(folder, "17.db");
  const before = await madeAtVersion17(path);
  expect(before.made).toHaveLength(9);
  const database = openDatabase(path);
  const rows = immediately(passageRows(readingIn(database.orm), "one"));
  const [id] = database.orm.all<{ id: ExpertId }>("SELECT min(id) AS id FROM experts");
  const passages = (await Array.fromAsync(rows.allPassages(id!.id)))
    .flat()
    .map(({ no, vector, sense }) => [no, vector?.length, sense]);
  expect(passages).toEqual([1, 4].map((no) => [no, 2, { terms: Uint16Array.of(no), weights: Uint8Array.of(1) }]));
  database.close();
  const sqlite = new Sqlite(path);
  expect(sqlite.query(allMade).all()).toEqual(before.made);
  expect(sqlite.query("SELECT * FROM version_senses").all()).toEqual(before.progress);
  const old = sqlite.query("SELECT name FROM sqlite_schema WHERE name IN ('chunk_senses', 'chunk_vectors')").all();
  expect([old, sqlite.query("PRAGMA integrity_check").get()]).toEqual([[], { integrity_check: "ok" }]);
  sqlite.close();
});

test.each(["chunk_vectors", "chunk_senses"])(
  "killed before %s goes, version 17 is as it was, and the next start ends it",
  async (table) => {
    const path = join(folder, `killed-${table}.db`);
    const before = await madeAtVersion17(path);
    const half = new URL("../../support/processes/migrate-half-way.ts", import.meta.url).pathname;
    const child = Bun.spawn([process.execPath, half, path, table], { stderr: "inherit" });
    await child.exited;
    expect(child.signalCode).toBe("SIGKILL");
    const killed = new Sqlite(path);
    expect([schemaVersion(killed), killed.query("SELECT count(*) AS n FROM chunk_vectors").get()]).toEqual([
      17,
      { n: 6 },
    ]);
    killed.close();
    openDatabase(path).close();
    const sqlite = new Sqlite(path);
    expect([schemaVersion(sqlite), sqlite.query(allMade).all()]).toEqual([newestSchema, before.made]);
    sqlite.close();
  },
);
