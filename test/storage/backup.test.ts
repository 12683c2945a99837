/** A backup of a folder that is being served, and what comes back from it. */
import { Database as Sqlite } from "bun:sqlite";
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { AnswerObject } from "../../src/http/native/answer-schemas.ts";
import { layoutVersion } from "../../src/storage/archives/archive-layout.ts";
import { makeArchive } from "../../src/storage/archives/archive-publishing.ts";
import { fileEntries, writeArchive } from "../../src/storage/archives/archive-writer.ts";
import { makeBackup } from "../../src/storage/archives/backup-making.ts";
import { restoreBackup } from "../../src/storage/archives/backup-restoring.ts";
import { existingSchema, holdDataFolder } from "../../src/storage/folder/data-folder.ts";
import { stageOriginals, sweepStagings } from "../../src/storage/folder/originals-staging.ts";
import { migrate, migrationsUpTo, newestSchema } from "../../src/storage/migrate.ts";
import { filesIn } from "../support/data-tree.ts";
import { docent } from "../support/loopback-service.ts";
import { startService, type TestService } from "../support/service.ts";

const at = Date.parse("2026-11-21T09:00:00.000Z");
let folder: string;
let service: TestService;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "docent-backup-"));
  service = await startService();
  expect((await service.request("POST", "/v1/experts", { body: { name: "Pumps" } })).status).toBe(201);
  await add("a", "# Filters\n\nReplace the filter every six months. 🙂 Clean the housing with water.");
  await add("b", "# Oil\n\nChange the oil of the pump every two years.");
});
afterEach(async () => {
  await service.close();
  rmSync(folder, { recursive: true, force: true });
});

async function add(externalId: string, text: string): Promise<void> {
  const reply = await service.request("POST", "/v1/experts/pumps/sources?wait=20", {
    body: { text, external_id: externalId },
  });
  expect(reply.status).toBe(201);
}

function inDatabase(sql: string): void {
  const sqlite = new Sqlite(join(service.dataDir, "docent.db"));
  sqlite.run("PRAGMA busy_timeout = 5000");
  sqlite.run(sql);
  sqlite.close();
}

async function answer(asked: TestService = service) {
  const body = { question: "How often is the filter replaced?", include: ["retrieved"] };
  const {
    id: _,
    created_at: __,
    ...rest
  } = (await asked.request("POST", "/v1/experts/pumps/query", { body })).as(AnswerObject);
  return rest;
}

function backUp(name = "all.tar", overwrite = false) {
  const file = join(folder, name);
  return makeBackup({ dataDir: service.dataDir, destination: { file, overwrite }, at, madeBy: "docent" });
}

const restore = (file: string, dataDir: string, replace = false) => restoreBackup({ dataDir, file, replace, at });

