/** Databases as older versions left them, opened by this one. */
import { Database as Sqlite } from "bun:sqlite";
import { afterAll, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openDatabase } from "../../src/storage/database.ts";
import { passageRows } from "../../src/storage/rows/passage-rows.ts";
import { senseRows } from "../../src/storage/rows/sense-rows.ts";
import { fakeSenseOf } from "../support/fakes/fake-sense.ts";

const folder = mkdtempSync(join(tmpdir(), "docent-upgrade-"));
afterAll(() => rmSync(folder, { recursive: true }));

async function upgraded(version: number) {
  const path = join(folder, `${version}.db`);
  const sqlite = new Sqlite(path, { create: true });
  sqlite.run(await Bun.file(new URL(`../fixtures/databases/version-${version}.sql`, import.meta.url)).text());
  sqlite.close();
  return openDatabase(path);
}

test("version 3: its passages are there, and wait to be encoded", async () => {
  const database = await upgraded(3);
  const rows = passageRows(database, "one");
  const senses = senseRows(database, "one");
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
