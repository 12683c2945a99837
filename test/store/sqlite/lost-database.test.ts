/** The database is lost, cut, emptied, older or from another folder: the original files stay. */
import { Database as Sqlite } from "bun:sqlite";
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { SourceObject } from "../../../src/api/source-schemas.ts";
import { createLog } from "../../../src/kernel/log.ts";
import { cataloguePath, readCatalogue } from "../../../src/store/sqlite/folder/originals-catalogue.ts";
import { migrate, migrationsUpTo } from "../../../src/store/sqlite/migrate.ts";
import { filesIn } from "../../support/data-tree.ts";
import { docent } from "../../support/processes/loopback-service.ts";
import { startService, type TestService } from "../../support/service.ts";

let folder: string;
let service: TestService;
let dataDir: string;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "docent-lost-"));
  service = await startService();
  dataDir = service.dataDir;
  const body = { name: "Pumps", aliases: ["gpt-4o-mini"], language: "en", settings: { k: 4 }, metadata: { team: "b" } };
  await service.request("POST", "/v1/experts", { body });
  await add("The filter is replaced every year.", { external_id: "a", metadata: { part: 1 } });
  await add("The filter is replaced every six months.", { external_id: "a", metadata: { part: 2 } });
  await add("The pump is blue.", { title: "Colours", url: "https://pumps.example.org/colours" });
});
afterEach(async () => {
  rmSync(folder, { recursive: true, force: true });
  rmSync(dataDir, { recursive: true, force: true });
});

async function add(text: string, more: Record<string, unknown> = {}) {
  const reply = await service.request("POST", "/v1/experts/pumps/sources?wait=60", { body: { text, ...more } });
  expect(reply.status).toBe(201);
  return reply.as(SourceObject);
}

const originals = () => Object.values(filesIn(join(dataDir, "originals"))).toSorted();
const database = () => join(dataDir, "docent.db");
const resumed = () => startService({ resume: { dataDir, owner: service.owner } });

/** Starts the service on the unchanged folder and ends it. Returns the message of its error. */
async function refusal(): Promise<string> {
  try {
    await (await resumed()).stop();
  } catch (error) {
    return error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  }
  return "it started";
}

const losses: [string, () => void][] = [
  ["deleted", () => rmSync(database())],
  [
    "moved away, its log left behind",
    () => {
      renameSync(database(), join(folder, "away.db"));
      writeFileSync(`${database()}-wal`, "committed pages");
    },
  ],
  ["emptied", () => truncateSync(database(), 0)],
  ["cut in half", () => truncateSync(database(), Math.floor(readFileSync(database()).length / 8192) * 4096)],
  ["overwritten", () => writeFileSync(database(), crypto.getRandomValues(new Uint8Array(9000)))],
  ["another folder's", () => otherDatabase()],
];

/** A database of a folder with sources of its own. */
function otherDatabase(): void {
  const sqlite = new Sqlite(database());
  sqlite.run("UPDATE installation SET id = 'another'");
  sqlite.run("PRAGMA wal_checkpoint(TRUNCATE)");
  sqlite.close();
}

describe("a folder whose database is", () => {
  test.each(losses)("%s is not served, and keeps every original", async (_, lose) => {
    await service.stop();
    const before = originals();
    expect(before).toHaveLength(3);
    lose();
    const files = filesIn(dataDir);
    const message = await refusal();
    expect(message).toStartWith("DataDirError: ");
    for (const way of ["docent restore FILE", "docent doctor --recover", "--data-dir ANOTHER"])
      expect(message).toContain(way);
    for (const command of [
      ["keys", "list"],
      ["workspaces", "list"],
      ["export", "pumps", join(folder, "x.tar")],
    ]) {
      const { code, err } = await docent(...command, "--data-dir", dataDir);
      expect([code, err.length]).toEqual([1, 1]);
    }
    expect(originals()).toEqual(before);
    const left = (all: Record<string, string>) => Object.entries(all).filter(([name]) => !name.endsWith("-shm"));
    expect(left(filesIn(dataDir))).toEqual(left(files));
  });

  test("older is served, and newer originals are set aside with their records", async () => {
    await service.stop();
    copyFileSync(database(), join(folder, "older.db"));
    service = await resumed();
    const newer = await add("A valve is green.", { external_id: "v", title: "Valves" });
    await service.stop();
    const before = originals();
    copyFileSync(join(folder, "older.db"), database());
    const lines: string[] = [];
    const log = createLog("json", service.clock, (line) => lines.push(line));
    service = await startService({ resume: service, clock: service.clock, log });
    const told = lines.map((line) => JSON.parse(line)).find(({ event }) => event === "originals.set_aside");
    expect([told.level, told.files]).toEqual(["warn", 1]);
    expect(told.folder).toStartWith("set-aside/2026-11-21T");
    const aside = join(dataDir, told.folder);
    expect([...originals(), ...Object.values(filesIn(aside))].toSorted()).toEqual(expect.arrayContaining(before));
    expect([...readCatalogue(cataloguePath(aside)).originals.values()]).toMatchObject([
      { source: newer.id, external_id: "v", given_title: "Valves", sha256: newer.sha256 },
    ]);
    await service.stop();
    expect(originals()).toHaveLength(3);
  });
});