describe("a backup", () => {
  test("of a folder that is being served comes back elsewhere and answers as before", async () => {
    const before = await answer();
    const { file, ...report } = backUp();
    expect(report).toEqual({
      bytes: statSync(file).size,
      originals: 2,
      missing: [],
      damaged: [],
      sources: [],
      lost: [],
      tables: [],
    });
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(readdirSync(folder)).toEqual(["all.tar"]);
    expect(readdirSync(service.dataDir).filter((name) => name.startsWith("staging"))).toEqual([]);

    await add("c", "# Noise\n\nA pump that rattles has a loose rotor.");
    const contents = service.contents();
    const elsewhere = join(folder, "elsewhere");
    const restored = restore(file, elsewhere);
    expect([restored.aside, restored.missing, restored.damaged]).toEqual([null, [], []]);
    expect(readdirSync(elsewhere).sort()).toEqual(["docent.db", "docent.lock", "originals"]);
    expect(statSync(join(elsewhere, "docent.db")).mode & 0o777).toBe(0o600);
    const second = await startService({ resume: { dataDir: elsewhere, owner: service.owner } });
    expect(await answer(second)).toEqual(before);
    expect(second.contents().sources).toHaveLength(2);
    expect(contents.sources).toHaveLength(3);
    const [{ id: source }] = second.contents().sources as [{ id: string }];
    expect((await second.request("GET", `/v1/experts/pumps/sources/${source}/file`)).status).toBe(200);
    await second.close();
  });

  test("holds the rows as they are, table by table", () => {
    const { file } = backUp();
    const elsewhere = join(folder, "elsewhere");
    restore(file, elsewhere);
    const rows = (path: string) => {
      const sqlite = new Sqlite(path, { readonly: true });
      const tables = sqlite.query<{ name: string }, []>("SELECT name FROM sqlite_schema WHERE type = 'table'").all();
      const all = tables.map(({ name }) => [name, sqlite.query(`SELECT * FROM ${name}`).all()]);
      sqlite.close();
      return Object.fromEntries(all);
    };
    expect(rows(join(elsewhere, "docent.db"))).toEqual(rows(join(service.dataDir, "docent.db")));
    expect(filesIn(join(elsewhere, "originals"))).toEqual(filesIn(join(service.dataDir, "originals")));
  });

  test("does not replace a file unless told to, and then whole", () => {
    const { file } = backUp();
    const first = readFileSync(file);
    expect(() => backUp()).toThrow(`${file} exists already. Use --force to replace it.`);
    expect(readFileSync(file)).toEqual(first);
    expect(backUp("all.tar", true).originals).toBe(2);
    expect(() => backUp("no/such/folder.tar")).toThrow("There is no folder");
  });

  test("that lacks originals or passages says so by name, holds the rest, and takes no other's place", async () => {
    await add("c", "# Noise\n\nA pump that rattles has a loose rotor.");
    const { file: whole } = backUp();
    const before = readFileSync(whole);
    const names = readdirSync(join(service.dataDir, "originals")).map(Number);
    const [first, second] = names.sort((a, b) => a - b);
    rmSync(join(service.dataDir, "originals", String(first)));
    writeFileSync(join(service.dataDir, "originals", String(second)), "something else");
    inDatabase("UPDATE chunks SET text = 'quite another text' WHERE version_no = 3");
    const { file, missing, damaged, sources } = backUp("all.tar", true);
    const titles = { missing: ["Filters"], damaged: ["Oil"], sources: ["Noise"] };
    const titlesOf = (some: readonly { title: string }[]) => some.map(({ title }) => title);
    expect({ missing: titlesOf(missing), damaged: titlesOf(damaged), sources: titlesOf(sources) }).toEqual(titles);
    expect(missing[0]?.source).toStartWith("src_");
    expect([file, readFileSync(whole).equals(before)]).toEqual([join(folder, "all.incomplete.tar"), true]);
    const restored = restore(file, join(folder, "elsewhere"));
    expect(titlesOf(restored.missing)).toEqual(titles.missing);
    expect(titlesOf(restored.sources)).toEqual(titles.sources);

    const command = await docent("backup", join(folder, "told.tar"), "--data-dir", service.dataDir);
    expect([command.code, command.out]).toEqual([3, [expect.stringContaining("told.incomplete.tar: ")]]);
    expect(command.out.join("")).not.toContain("sound");
    expect(command.err.slice(0, 3)).toEqual([
      expect.stringMatching(/^1 original file is missing: Filters \(src_\w+\)\.$/),
      expect.stringMatching(/^1 original file is not what came in: Oil \(src_\w+\)\.$/),
      expect.stringMatching(/^1 source has damaged passages: Noise \(src_\w+\)\.$/),
    ]);
  });

  test("of a database that is damaged itself is not made, and the older one stays", async () => {
    const { file } = backUp();
    const before = readFileSync(file);
    await service.stop();
    inDatabase("PRAGMA foreign_keys = OFF; DELETE FROM workspaces");
    expect(() => backUp("all.tar", true)).toThrow(/is damaged, so no backup was made\..* Keep the older backups/);
    expect(readFileSync(file).equals(before)).toBe(true);
    expect(readdirSync(folder)).toEqual(["all.tar"]);
    service = await startService();
  });

  test("holds no rows of an import that was killed", () => {
    inDatabase(`INSERT INTO workspaces VALUES ('ws_x', 'import:1:x', 0);
      INSERT INTO experts (id, workspace_id, name, slug, description, instructions, language, settings, metadata, created_at, updated_at)
        VALUES ('exp_x', 'ws_x', 'x', 'x', '', '', 'en', '{}', '{}', 0, 0);
      INSERT INTO sources (no, id, expert_id, metadata, created_at, updated_at) VALUES (90, 'src_x', 'exp_x', '{}', 0, 0);
      INSERT INTO source_versions (no, source_no, expert_id, version, type, title, bytes, sha256, status, key_id, created_at, updated_at)
        VALUES (90, 90, 'exp_x', 1, 'text', 'x', 4, 'aa', 'ready', '', 0, 0)`);
    const { file, missing } = backUp();
    expect(missing).toEqual([]);
    const elsewhere = join(folder, "elsewhere");
    restore(file, elsewhere);
    const copy = new Sqlite(join(elsewhere, "docent.db"), { readonly: true });
    const count = (table: string) => Object.values(Object(copy.query(`SELECT count(*) FROM ${table}`).get()))[0];
    expect(["workspaces", "experts", "source_versions", "removed_originals"].map(count)).toEqual([1, 1, 2, 0]);
    copy.close();
  });

  test("is made of a folder in which nothing can be written", () => {
    // Behind a file no folder can be made, whoever asks.
    const staging = stageOriginals(join(service.dataDir, "docent.db"), folder);
    expect(readdirSync(folder)).toEqual(["originals"]);
    staging.close();
    expect(readdirSync(folder)).toEqual([]);
  });

  test("when the disk is full leaves nothing behind, and says so once", () => {
    const file = join(folder, "all.tar");
    const full = Object.assign(new Error("write"), { code: "ENOSPC" });
    const manifest = {
      kind: "backup",
      version: layoutVersion,
      schemaVersion: 1,
      createdAt: at,
      madeBy: "x",
      originals: 0,
    } as const;
    const content = (function* () {
      yield new Uint8Array(100_000);
      throw full;
    })();
    const make = () =>
      makeArchive({ file, overwrite: false }, ({ publish }) =>
        publish(manifest, [{ name: "docent.db", bytes: 200_000, content }]),
      );
    expect(make).toThrow(`The disk is too full for ${file}. Nothing was left behind`);
    expect(readdirSync(folder)).toEqual([]);
  });

  test("that was killed leaves remains which the next one removes", () => {
    const dead = Bun.spawnSync(["true"]).pid;
    mkdirSync(join(folder, `all.tar.docent-partial-${dead}-x`));
    mkdirSync(join(service.dataDir, `staging-${dead}-x`));
    mkdirSync(join(folder, `all.tar.docent-partial-${process.pid}-x`));
    backUp();
    expect(readdirSync(folder).sort()).toEqual(["all.tar", `all.tar.docent-partial-${process.pid}-x`]);
    expect(existsSync(join(service.dataDir, `staging-${dead}-x`))).toBe(false);
  });
});

