/** One expert as a file, and back: nothing is lost, nothing is computed again, and nothing half is ever seen. */
import { Database as Sqlite } from "bun:sqlite";
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { importRules } from "../../src/http/import-rules.ts";
import { AnswerObject } from "../../src/http/native/answer-schemas.ts";
import { ExpertObject } from "../../src/http/native/expert-schemas.ts";
import { SourceObject } from "../../src/http/native/source-schemas.ts";
import { isId, sortableIds } from "../../src/kernel/ids.ts";
import { layoutVersion } from "../../src/storage/archives/archive-layout.ts";
import { onlyChecked, readArchive } from "../../src/storage/archives/archive-reader.ts";
import { fileEntries, writeArchive } from "../../src/storage/archives/archive-writer.ts";
import { unpack } from "../../src/storage/archives/backup-restoring.ts";
import { carriedOtherwise, carriedTables, leftBehind } from "../../src/storage/archives/carried-tables.ts";
import { exportExpert } from "../../src/storage/archives/expert-export.ts";
import { importExpert } from "../../src/storage/archives/expert-import.ts";
import { nextStep } from "../../src/storage/archives/gentle-copy.ts";
import { newestSchema } from "../../src/storage/migrate.ts";
import { filesIn } from "../support/data-tree.ts";
import { startService, type TestService } from "../support/service.ts";

const at = Date.parse("2026-11-21T09:00:00.000Z");
let folder: string;
let service: TestService;
let expertId: string;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "docent-export-"));
  service = await startService();
  const body = {
    name: "Pumps",
    aliases: ["gpt-4o-mini"],
    language: "en",
    instructions: "Be brief.",
    settings: { k: 4 },
    metadata: { team: "b" },
  };
  await service.request("POST", "/v1/experts", { body: { name: "Another" } });
  await add("another", { text: "# Valves\n\nA valve is green." });
  expertId = (await service.request("POST", "/v1/experts", { body })).as(ExpertObject).id;
  await add("pumps", { text: "# Filters\n\nReplace the filter every year.", external_id: "a", metadata: { part: 1 } });
  await add("pumps", { text: "# Filters\n\nReplace the filter every six months. 🙂 Use water.", external_id: "a" });
  await add("pumps", { text: "# Oil\n\nChange the oil of the pump every two years.", title: "Oil" });
  const broken = { body: new TextEncoder().encode("%PDF-1.7 broken"), headers: { "content-type": "application/pdf" } };
  await service.request("POST", "/v1/experts/pumps/sources?wait=20&external_id=broken", broken);
});
afterEach(async () => {
  await service.close();
  rmSync(folder, { recursive: true, force: true });
});

async function add(expert: string, body: Record<string, unknown>): Promise<void> {
  expect((await service.request("POST", `/v1/experts/${expert}/sources?wait=20`, { body })).status).toBe(201);
}

async function answer(asked: TestService, slug = "pumps") {
  const body = { question: "How often is the filter replaced?", include: ["retrieved"] };
  const reply = await asked.request("POST", `/v1/experts/${slug}/query`, { body });
  const { id: _, created_at: __, ...rest } = reply.as(AnswerObject);
  return rest;
}

/** An error names its request, so of one only the status counts. */
async function bodyOf(from: TestService, path: string): Promise<readonly [number, string]> {
  const { status, text } = await from.request("GET", path);
  return [status, status < 400 ? text : ""];
}

function inDatabase<T>(dataDir: string, work: (sqlite: Sqlite) => T): T {
  const sqlite = new Sqlite(join(dataDir, "docent.db"), { strict: true });
  sqlite.run("PRAGMA busy_timeout = 5000");
  try {
    return work(sqlite);
  } finally {
    sqlite.close();
  }
}

