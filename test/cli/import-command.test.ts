/** `docent import` as people run it: into a folder that was never served, beside a service, and with its texts compared. */
import { Database as Sqlite } from "bun:sqlite";
import { afterEach, beforeEach, expect, test } from "bun:test";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { AnswerObject } from "../../src/api/answer-schemas.ts";
import { ExpertObject } from "../../src/api/expert-schemas.ts";
import { SourceObject } from "../../src/api/source-schemas.ts";
import { docent } from "../support/processes/loopback-service.ts";
import { startService, type TestService } from "../support/service.ts";

let folder: string;
let service: TestService;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "docent-import-"));
  service = await startService();
  await service.request("POST", "/v1/experts", { body: { name: "Pumps" } });
  const body = { text: "# Filters\n\nThe filter is replaced every year." };
  await service.request("POST", "/v1/experts/pumps/sources?wait=60", { body });
});
afterEach(async () => {
  await service.close();
  rmSync(folder, { recursive: true, force: true });
});

async function exported(): Promise<string> {
  const file = join(folder, "pumps.tar");
  expect((await docent("export", "pumps", file, "--force", "--data-dir", service.dataDir)).code).toBe(0);
  return file;
}

test("into a new folder creates it, and the first start finds the expert", async () => {
  const file = await exported();
  const dataDir = join(folder, "new");
  expect(await docent("import", file, "--data-dir", dataDir)).toMatchObject({ code: 0, err: [] });
  const fresh = await startService({ resume: { dataDir, owner: "" } });
  const key = await fresh.key();
  const reply = await fresh.request("POST", "/v1/experts/pumps/query", {
    key,
    body: { question: "How often is the filter replaced?" },
  });
  expect(reply.as(AnswerObject).answer).toContain("every year");
  await fresh.close();
});

test("is refused in a folder that lost its database", async () => {
  const file = await exported();
  await service.stop();
  rmSync(join(service.dataDir, "docent.db"));
  const { code, err } = await docent("import", file, "--data-dir", service.dataDir);
  expect([code, err.join()]).toEqual([1, expect.stringContaining("no database, but 1 original file")]);
  service = await startService();
});

test("of waiting sources lets a running service read them, without a restart", async () => {
  const idle = await startService({ ingesting: false });
  await idle.request("POST", "/v1/experts", { body: { name: "Slow" } });
  await idle.request("POST", "/v1/experts/slow/sources", { body: { text: "The slow pump is red." } });
  const file = join(folder, "slow.tar");
  await docent("export", "slow", file, "--data-dir", idle.dataDir);
  await idle.close();
  expect((await docent("import", file, "--data-dir", service.dataDir)).code).toBe(0);
  const [waiting] = (await service.request("GET", "/v1/experts/slow/sources")).pageOf(SourceObject).data;
  const read = await service.request("GET", `/v1/experts/slow/sources/${waiting!.id}?wait=60`);
  expect(read.as(SourceObject).status).toBe("ready");
});

test("--verify accepts a text that matches its original, and refuses another", async () => {
  const file = await exported();
  const verified = await docent("import", file, "--verify", "--slug", "copy", "--data-dir", service.dataDir);
  expect(verified).toMatchObject({ code: 0, err: [] });
  const sqlite = new Sqlite(join(service.dataDir, "docent.db"));
  sqlite.run("PRAGMA busy_timeout = 5000");
  sqlite.run("UPDATE source_versions SET content = replace(content, 'every year', 'every week')");
  sqlite.run("UPDATE chunks SET text = replace(text, 'every year', 'every week')");
  sqlite.close();
  const forged = await exported();
  const before = readdirSync(join(service.dataDir, "originals")).length;
  const refused = await docent("import", forged, "--verify", "--slug", "forged", "--data-dir", service.dataDir);
  expect([refused.code, refused.err.join()]).toEqual([
    1,
    expect.stringContaining("is not what its original file says"),
  ]);
  expect(readdirSync(join(service.dataDir, "originals"))).toHaveLength(before);
  expect((await service.request("GET", "/v1/experts")).pageOf(ExpertObject).data).toHaveLength(2);
});
