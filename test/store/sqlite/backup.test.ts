/** A backup of a folder that is being served. */
import { Database as Sqlite } from "bun:sqlite";
import { describe, expect, test } from "bun:test";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { layoutVersion } from "../../../src/store/sqlite/archives/archive-layout.ts";
import { makeArchive } from "../../../src/store/sqlite/archives/archive-publishing.ts";
import { makeBackup } from "../../../src/store/sqlite/archives/backup-making.ts";
import { existingSchema, holdDataFolder } from "../../../src/store/sqlite/folder/data-folder.ts";
import { stageOriginals, sweepStagings } from "../../../src/store/sqlite/folder/originals-staging.ts";
import { migrate, migrationsUpTo, newestSchema } from "../../../src/store/sqlite/migrate.ts";
import { filesIn } from "../../support/data-tree.ts";
import { docent } from "../../support/processes/loopback-service.ts";
import { startService } from "../../support/service.ts";
import { at, useBackedUpService } from "../../support/worlds/backed-up-service.ts";

const { world, add, inDatabase, answer, backUp, restore } = useBackedUpService();

describe("a backup", () => {
  test("of a served folder can be restored elsewhere and answers as before", async () => {
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
    expect(readdirSync(world.folder)).toEqual(["all.tar"]);
    expect(readdirSync(world.service.dataDir).filter((name) => name.startsWith("staging"))).toEqual([]);

    await add("c", "# Noise\n\nA pump that rattles has a loose rotor.");
    const contents = world.service.contents();
    const elsewhere = join(world.folder, "elsewhere");
    const restored = restore(file, elsewhere);
    expect([restored.aside, restored.missing, restored.damaged]).toEqual([null, [], []]);
    expect(readdirSync(elsewhere).sort()).toEqual(["docent.db", "docent.lock", "originals"]);
    expect(statSync(join(elsewhere, "docent.db")).mode & 0o777).toBe(0o600);
    const second = await startService({ resume: { dataDir: elsewhere, owner: world.service.owner } });
    expect(await answer(second)).toEqual(before);
    expect(second.contents().sources).toHaveLength(2);
    expect(contents.sources).toHaveLength(3);
    const [{ id: source }] = second.contents().sources as [{ id: string }];
    expect((await second.request("GET", `/v1/experts/pumps/sources/${source}/file`)).status).toBe(200);
    await second.close();
  });

  test("contains every table unchanged", () => {
    const { file } = backUp();
    const elsewhere = join(world.folder, "elsewhere");
    restore(file, elsewhere);
    const rows = (path: string) => {
      const sqlite = new Sqlite(path, { readonly: true });
      const tables = sqlite.query<{ name: string }, []>("SELECT name FROM sqlite_schema WHERE type = 'table'").all();
      const all = tables.map(({ name }) => [name, sqlite.query(`SELECT * FROM ${name}`).all()]);
      sqlite.close();
      return Object.fromEntries(all);
    };
    expect(rows(join(elsewhere, "docent.db"))).toEqual(rows(join(world.service.dataDir, "docent.db")));
    expect(filesIn(join(elsewhere, "originals"))).toEqual(filesIn(join(world.service.dataDir, "originals")));
  });

  test("replaces a file only on request, and then completely", () => {
    const { file } = backUp();
    const first = readFileSync(file);
    expect(() => backUp()).toThrow(`${file} exists already. Use --force to replace it.`);
    expect(readFileSync(file)).toEqual(first);
    expect(backUp("all.tar", true).originals).toBe(2);
    expect(() => backUp("no/such/folder.tar")).toThrow("There is no folder");
  });

  test("that lacks originals or passages names them, contains the rest, and replaces no other backup", async () => {
    await add("c", "# Noise\n\nA pump that rattles has a loose rotor.");
    const { file: whole } = backUp();
    const before = readFileSync(whole);
    const names = readdirSync(join(world.service.dataDir, "originals")).map(Number);
    const [first, second] = names.sort((a, b) => a - b);
    rmSync(join(world.service.dataDir, "originals", String(first)));
    writeFileSync(join(world.service.dataDir, "originals", String(second)), "something else");
    inDatabase("UPDATE chunks SET text = 'quite another text' WHERE version_no = 3");
    const { file, missing, damaged, sources } = backUp("all.tar", true);
    const titles = { missing: ["Filters"], damaged: ["Oil"], sources: ["Noise"] };
    const titlesOf = (some: readonly { title: string }[]) => some.map(({ title }) => title);
    expect({ missing: titlesOf(missing), damaged: titlesOf(damaged), sources: titlesOf(sources) }).toEqual(titles);
    expect(missing[0]?.source).toStartWith("src_");
    expect([file, readFileSync(whole).equals(before)]).toEqual([join(world.folder, "all.incomplete.tar"), true]);
    const restored = restore(file, join(world.folder, "elsewhere"));
    expect(titlesOf(restored.missing)).toEqual(titles.missing);
    expect(titlesOf(restored.sources)).toEqual(titles.sources);

    const command = await docent("backup", join(world.folder, "told.tar"), "--data-dir", world.service.dataDir);
    expect([command.code, command.out]).toEqual([3, [expect.stringContaining("told.incomplete.tar: ")]]);
    expect(command.out.join("")).not.toContain("sound");
    expect(command.err.slice(0, 3)).toEqual([
      expect.stringMatching(/^1 original file is missing: Filters \(src_\w+\)\.$/),
      expect.stringMatching(/^1 original file is not what came in: Oil \(src_\w+\)\.$/),
      expect.stringMatching(/^1 source has damaged passages: Noise \(src_\w+\)\.$/),
    ]);
  });

  test("of a damaged database is not made, and the older one stays", async () => {
    const { file } = backUp();
    const before = readFileSync(file);
    await world.service.stop();
    inDatabase("PRAGMA foreign_keys = OFF; DELETE FROM workspaces");
    expect(() => backUp("all.tar", true)).toThrow(/is damaged, so no backup was made\..* Keep the older backups/);
    expect(readFileSync(file).equals(before)).toBe(true);
    expect(readdirSync(world.folder)).toEqual(["all.tar"]);
    world.service = await startService();
  });

  test("contains no rows of a killed import", () => {
    inDatabase(`INSERT INTO workspaces VALUES ('ws_x', 'import:1:x', 0);
      INSERT INTO experts (id, workspace_id, name, slug, description, instructions, language, settings, metadata, created_at, updated_at)
        VALUES ('exp_x', 'ws_x', 'x', 'x', '', '', 'en', '{}', '{}', 0, 0);
      INSERT INTO sources (no, id, expert_id, metadata, created_at, updated_at) VALUES (90, 'src_x', 'exp_x', '{}', 0, 0);
      INSERT INTO source_versions (no, source_no, expert_id, version, type, title, bytes, sha256, status, key_id, created_at, updated_at)
        VALUES (90, 90, 'exp_x', 1, 'text', 'x', 4, 'aa', 'ready', '', 0, 0)`);
    const { file, missing } = backUp();
    expect(missing).toEqual([]);
    const elsewhere = join(world.folder, "elsewhere");
    restore(file, elsewhere);
    const copy = new Sqlite(join(elsewhere, "docent.db"), { readonly: true });
    const count = (table: string) => Object.values(Object(copy.query(`SELECT count(*) FROM ${table}`).get()))[0];
    expect(["workspaces", "experts", "source_versions", "removed_originals"].map(count)).toEqual([1, 1, 2, 0]);
    copy.close();
  });

  test("is made of a read-only folder", () => {
    // A path below a file is never a folder.
    const staging = stageOriginals(join(world.service.dataDir, "docent.db"), world.folder);
    expect(readdirSync(world.folder)).toEqual(["originals"]);
    staging[Symbol.dispose]();
    expect(readdirSync(world.folder)).toEqual([]);
  });

  test("leaves nothing behind when the disk is full, and reports it once", () => {
    const file = join(world.folder, "all.tar");
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
    expect(readdirSync(world.folder)).toEqual([]);
  });

  test("removes the remains of a killed one", () => {
    const dead = Bun.spawnSync(["true"]).pid;
    mkdirSync(join(world.folder, `all.tar.docent-partial-${dead}-x`));
    mkdirSync(join(world.service.dataDir, `staging-${dead}-x`));
    mkdirSync(join(world.folder, `all.tar.docent-partial-${process.pid}-x`));
    backUp();
    expect(readdirSync(world.folder).sort()).toEqual(["all.tar", `all.tar.docent-partial-${process.pid}-x`]);
    expect(existsSync(join(world.service.dataDir, `staging-${dead}-x`))).toBe(false);
  });
});

