/** Deleted space is returned: automatically in a database of this version, by a command in one of version 0.1. */
import { Database as Sqlite } from "bun:sqlite";
import { afterEach, beforeEach, expect, test } from "bun:test";
import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { silentLog } from "../../../src/kernel/log.ts";
import { createRunner } from "../../../src/runner/runner.ts";
import { type Database, openDatabase } from "../../../src/store/sqlite/database.ts";
import { migrate, migrationsUpTo } from "../../../src/store/sqlite/migrate.ts";
import { spaceReclaiming } from "../../../src/store/sqlite/space-reclaiming.ts";
import { docent } from "../../support/processes/loopback-service.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "docent-space-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const path = () => join(folder, "docent.db");
const columns = "INSERT INTO workspaces (id, name, created_at)";
const fill = `${columns} WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 10000)
  SELECT i, printf('%.*c', 3000, 'x') || i, 0 FROM n`;

function runnerOver(database: Database, pause: () => Promise<void>) {
  const runner = createRunner({ log: silentLog, pause });
  runner.add(spaceReclaiming(database));
  runner.start();
  return runner;
}

test("free pages are returned to the disk piece by piece, and a reserve stays", async () => {
  const database = openDatabase(path());
  database.write("power", () => database.orm.run(fill));
  const full = database.bytes();
  database.write("power", () => database.orm.run("DELETE FROM workspaces"));
  expect(database.freeBytes()).toBeGreaterThan(30_000_000);
  let pauses = 0;
  const runner = runnerOver(database, async () => void pauses++);
  await Promise.all([runner.look("free_space"), runner.look("free_space")]);
  expect(pauses).toBeGreaterThan(20);
  expect(database.freeBytes()).toBeLessThanOrEqual(4_000_000);
  expect(database.bytes()).toBeLessThan(full / 5);
  const before = pauses;
  await runner.look("free_space");
  expect(pauses).toBe(before);
  await runner.stop();
  database.close();
  expect(statSync(path()).size).toBeLessThan(full / 5);
});

test("it ends when the service stops", async () => {
  const database = openDatabase(path());
  database.write("power", () => database.orm.run(fill));
  database.write("power", () => database.orm.run("DELETE FROM workspaces"));
  const runner = runnerOver(database, async () => void runner.stop());
  await runner.look("free_space");
  expect(database.freeBytes()).toBeGreaterThan(30_000_000);
  database.close();
});

test("docent compact converts a database of version 0.1, with all of its content", async () => {
  const old = new Sqlite(path(), { create: true });
  old.run("PRAGMA journal_mode = WAL");
  migrate(old, migrationsUpTo(6));
  old.run(fill);
  old.run("DELETE FROM workspaces WHERE CAST(id AS INTEGER) > 10");
  old.close();
  const size = statSync(path()).size;
  const { code, out } = await docent("compact", "--data-dir", folder);
  expect([code, out]).toEqual([0, [expect.stringMatching(/^The database had .* and has .* now\.$/)]]);
  expect(statSync(path()).size).toBeLessThan(size / 10);
  const after = new Sqlite(path(), { readonly: true });
  const one = (sql: string) => Object.values(Object(after.query(sql).get()))[0];
  expect([one("PRAGMA auto_vacuum"), one("SELECT count(*) FROM workspaces")]).toEqual([2, 10]);
  after.close();
});
