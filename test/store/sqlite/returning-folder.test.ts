/** A database, or a whole data folder, that is away for a while: nothing is lost meanwhile, and it fits again when it is back. */
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmdirSync,
  rmSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { SourceObject } from "../../../src/api/source-schemas.ts";
import { cataloguePath, readCatalogue } from "../../../src/store/sqlite/folder/originals-catalogue.ts";
import { setAsideFolders } from "../../../src/store/sqlite/folder/set-aside.ts";
import { startService, type TestService } from "../../support/service.ts";

let folder: string;
let service: TestService;
let dataDir: string;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "docent-returning-"));
  service = await startService();
  dataDir = service.dataDir;
  await service.request("POST", "/v1/experts", { body: { name: "Pumps" } });
  await add("The filter is replaced every year.", { external_id: "a" });
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
  rmSync(dataDir, { recursive: true, force: true });
});

async function add(text: string, more: Record<string, unknown> = {}) {
  const reply = await service.request("POST", "/v1/experts/pumps/sources?wait=60", { body: { text, ...more } });
  expect(reply.status).toBe(201);
  return reply.as(SourceObject);
}

const database = () => join(dataDir, "docent.db");
const resumed = () => startService({ resume: { dataDir, owner: service.owner } });

test("when the newer database is put back after an older one was served, every original is back in its place", async () => {
  await service.stop();
  copyFileSync(database(), join(folder, "older.db"));
  service = await resumed();
  const newer = await add("A valve is green.", { external_id: "v", title: "Valves" });
  await service.stop();
  copyFileSync(database(), join(folder, "newer.db"));
  copyFileSync(join(folder, "older.db"), database());
  service = await resumed();
  // Gets the number of the one that was set aside.
  await add("A seal is black.", { external_id: "s" });
  await service.stop();
  copyFileSync(join(folder, "newer.db"), database());
  service = await resumed();
  const file = await service.request("GET", `/v1/experts/pumps/sources/${newer.id}/file`);
  expect([file.status, file.text]).toEqual([200, "A valve is green."]);
  await service.stop();
  const aside = setAsideFolders(dataDir);
  expect(aside.map(({ files }) => files)).toEqual([1]);
  const kept = join(dataDir, aside[0]?.folder ?? "");
  expect([...readCatalogue(cataloguePath(kept)).originals.values()]).toMatchObject([{ external_id: "s" }]);
});

describe("a data folder that is moved away while it is served", () => {
  test("takes nothing, says so, makes nothing in its place, and works again when it is back", async () => {
    const away = join(folder, "away");
    renameSync(dataDir, away);
    const refused = await service.request("POST", "/v1/experts/pumps/sources", { body: { text: "A valve drips." } });
    expect([refused.status, refused.error.code]).toEqual([503, "not_ready"]);
    expect(refused.error.message).toContain("is not where it was");
    expect((await service.request("DELETE", "/v1/experts/pumps")).status).toBe(503);
    expect((await service.request("GET", "/readyz")).status).toBe(503);
    expect(existsSync(dataDir)).toBe(false);
    // Another data folder in its place.
    cpSync(away, dataDir, { recursive: true });
    const originalsThere = readdirSync(join(dataDir, "originals"));
    const again = await service.request("POST", "/v1/experts/pumps/sources", { body: { text: "A valve drips." } });
    expect(again.status).toBe(503);
    expect(readdirSync(join(dataDir, "originals"))).toEqual(originalsThere);
    rmSync(dataDir, { recursive: true });
    renameSync(away, dataDir);
    expect((await service.request("GET", "/readyz")).status).toBe(200);
    expect((await add("A valve drips.")).status).toBe("ready");
    await service.stop();
  });

  test("nor does it take anything when only its originals are away", async () => {
    renameSync(join(dataDir, "originals"), join(folder, "originals"));
    for (const make of [() => undefined, () => mkdirSync(join(dataDir, "originals"))]) {
      make();
      const refused = await service.request("POST", "/v1/experts/pumps/sources", { body: { text: "A valve drips." } });
      expect([refused.status, refused.error.code]).toEqual([503, "not_ready"]);
      expect((await service.request("GET", "/readyz")).status).toBe(503);
    }
    expect(readdirSync(join(dataDir, "originals"))).toEqual([]);
    rmdirSync(join(dataDir, "originals"));
    renameSync(join(folder, "originals"), join(dataDir, "originals"));
    expect((await service.request("GET", "/readyz")).status).toBe(200);
    expect((await add("A valve drips.")).status).toBe("ready");
    await service.stop();
  });
});