test("a folder of any version is backed up unchanged, and migrated after it is restored", () => {
  for (let version = 1; version <= newestSchema; version++) {
    const old = join(world.folder, `old-${version}`);
    mkdirSync(old);
    const sqlite = new Sqlite(join(old, "docent.db"), { create: true });
    migrate(sqlite, migrationsUpTo(version));
    sqlite.run("INSERT INTO workspaces (id, name, created_at) VALUES ('ws_1', 'default', 1)");
    sqlite.close();
    const file = join(world.folder, `old-${version}.tar`);
    makeBackup({ dataDir: old, destination: { file, overwrite: false }, at, madeBy: "docent" });
    expect(existingSchema(old)).toBe(version);
    const elsewhere = join(world.folder, `new-${version}`);
    expect(restore(file, elsewhere).manifest.schemaVersion).toBe(version);
    const held = holdDataFolder(elsewhere, { create: false });
    held.release();
    expect(existingSchema(elsewhere)).toBe(newestSchema);
  }
});

describe("held originals", () => {
  test("stay when their source is deleted, and follow a source that is fetched again", () => {
    const dataDir = join(world.folder, "data");
    const path = (no: number) => join(dataDir, "originals", String(no));
    mkdirSync(join(dataDir, "originals"), { recursive: true });
    for (const no of [1, 2]) writeFileSync(path(no), `first ${no}`);
    const staging = stageOriginals(dataDir, world.folder);
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
    staging[Symbol.dispose]();
    expect(readdirSync(dataDir)).toEqual(["originals"]);
  });
});
