/** A service with two sources, and the ways to back it up and restore it. */
import { Database as Sqlite } from "bun:sqlite";
import { afterEach, beforeEach, expect } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { AnswerObject } from "../../../src/api/answer-schemas.ts";
import { makeBackup } from "../../../src/store/sqlite/archives/backup-making.ts";
import { restoreBackup } from "../../../src/store/sqlite/archives/backup-restoring.ts";
import { startService, type TestService } from "../service.ts";

export const at = Date.parse("2026-11-21T09:00:00.000Z");

/** Registers hooks that open the world for each test and remove it afterwards. */
export function useBackedUpService() {
  const world = {} as { folder: string; service: TestService };
  beforeEach(async () => {
    world.folder = mkdtempSync(join(tmpdir(), "docent-backup-"));
    world.service = await startService();
    expect((await world.service.request("POST", "/v1/experts", { body: { name: "Pumps" } })).status).toBe(201);
    await add("a", "# Filters\n\nReplace the filter every six months. 🙂 Clean the housing with water.");
    await add("b", "# Oil\n\nChange the oil of the pump every two years.");
  });
  afterEach(async () => {
    await world.service.close();
    rmSync(world.folder, { recursive: true, force: true });
  });

  async function add(externalId: string, text: string): Promise<void> {
    const reply = await world.service.request("POST", "/v1/experts/pumps/sources?wait=60", {
      body: { text, external_id: externalId },
    });
    expect(reply.status).toBe(201);
  }

  function inDatabase(sql: string): void {
    const sqlite = new Sqlite(join(world.service.dataDir, "docent.db"));
    sqlite.run("PRAGMA busy_timeout = 5000");
    sqlite.run(sql);
    sqlite.close();
  }

  async function answer(asked: TestService = world.service) {
    const body = { question: "How often is the filter replaced?", include: ["retrieved"] };
    const {
      id: _,
      created_at: __,
      ...rest
    } = (await asked.request("POST", "/v1/experts/pumps/query", { body })).as(AnswerObject);
    return rest;
  }

  function backUp(name = "all.tar", overwrite = false) {
    const file = join(world.folder, name);
    return makeBackup({ dataDir: world.service.dataDir, destination: { file, overwrite }, at, madeBy: "docent" });
  }

  const restore = (file: string, dataDir: string, replace = false) => restoreBackup({ dataDir, file, replace, at });
  return { world, add, inDatabase, answer, backUp, restore };
}