test("a folder of any version is backed up as it is, and brought up to date after it was restored", () => {
  for (let version = 1; version <= newestSchema; version++) {
    const old = join(folder, `old-${version}`);
    mkdirSync(old);
    const sqlite = new Sqlite(join(old, "docent.db"), { create: true });
    migrate(sqlite, migrationsUpTo(version));
    sqlite.run("INSERT INTO workspaces (id, name, created_at) VALUES ('ws_1', 'default', 1)");
    sqlite.close();
    const file = join(folder, `old-${version}.tar`);
    makeBackup({ dataDir: old, destination: { file, overwrite: false }, at, madeBy: "docent" });
    expect(existingSchema(old)).toBe(version);
    const elsewhere = join(folder, `new-${version}`);
    expect(restore(file, elsewhere).manifest.schemaVersion).toBe(version);
    const held = holdDataFolder(elsewhere, { create: false });
    held.release();
    expect(existingSchema(elsewhere)).toBe(newestSchema);
  }
});

describe("originals that are held", () => {
  test("stay when their source goes, and follow one that is fetched again", () => {
    const dataDir = join(folder, "data");
    const path = (no: number) => join(dataDir, "originals", String(no));
    mkdirSync(join(dataDir, "originals"), { recursive: true });
    for (const no of [1, 2]) writeFileSync(path(no), `first ${no}`);
    const staging = stageOriginals(dataDir, folder);
    staging.take();
    rmSync(path(1));
    rmSync(path(2));
    writeFileSync(path(2), "second, and longer");
    writeFileSync(path(3), "third");
    staging.take();
    expect([1, 2, 3].map((no) => readFileSync(staging.path(no), "utf8"))).toEqual([
      "first 1",
      "second, and longer",
      "third",
    ]);
    expect([staging.has(3), staging.has(4)]).toEqual([true, false]);
    sweepStagings(dataDir);
    expect(staging.has(1) && existsSync(staging.path(1))).toBe(true);
    staging.close();
    expect(readdirSync(dataDir)).toEqual(["originals"]);
  });
});