/** Vectors of a set that counts and of one in the making, and the sense of a model, as an ingest would leave them. */
function enrich(dataDir: string): void {
  inDatabase(dataDir, (sqlite) => {
    const chunks = sqlite
      .query<{ no: number; version: number }, [string]>(
        "SELECT c.no, c.version_no AS version FROM chunks c JOIN sources s ON s.current_version_no = c.version_no WHERE s.expert_id = ?",
      )
      .all(expertId);
    for (const [set, some] of [chunks, chunks.slice(0, 1)].entries()) {
      sqlite.run("INSERT INTO embeddings (expert_id, model, dimensions, recipe) VALUES (?, ?, 2, 'plain')", [
        expertId,
        `m${set}`,
      ]);
      const { no } = sqlite.query<{ no: number }, []>("SELECT max(no) AS no FROM embeddings").get()!;
      for (const chunk of some) {
        const vector = new Uint8Array(new Float32Array([0.6, 0.8]).buffer);
        sqlite.run("INSERT INTO chunk_vectors VALUES (?, ?, ?)", [chunk.no, no, vector]);
      }
      if (set === 0)
        sqlite.run("UPDATE experts SET embedding_no = ?, revision = revision + 1 WHERE id = ?", [no, expertId]);
    }
    sqlite.run("INSERT OR IGNORE INTO sense_models (name) VALUES ('a-model')");
    const { no: model } = sqlite.query<{ no: number }, []>("SELECT no FROM sense_models WHERE name = 'a-model'").get()!;
    for (const { no, version } of chunks) {
      sqlite.run("INSERT INTO chunk_senses (model_no, chunk_no, vector) VALUES (?, ?, x'0501')", [model, no]);
      sqlite.run("INSERT OR REPLACE INTO version_senses VALUES (?, ?, ?, ?, 1, 1)", [model, expertId, version, no]);
    }
  });
}

function exported(from: TestService, expert = expertId, name = "pumps.tar") {
  if (!isId("expert", expert)) throw new Error(`${expert} is no id`);
  const file = join(folder, name);
  const report = exportExpert({
    dataDir: from.dataDir,
    expert,
    destination: { file, overwrite: true },
    at,
    madeBy: "docent",
  });
  return { file, report };
}

const pace = { now: () => performance.now(), pause: () => Promise.resolve() };
const random = (bytes: Uint8Array) => crypto.getRandomValues(bytes);

function imported(into: TestService, file: string, wish: { name?: string; slug?: string } = {}) {
  const { name = null, slug = null } = wish;
  const ids = sortableIds({ now: () => at }, random);
  const order = { dataDir: into.dataDir, file, workspace: into.workspace, name, slug, ids, pace };
  return importExpert({ ...order, rules: importRules(), verify: null });
}

