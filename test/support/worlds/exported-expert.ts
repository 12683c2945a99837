/** An expert with some sources, its export, and the import of exports. */
import { Database as Sqlite } from "bun:sqlite";
import { afterAll, afterEach, beforeAll, beforeEach, expect } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { deflateSync } from "node:zlib";
import { AnswerObject } from "../../../src/api/answer-schemas.ts";
import { ExpertObject } from "../../../src/api/expert-schemas.ts";
import { importRules } from "../../../src/http/import-validation.ts";
import { isId, sortableIds } from "../../../src/kernel/ids.ts";
import { exportExpert } from "../../../src/store/sqlite/archives/expert-export.ts";
import { importExpert } from "../../../src/store/sqlite/archives/expert-import.ts";
import { startService, type TestService } from "../service.ts";

export const at = Date.parse("2026-11-21T09:00:00.000Z");

/** Registers hooks that open the world for each test, or for all of a file, and remove it afterwards. */
export function useExportedExpert(lasts: "test" | "file" = "test") {
  const world = {} as { folder: string; service: TestService; expertId: string };
  const [before, after] = lasts === "test" ? [beforeEach, afterEach] : [beforeAll, afterAll];
  before(async () => {
    world.folder = mkdtempSync(join(tmpdir(), "docent-export-"));
    world.service = await startService();
    const body = {
      name: "Pumps",
      aliases: ["gpt-4o-mini"],
      language: "en",
      instructions: "Be brief.",
      settings: { k: 4 },
      metadata: { team: "b" },
    };
    await world.service.request("POST", "/v1/experts", { body: { name: "Another" } });
    await add("another", { text: "# Valves\n\nA valve is green." });
    world.expertId = (await world.service.request("POST", "/v1/experts", { body })).as(ExpertObject).id;
    await add("pumps", {
      text: "# Filters\n\nReplace the filter every year.",
      external_id: "a",
      metadata: { part: 1 },
    });
    await add("pumps", { text: "# Filters\n\nReplace the filter every six months. 🙂 Use water.", external_id: "a" });
    await add("pumps", { text: "# Oil\n\nChange the oil of the pump every two years.", title: "Oil" });
    const broken = {
      body: new TextEncoder().encode("%PDF-1.7 broken"),
      headers: { "content-type": "application/pdf" },
    };
    await world.service.request("POST", "/v1/experts/pumps/sources?wait=60&external_id=broken", broken);
  });
  after(async () => {
    await world.service.close();
    rmSync(world.folder, { recursive: true, force: true });
  });

  async function add(expert: string, body: Record<string, unknown>): Promise<void> {
    expect((await world.service.request("POST", `/v1/experts/${expert}/sources?wait=60`, { body })).status).toBe(201);
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

  const enrich = (dataDir: string) => inDatabase(dataDir, (sqlite) => addVectors(sqlite, world.expertId));

  function exported(from: TestService, expert = world.expertId, name = "pumps.tar") {
    if (!isId("expert", expert)) throw new Error(`${expert} is no id`);
    const file = join(world.folder, name);
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

  function imported(into: TestService, file: string, selection: { name?: string; slug?: string } = {}) {
    const { name = null, slug = null } = selection;
    const ids = sortableIds({ now: () => at }, random);
    const order = { dataDir: into.dataDir, file, workspace: into.workspace, name, slug, ids, pace };
    return importExpert({ ...order, rules: importRules(), verify: null });
  }
  return { world, add, answer, bodyOf, inDatabase, enrich, exported, imported };
}

/** What was read on a page, vectors of a set that counts and of one in the making, and the sense of a model, as an ingest would leave them. */
function addVectors(sqlite: Sqlite, expertId: string): void {
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
      sqlite.run("INSERT INTO derived VALUES (?, 'vector', ?, ?)", [chunk.no, no, vector]);
    }
    if (set === 0)
      sqlite.run("UPDATE experts SET embedding_no = ?, revision = revision + 1 WHERE id = ?", [no, expertId]);
  }
  const page = { format: 1, page: 1, width: 59_500, height: 84_200, turned: 0, skew: 0, confidence: 0.9, words: [] };
  sqlite.run("INSERT INTO recognised_pages VALUES (?, 1, 'a-recogniser', ?)", [
    chunks[0]?.version ?? 0,
    deflateSync(JSON.stringify(page)),
  ]);
  sqlite.run("INSERT OR IGNORE INTO sense_models (name) VALUES ('a-model')");
  const { no: model } = sqlite.query<{ no: number }, []>("SELECT no FROM sense_models WHERE name = 'a-model'").get()!;
  for (const { no, version } of chunks) {
    sqlite.run("INSERT INTO derived (maker_no, chunk_no, kind, bytes) VALUES (?, ?, 'sense', x'0501')", [model, no]);
    sqlite.run("INSERT OR REPLACE INTO version_senses VALUES (?, ?, ?, ?, 1, 1)", [model, expertId, version, no]);
  }
}
