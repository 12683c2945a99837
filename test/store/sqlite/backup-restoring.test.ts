/** Restoring a backup: what it refuses, replaces and repairs. */
import { Database as Sqlite } from "bun:sqlite";
import { describe, expect, test } from "bun:test";
import { copyFileSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { layoutVersion } from "../../../src/store/sqlite/archives/archive-layout.ts";
import { fileEntries, writeArchive } from "../../../src/store/sqlite/archives/archive-writer.ts";
import { newestSchema } from "../../../src/store/sqlite/migrate.ts";
import { filesIn } from "../../support/data-tree.ts";
import { startService } from "../../support/service.ts";
import { at, useBackedUpService } from "../../support/worlds/backed-up-service.ts";

const { world, add, inDatabase, answer, backUp, restore } = useBackedUpService();

describe("restoring", () => {
  test("is refused while a server runs, and in a folder with a database", async () => {
    const { file } = backUp();
    const before = filesIn(join(world.service.dataDir, "originals"));
    expect(() => restore(file, world.service.dataDir, true)).toThrow("is in use by another docent process");
    await world.service.stop();
    expect(() => restore(file, world.service.dataDir)).toThrow("already holds a database");
    expect(filesIn(join(world.service.dataDir, "originals"))).toEqual(before);
    world.service = await startService({ resume: world.service });
  });

  test("sets the old data aside on request, and the service continues from the backup", async () => {
    const { file } = backUp();
    const before = await answer();
    await add("a", "# Filters\n\nReplace the filter every three weeks.");
    expect((await answer()).answer).toContain("three weeks");
    await world.service.stop();
    const replaced = filesIn(world.service.dataDir);
    const { aside } = restore(file, world.service.dataDir, true);
    expect(aside).toBe(join(world.service.dataDir, "replaced-2026-11-21T09-00-00-000Z"));
    const { "docent.lock": _, "docent.db.reserve": __, ...kept } = replaced;
    expect(filesIn(aside!)).toEqual(kept);
    world.service = await startService({ resume: world.service });
    expect(await answer()).toEqual(before);
  });

  test("refuses a damaged file before it changes anything", async () => {
    const { file } = backUp();
    await world.service.stop();
    const whole = readFileSync(file);
    const before = filesIn(world.service.dataDir);
    const damaged = join(world.folder, "damaged.tar");
    // One byte in every region: the description, the database's header and content, originals, checksums, the end.
    for (let at = 100; at < whole.length; at += 2048) {
      const bytes = new Uint8Array(whole);
      bytes[at]! ^= 0x20;
      writeFileSync(damaged, bytes);
      expect(() => restore(damaged, world.service.dataDir, true)).toThrow(/damaged|not a backup/);
    }
    writeFileSync(damaged, whole.subarray(0, whole.length - 512));
    expect(() => restore(damaged, world.service.dataDir, true)).toThrow(
      `${damaged}: It is damaged: it ends in the middle`,
    );
    expect(filesIn(world.service.dataDir)).toEqual(before);
    world.service = await startService({ resume: world.service });
  });

  /** An archive in order whose database is not. */
  function forged(change: (sqlite: Sqlite) => void, schemaVersion = newestSchema): string {
    const database = join(world.folder, "forged.db");
    const { file } = backUp("sound.tar", true);
    restore(file, join(world.folder, "model"));
    copyFileSync(join(world.folder, "model", "docent.db"), database);
    rmSync(join(world.folder, "model"), { recursive: true });
    const sqlite = new Sqlite(database);
    change(sqlite);
    sqlite.close();
    const path = join(world.folder, "forged.tar");
    rmSync(path, { force: true });
    const manifest = {
      kind: "backup",
      version: layoutVersion,
      schemaVersion,
      createdAt: at,
      madeBy: "docent 9",
    } as const;
    const originals = join(world.service.dataDir, "originals");
    const names = readdirSync(originals).sort((a, b) => Number(a) - Number(b));
    const files = names.map((name) => [`originals/${name}`, join(originals, name)] as const);
    writeArchive(path, { ...manifest, originals: files.length }, fileEntries([["docent.db", database], ...files]));
    return path;
  }

  test.each<[string, (sqlite: Sqlite) => void, string]>([
    [
      "a trigger",
      (db) => db.run("CREATE TRIGGER t AFTER INSERT ON chunks BEGIN DELETE FROM experts; END"),
      "not a Docent database",
    ],
    ["a view", (db) => db.run("CREATE VIEW v AS SELECT 1"), "not a Docent database"],
    ["another column", (db) => db.run("ALTER TABLE experts ADD COLUMN evil TEXT"), "not a Docent database"],
    ["no version", (db) => db.run("PRAGMA user_version = 0"), "not a Docent database"],
    ["a reference that leads nowhere", (db) => db.run("DELETE FROM workspaces"), "point to rows that do not exist"],
    ["originals that it does not name", (db) => db.run("UPDATE source_versions SET sha256 = ''"), "does not name"],
  ])("refuses a database with %s", (_, change, message) => {
    const path = forged((db) => {
      db.run("PRAGMA foreign_keys = OFF");
      change(db);
    });
    expect(() => restore(path, join(world.folder, "new"))).toThrow(message);
    expect(readdirSync(join(world.folder, "new"))).toEqual(["docent.lock"]);
  });

  test("has sources read again if their passages do not match their texts", async () => {
    const before = await answer();
    inDatabase("UPDATE chunks SET start = start + 1");
    const { file, sources } = backUp();
    expect([file, sources.length]).toEqual([join(world.folder, "all.incomplete.tar"), 2]);
    const elsewhere = join(world.folder, "elsewhere");
    expect(restore(file, elsewhere).sources).toEqual(sources);
    const second = await startService({ resume: { dataDir: elsewhere, owner: world.service.owner } });
    for (const { source } of sources) await second.request("GET", `/v1/experts/pumps/sources/${source}`);
    const expert = await second.docent.experts.find({ workspaceId: second.workspace, expertIds: null }, "pumps");
    const wait = { milliseconds: 60_000, signal: new AbortController().signal };
    for (const { source } of sources)
      await second.docent.sources.waitFor(expert, await second.docent.sources.find(expert, source), wait);
    const { citations } = await answer(second);
    expect(citations.map(({ quote, start }) => [quote, start])).toEqual(
      before.citations.map(({ quote, start }) => [quote, start]),
    );
    await second.close();
  });

  test("refuses a newer database by its maker's name, before it makes a folder", () => {
    const path = forged((db) => db.run(`PRAGMA user_version = ${newestSchema + 1}`), newestSchema + 1);
    expect(() => restore(path, join(world.folder, "new"))).toThrow(`has version ${newestSchema + 1}, made by docent 9`);
    expect(existsSync(join(world.folder, "new"))).toBe(false);
  });
});