describe("an expert that was exported", () => {
  test("is the same elsewhere: ids, versions, texts, files, vectors, sense and answers", async () => {
    const before = await answer(service);
    const list = await service.request("GET", "/v1/experts/pumps/sources");
    const expert = (await service.request("GET", "/v1/experts/pumps")).as(ExpertObject);
    enrich(service.dataDir);
    const { file, report } = exported(service);
    expect(report).toMatchObject({ sources: 3, passages: 2, originals: 4 });

    const elsewhere = await startService();
    const outcome = await imported(elsewhere, file);
    expect(outcome).toMatchObject({ expert: expertId, slug: "pumps", leftOut: [], sources: 3, passages: 2 });
    const found = (await elsewhere.request("GET", "/v1/experts/pumps")).as(ExpertObject);
    expect(found).toEqual({ ...expert, embedding: { model: "m0", dimensions: 2 } });
    expect((await elsewhere.request("GET", "/v1/experts/pumps/sources")).json).toEqual(list.json);
    expect(await answer(elsewhere)).toMatchObject({ answer: before.answer!, confidence: before.confidence });
    expect((await elsewhere.request("GET", "/v1/models/gpt-4o-mini")).status).toBe(200);
    for (const source of list.pageOf(SourceObject).data) {
      for (const part of ["file", "content", "content?version=1"]) {
        const path = `/v1/experts/pumps/sources/${source.id}/${part}`;
        expect(await bodyOf(elsewhere, path)).toEqual(await bodyOf(service, path));
      }
    }
    const { chunk_vectors, chunk_senses, version_senses, embeddings, usage_counters } = elsewhere.contents();
    expect([chunk_vectors?.length, embeddings?.length]).toEqual([3, 2]);
    // What was asked here counts, what came with the file does not.
    expect(usage_counters).toMatchObject([{ query: 1, ingest: 0, chunks: 0, bytes: 0 }]);
    const ofModel = (rows: unknown[] | undefined, fields: object) =>
      rows?.filter((row) => Bun.deepMatch(fields, row)).length;
    expect([ofModel(chunk_senses, {}), ofModel(version_senses, { done: 1, total: 1 })]).toEqual([2, 2]);
    expect(Object.keys(filesIn(join(elsewhere.dataDir, "originals")))).toHaveLength(4);
    await elsewhere.close();
  });

  test("imported and exported again is the same file, to the byte, but for when it was made", async () => {
    enrich(service.dataDir);
    const first = readArchive(exported(service).file, "export", onlyChecked);
    const elsewhere = await startService({ ingesting: false });
    await imported(elsewhere, join(folder, "pumps.tar"));
    const second = readArchive(exported(elsewhere, expertId, "again.tar").file, "export", onlyChecked);
    expect([...second.digests]).toEqual([...first.digests]);
    await elsewhere.close();
  });

  test("comes a second time under new ids and a free slug, while the service goes on", async () => {
    const { file } = exported(service);
    const before = await answer(service);
    const { expert, slug, leftOut } = await imported(service, file);
    expect([slug, leftOut, expert === expertId]).toEqual(["pumps-2", ["gpt-4o-mini"], false]);
    const copied = await answer(service, "pumps-2");
    expect(copied.answer).toBe(before.answer);
    expect(await answer(service)).toEqual(before);
    const named = await imported(service, file, { slug: "water", name: "Water" });
    expect((await service.request("GET", `/v1/experts/${named.expert}`)).as(ExpertObject)).toMatchObject({
      slug: "water",
      name: "Water",
    });
    await expect(imported(service, file, { slug: "another" })).rejects.toThrow(
      '"another" is the slug or an alias of another',
    );
    expect(inDatabase(service.dataDir, (db) => db.query("SELECT name FROM workspaces").values())).toEqual([
      ["default"],
    ]);
    expect(inDatabase(service.dataDir, (db) => db.query("PRAGMA foreign_key_check").all())).toEqual([]);
    await add("pumps-2", { text: "# Noise\n\nA loud pump has a loose rotor." });
  });

  test("brings along what was still to be read, and it is read there", async () => {
    const idle = await startService({ ingesting: false });
    const { id } = (await idle.request("POST", "/v1/experts", { body: { name: "Slow" } })).as(ExpertObject);
    await idle.request("POST", "/v1/experts/slow/sources", { body: { text: "The slow pump is red." } });
    const { file } = exported(idle, id, "slow.tar");
    await imported(service, file);
    await idle.close();
    const owner = service.owner;
    await service.stop();
    service = await startService({ resume: { dataDir: service.dataDir, owner } });
    const [waiting] = (await service.request("GET", "/v1/experts/slow/sources")).pageOf(SourceObject).data;
    const read = await service.request("GET", `/v1/experts/slow/sources/${waiting!.id}?wait=20`);
    expect(read.as(SourceObject).status).toBe("ready");
  });
});