describe("an empty folder", () => {
  test("gets a database only from serve", async () => {
    await service.stop();
    for (const place of [folder, join(folder, "missing")]) {
      for (const command of [
        ["keys", "list"],
        ["workspaces", "list"],
        ["keys", "create"],
        ["reindex", "pumps"],
      ]) {
        const { code, err } = await docent(...command, "--data-dir", place);
        expect([code, err]).toEqual([1, [expect.stringContaining("`docent serve` makes the first one")]]);
      }
    }
    expect(readdirSync(folder)).toEqual([]);
  });

  test("gets no database while its backup folder has backups of another one", async () => {
    await service.stop();
    const backups = join(folder, "backups");
    mkdirSync(backups);
    writeFileSync(join(backups, "docent-2026-11-21T08-00-00Z.tar"), "");
    const settings = { DOCENT_BACKUP_DIR: backups, DOCENT_BACKUP_EVERY: "24h" };
    const empty = { dataDir: join(folder, "empty"), owner: service.owner };
    expect(startService({ resume: empty, settings })).rejects.toThrow("no database, but 1 backup");
  });
});

describe("the catalogue of originals", () => {
  const records = () => readCatalogue(cataloguePath(dataDir));

  test("contains each original and each expert in its current state", async () => {
    const { originals: known, experts, damaged } = records();
    expect([known.size, experts.size, damaged]).toEqual([3, 1, 0]);
    expect(known.get(2)).toMatchObject({ external_id: "a", metadata: { part: 2 }, version: 2, given_title: null });
    expect(known.get(3)).toMatchObject({ given_title: "Colours", url: "https://pumps.example.org/colours" });
    expect([...experts.values()]).toMatchObject([
      { name: "Pumps", slug: "pumps", workspace: "default", aliases: ["gpt-4o-mini"], settings: { k: 4 } },
    ]);
    await service.request("PATCH", "/v1/experts/pumps", { body: { name: "Pump house" } });
    const { id } = await add("A valve is green.");
    await service.request("PATCH", `/v1/experts/pumps/sources/${id}`, {
      body: { title: "Valves", metadata: { x: 1 } },
    });
    expect([...records().experts.values()]).toMatchObject([{ name: "Pump house" }]);
    expect(records().originals.get(4)).toMatchObject({ given_title: "Valves", metadata: { x: 1 } });
    await service.request("DELETE", `/v1/experts/pumps/sources/${id}`);
    expect(records().originals.has(4)).toBe(false);
    await service.request("DELETE", "/v1/experts/pumps");
    expect([records().originals.size, records().experts.size]).toEqual([0, 0]);
    await service.stop();
  });

  test("is rewritten at the next start if it is lost, torn or damaged", async () => {
    await service.stop();
    const whole = records();
    const text = readFileSync(cataloguePath(dataDir), "utf8");
    const flipped = text.replace("Colours", "Colors!");
    for (const damage of [null, text.slice(0, -40), flipped, ""]) {
      if (damage === null) rmSync(cataloguePath(dataDir));
      else writeFileSync(cataloguePath(dataDir), damage);
      if (damage === flipped) expect(records().damaged).toBe(1);
      await (await resumed()).stop();
      const again = records();
      expect([[...again.originals], [...again.experts], again.damaged]).toEqual([
        [...whole.originals],
        [...whole.experts],
        0,
      ]);
    }
  });

  test("continues after a line that a power cut tore", async () => {
    const torn = readFileSync(cataloguePath(dataDir), "utf8").slice(0, -10);
    writeFileSync(cataloguePath(dataDir), torn);
    await add("A valve is green.");
    const { originals: known, damaged } = records();
    expect([known.has(4), damaged]).toEqual([true, 1]);
    await service.stop();
  });
});

test("an interrupted deletion is finished, and nothing else is deleted", async () => {
  const { id } = await add("A valve is green.");
  const file = join(dataDir, "originals", "4");
  const bytes = readFileSync(file);
  await service.request("DELETE", `/v1/experts/pumps/sources/${id}`);
  await service.stop();
  // As the folder is between the rows and the files.
  writeFileSync(file, bytes);
  const sqlite = new Sqlite(database());
  expect(sqlite.query("SELECT * FROM removed_originals").all()).toEqual([]);
  sqlite.run("INSERT INTO removed_originals VALUES (4)");
  sqlite.close();
  await (await resumed()).stop();
  expect([existsSync(file), existsSync(join(dataDir, "set-aside")), originals().length]).toEqual([false, false, 3]);
});

test("a folder of version 0.1 is accepted unchanged, and then gets a catalogue and an id", async () => {
  await service.stop();
  const before = originals();
  const whole = readCatalogue(cataloguePath(dataDir));
  const old = join(folder, "old.db");
  const sqlite = new Sqlite(old, { create: true });
  migrate(sqlite, migrationsUpTo(6));
  sqlite.query("ATTACH ? AS newer").run(database());
  const tables = sqlite
    .query<{ name: string }, []>(
      "SELECT name FROM main.sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%' AND name IN (SELECT name FROM newer.sqlite_schema)",
    )
    .all();
  sqlite.run("PRAGMA foreign_keys = OFF");
  for (const { name } of tables) {
    // Newer tables have columns that the old ones lack.
    const columns = sqlite.query<{ name: string }, [string]>("SELECT name FROM pragma_table_info(?)").all(name);
    const list = columns.map((column) => `"${column.name}"`).join(", ");
    sqlite.run(`INSERT OR REPLACE INTO main.${name} (${list}) SELECT ${list} FROM newer.${name}`);
  }
  sqlite.close();
  rmSync(database());
  cpSync(old, database());
  for (const name of ["docent.id", "originals.jsonl"]) rmSync(join(dataDir, name));
  service = await resumed();
  expect((await service.request("GET", "/v1/experts/pumps/sources")).pageOf(SourceObject).data).toHaveLength(2);
  await service.stop();
  expect(originals()).toEqual(before);
  expect(readFileSync(join(dataDir, "docent.id"), "utf8")).toMatch(/^docent-folder 1 \S+ [0-9a-f]{8}\n$/);
  expect([...readCatalogue(cataloguePath(dataDir)).originals]).toEqual([...whole.originals]);
  rmSync(database());
  expect(await refusal()).toContain("no database, but 3 original files");
});