describe("restoring", () => {
  test("is refused while a server runs, and where a database is", async () => {
    const { file } = backUp();
    const before = filesIn(join(service.dataDir, "originals"));
    expect(() => restore(file, service.dataDir, true)).toThrow("is in use by another docent process");
    await service.stop();
    expect(() => restore(file, service.dataDir)).toThrow("already holds a database");
    expect(filesIn(join(service.dataDir, "originals"))).toEqual(before);
    service = await startService({ resume: service });
  });

  test("sets aside what was there when told to, and the service goes on from the backup", async () => {
    const { file } = backUp();
    const before = await answer();
    await add("a", "# Filters\n\nReplace the filter every three weeks.");
    expect((await answer()).answer).toContain("three weeks");
    await service.stop();
    const replaced = filesIn(service.dataDir);
    const { aside } = restore(file, service.dataDir, true);
    expect(aside).toBe(join(service.dataDir, "replaced-2026-11-21T09-00-00-000Z"));
    const { "docent.lock": _, ...kept } = replaced;
    expect(filesIn(aside!)).toEqual(kept);
    service = await startService({ resume: service });
    expect(await answer()).toEqual(before);
  });

  test("refuses a damaged file before it touches anything", async () => {
    const { file } = backUp();
    await service.stop();
    const whole = readFileSync(file);
    const before = filesIn(service.dataDir);
    const damaged = join(folder, "damaged.tar");
    // One byte in every region: the description, the database's header and content, originals, checksums, the end.
    for (let at = 100; at < whole.length; at += 2048) {
      const bytes = new Uint8Array(whole);
      bytes[at]! ^= 0x20;
      writeFileSync(damaged, bytes);
      expect(() => restore(damaged, service.dataDir, true)).toThrow(/damaged|not a backup/);
    }
    writeFileSync(damaged, whole.subarray(0, whole.length - 512));
    expect(() => restore(damaged, service.dataDir, true)).toThrow(`${damaged}: It is damaged: it ends in the middle`);
    expect(filesIn(service.dataDir)).toEqual(before);
    service = await startService({ resume: service });
  });

  /** An archive in order whose database is not. */
  function forged(change: (sqlite: Sqlite) => void, schemaVersion = newestSchema): string {
    const database = join(folder, "forged.db");
    const { file } = backUp("sound.tar", true);
    restore(file, join(folder, "model"));
    copyFileSync(join(folder, "model", "docent.db"), database);
    rmSync(join(folder, "model"), { recursive: true });
    const sqlite = new Sqlite(database);
    change(sqlite);
    sqlite.close();
    const path = join(folder, "forged.tar");
    rmSync(path, { force: true });
    const manifest = {
      kind: "backup",
      version: layoutVersion,
      schemaVersion,
      createdAt: at,
      madeBy: "docent 9",
    } as const;
    const originals = join(service.dataDir, "originals");
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
    expect(() => restore(path, join(folder, "new"))).toThrow(message);
    expect(readdirSync(join(folder, "new"))).toEqual(["docent.lock"]);
  });

  test("has sources read again whose passages are do not match their texts, so that nothing wrong is cited", async () => {
    const before = await answer();
    inDatabase("UPDATE chunks SET start = start + 1");
    const { file, sources } = backUp();
    expect([file, sources.length]).toEqual([join(folder, "all.incomplete.tar"), 2]);
    const elsewhere = join(folder, "elsewhere");
    expect(restore(file, elsewhere).sources).toEqual(sources);
    const second = await startService({ resume: { dataDir: elsewhere, owner: service.owner } });
    for (const { source } of sources) await second.request("GET", `/v1/experts/pumps/sources/${source}`);
    const expert = second.docent.experts.find({ workspaceId: second.workspace, expertIds: null }, "pumps");
    const wait = { milliseconds: 20_000, signal: new AbortController().signal };
    for (const { source } of sources)
      await second.docent.sources.waitFor(expert, second.docent.sources.find(expert, source), wait);
    const { citations } = await answer(second);
    expect(citations.map(({ quote, start }) => [quote, start])).toEqual(
      before.citations.map(({ quote, start }) => [quote, start]),
    );
    await second.close();
  });

  test("refuses a newer database by its maker's name, before it makes a folder", () => {
    const path = forged((db) => db.run(`PRAGMA user_version = ${newestSchema + 1}`), newestSchema + 1);
    expect(() => restore(path, join(folder, "new"))).toThrow(`has version ${newestSchema + 1}, made by docent 9`);
    expect(existsSync(join(folder, "new"))).toBe(false);
  });
});