describe("an import", () => {
  const rest = () => ({ contents: service.contents(), files: filesIn(join(service.dataDir, "originals")) });

  test("that was killed leaves what the next one removes", async () => {
    const { file } = exported(service);
    const dead = Bun.spawnSync(["true"]).pid;
    const before = rest();
    await imported(service, file);
    inDatabase(service.dataDir, (sqlite) => {
      sqlite.run("INSERT INTO workspaces VALUES ('ws_hidden', ?, 0)", [`import:${dead}:x`]);
      sqlite.run("UPDATE experts SET workspace_id = 'ws_hidden' WHERE slug = 'pumps-2'");
      sqlite.run("DELETE FROM expert_names WHERE name = 'pumps-2'");
    });
    mkdirSync(join(service.dataDir, `staging-${dead}-x`));
    await imported(service, file);
    expect(service.contents().experts).toHaveLength(before.contents.experts!.length + 1);
    expect(service.contents().workspaces).toHaveLength(1);
    expect(Object.keys(filesIn(join(service.dataDir, "originals")))).toHaveLength(5 + 4);
    expect(readdirSync(service.dataDir).filter((name) => name.startsWith("staging"))).toEqual([]);
  });

  /** The same export with another database in it. */
  function forged(change: (sqlite: Sqlite) => void): string {
    const { file } = exported(service);
    const place = mkdtempSync(join(folder, "forged-"));
    const { manifest } = unpack(file, "export", place);
    const sqlite = new Sqlite(join(place, "expert.db"));
    sqlite.run("PRAGMA foreign_keys = OFF");
    change(sqlite);
    sqlite.close();
    const originals = readdirSync(join(place, "originals")).sort((a, b) => Number(a) - Number(b));
    const files = ["expert.db", ...originals.map((name) => `originals/${name}`)].map(
      (name) => [name, join(place, name)] as const,
    );
    const path = join(folder, "forged.tar");
    rmSync(path, { force: true });
    writeArchive(path, { ...manifest, version: layoutVersion }, fileEntries(files));
    return path;
  }

  test.each<[string, (db: Sqlite) => void, string]>([
    [
      "two experts",
      (db) =>
        db.run(
          "INSERT INTO experts SELECT 'exp_2', workspace_id, name, slug, description, instructions, language, settings, metadata, revision, created_at, updated_at, NULL, NULL FROM experts",
        ),
      "holds not one expert",
    ],
    [
      "an id with a quote",
      (db) => db.run("UPDATE experts SET id = 'exp_'' OR 1=1'"),
      "point to rows that do not exist",
    ],
    ["settings that are none", (db) => db.run("UPDATE experts SET settings = 'x'"), "its expert is not one"],
    ["a language that is none", (db) => db.run("UPDATE experts SET language = 'not a tag'"), "its expert is not one"],
    ["metadata that is a list", (db) => db.run("UPDATE sources SET metadata = '[]'"), "sources that are none"],
    [
      "an answering version that is not ready",
      (db) => db.run("UPDATE source_versions SET status = 'failed'"),
      "sources that are none",
    ],
    [
      "a state that is none",
      (db) => db.run("UPDATE source_versions SET status = 'done' WHERE status = 'failed'"),
      "versions of sources",
    ],
    [
      "a passage out of its text",
      (db) => db.run('UPDATE chunks SET "end" = 9999, text = text || 1'),
      "do not match their texts",
    ],
    [
      "another digest",
      (db) => db.run(`UPDATE source_versions SET sha256 = '${"0".repeat(64)}'`),
      "original files differ",
    ],
    [
      "a trigger",
      (db) => db.run("CREATE TRIGGER t AFTER UPDATE ON experts BEGIN SELECT 1; END"),
      "not a Docent database",
    ],
    ["settings out of bounds", (db) => db.run(`UPDATE experts SET settings = '{"k":1000000000}'`), '"settings.k"'],
    ["settings that nobody knows", (db) => db.run(`UPDATE experts SET settings = '{"x":1}'`), "known settings"],
    ["a moment beyond all years", (db) => db.run("UPDATE experts SET created_at = 9e15"), "experts is out of bounds"],
    ["a source of another age", (db) => db.run("UPDATE sources SET updated_at = -1"), "sources is out of bounds"],
    ["a script for an address", (db) => db.run("UPDATE sources SET url = 'javascript:alert(1)'"), "http or https"],
    [
      "a line break in an address",
      (db) => db.run("UPDATE sources SET url = 'http://a.example/' || char(13, 10) || 'x: y'"),
      "http or https",
    ],
    [
      "an address to fetch from that is none",
      (db) => db.run("UPDATE source_versions SET fetch_url = 'file:///etc/passwd'"),
      "http or https",
    ],
    [
      "a line break in a file's name",
      (db) => db.run("UPDATE source_versions SET filename = 'a' || char(10) || 'b'"),
      "source_versions is out of bounds",
    ],
    [
      "a type with a line break",
      (db) => db.run("UPDATE source_versions SET mime_type = 'text/html' || char(13)"),
      "source_versions is out of bounds",
    ],
    ["metadata with a tree in it", (db) => db.run(`UPDATE sources SET metadata = '{"a":{"b":1}}'`), '"metadata'],
    ...["-1", "'null'", "'[null]'", `'[{"code":"x","message":"","pages":[]}]'`, "'U'"].map(
      (value): [string, (db: Sqlite) => void, string] => [
        `warnings that are ${value}`,
        (db) => db.run(`UPDATE source_versions SET warnings = ${value}`),
        "its warnings are not a list of warnings",
      ],
    ),
    ["a negative place", (db) => db.run("UPDATE chunks SET start = -1"), "chunks is out of bounds"],
    ["fewer passages than were counted", (db) => db.run("UPDATE source_versions SET chunk_count = 9"), "do not match"],
    ["a page before the first", (db) => db.run("UPDATE chunks SET page = 0"), "chunks is out of bounds"],
    [
      "a failure that nobody knows",
      (db) => db.run("UPDATE source_versions SET error_code = 'x' WHERE error_code IS NOT NULL"),
      "source_versions is out of bounds",
    ],
    [
      "a sense without an end",
      (db) => {
        db.run("INSERT INTO sense_models (no, name) VALUES (1, 'm')");
        db.run("INSERT INTO chunk_senses SELECT 1, no, x'ff' FROM chunks LIMIT 1");
      },
      "the sense of a passage is damaged",
    ],
    [
      "a sense that reaches a passage which is not there",
      (db) => {
        db.run("INSERT INTO sense_models (no, name) VALUES (1, 'm')");
        db.run(
          "INSERT INTO version_senses SELECT 1, expert_id, no, 999, 0, chunk_count FROM source_versions WHERE no = 2",
        );
      },
      "version_senses is out of bounds",
    ],
    [
      "a vector that is not one",
      (db) => {
        db.run(
          "INSERT INTO embeddings (no, expert_id, model, dimensions, recipe) SELECT 1, id, 'm', 1, 'plain' FROM experts",
        );
        db.run("INSERT INTO chunk_vectors SELECT no, 1, x'0000c07f' FROM chunks LIMIT 1");
      },
      "length one",
    ],
    ["a later schema", (db) => db.run(`PRAGMA user_version = ${newestSchema + 1}`), "made by a newer Docent"],
  ])("of a file with %s is refused, and nothing is left of it", async (_, change, message) => {
    const path = forged(change);
    const before = rest();
    await expect(imported(service, path)).rejects.toThrow(message);
    expect(rest()).toEqual(before);
    expect(readdirSync(service.dataDir).filter((name) => name.startsWith("staging"))).toEqual([]);
  });

  test("of a backup is refused by name", async () => {
    const path = join(folder, "not.tar");
    writeFileSync(path, new Uint8Array(5000));
    await expect(imported(service, path)).rejects.toThrow("It is not an export of Docent.");
  });
});

test("an export without an original is not made", () => {
  const originals = join(service.dataDir, "originals");
  renameSync(join(originals, "2"), join(folder, "away"));
  expect(() => exported(service)).toThrow("1 original files are missing from the data folder (2)");
  expect(readdirSync(folder)).toEqual(["away"]);
});

test("every table is carried, or is known not to be", () => {
  const tables = Object.keys(service.contents());
  const known = [...Object.values(carriedTables).map(({ name }) => name), ...carriedOtherwise, ...leftBehind];
  expect(tables.toSorted()).toEqual(known.toSorted());
});

test("transactions grow and shrink towards their time", () => {
  expect([nextStep(64, 10), nextStep(64, 80), nextStep(1, 5000), nextStep(20_000, 0), nextStep(64, 0)]).toEqual([
    128, 32, 1, 20_000, 128,
  ]);
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 20_000 }), fc.double({ min: 0, max: 1e6, noNaN: true }), (rows, took) => {
      const next = nextStep(rows, took);
      expect(next >= 1 && next <= Math.min(20_000, 2 * rows)).toBe(true);
    }),
  );
});
