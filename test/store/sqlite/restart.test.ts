/** The state of a data folder after its process has ended. */
import { Database } from "bun:sqlite";
import { afterEach, beforeEach, expect, test } from "bun:test";
import { existsSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { AnswerObject } from "../../../src/api/answer-schemas.ts";
import { SourceObject } from "../../../src/api/source-schemas.ts";
import { startService, type TestService } from "../../support/service.ts";

let service: TestService;
beforeEach(async () => {
  service = await startService();
  await service.request("POST", "/v1/experts", { body: { name: "House" } });
});
afterEach(() => service.close());

const path = "/v1/experts/house/sources";
const add = async (body: unknown, query = "?wait=60") =>
  (await service.request("POST", path + query, { body })).as(SourceObject);
const answer = async (question = "How often is the filter replaced?") => {
  const body = { question, include: ["retrieved", "scores"] };
  const {
    id: _,
    created_at: __,
    ...rest
  } = (await service.request("POST", "/v1/experts/house/query", { body })).as(AnswerObject);
  return rest;
};

/** Stops the service, lets `meanwhile` do its worst to the folder, and starts another over it. */
async function restart(meanwhile: (dataDir: string) => void = () => undefined, ingesting = true): Promise<void> {
  await service.stop();
  const { dataDir, owner } = service;
  meanwhile(dataDir);
  service = await startService({ resume: { dataDir, owner }, ingesting, clock: service.clock });
}

function change(dataDir: string, sql: string): void {
  const database = new Database(join(dataDir, "docent.db"));
  database.run(sql);
  database.close();
}

const manual = (n: number) => ({ text: `# Filters\n\nReplace the filter of machine ${n} every ${n + 2} months.` });

test("answers are the same after a restart, and after the index is deleted or damaged", async () => {
  for (let n = 0; n < 5; n++) await add(manual(n));
  const { id } = await add({ text: "This one goes again: the filter is blue." });
  await service.request("DELETE", `${path}/${id}`);
  const before = await answer();
  expect(before.abstained).toBe(false);
  await restart();
  expect(await answer()).toEqual(before);
  await restart((dataDir) => rmSync(join(dataDir, "memory"), { recursive: true }));
  expect(await answer()).toEqual(before);
  await restart((dataDir) => {
    const memory = join(dataDir, "memory");
    const files = readdirSync(memory, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
    expect(files.length).toBeGreaterThan(0);
    for (const file of files) writeFileSync(join(file.parentPath, file.name), "not what it was");
  });
  expect(await answer()).toEqual(before);
});

test("a source that was being read when the process ended is read again, once", async () => {
  await restart(undefined, false);
  const { id } = await add(manual(0), "");
  await restart((dataDir) => change(dataDir, "UPDATE source_versions SET status = 'processing', attempts = 1"), false);
  expect((await service.request("GET", `${path}/${id}`)).as(SourceObject).status).toBe("processing");
  service.docent.begin();
  const settled = await add(manual(0));
  expect(settled).toMatchObject({ id, status: "ready", version: 1, chunk_count: 1, attempts: 2 });
  expect(service.contents().chunks).toHaveLength(1);
});

test("a source that ends the process again and again fails, and delays no other", async () => {
  await restart(undefined, false);
  const { id } = await add(manual(0), "");
  await restart((dataDir) => change(dataDir, "UPDATE source_versions SET status = 'processing', attempts = 5"));
  expect((await add(manual(1))).status).toBe("ready");
  const { status, error } = (await service.request("GET", `${path}/${id}`)).as(SourceObject);
  expect([status, error?.retryable]).toEqual(["failed", true]);
});

test("files without a row are deleted, the others stay", async () => {
  const { id } = await add(manual(0));
  const originals = (dataDir: string) => join(dataDir, "originals");
  const kept = readdirSync(originals(service.dataDir));
  expect(kept).toHaveLength(1);
  await restart((dataDir) => {
    writeFileSync(join(originals(dataDir), "999"), "written, but its row was not");
    writeFileSync(join(originals(dataDir), "arriving-1"), "half of it");
  });
  expect(readdirSync(originals(service.dataDir))).toEqual(kept);
  expect((await service.request("GET", `${path}/${id}/file`)).text).toBe(manual(0).text);
});

test("a source whose file is lost fails, and no other does", async () => {
  await restart(undefined, false);
  const { id } = await add(manual(0), "");
  await restart((dataDir) => {
    for (const name of readdirSync(join(dataDir, "originals"))) rmSync(join(dataDir, "originals", name));
  });
  expect((await add(manual(1))).status).toBe("ready");
  const versions = () => service.contents().source_versions as { status: string }[];
  while (versions().some(({ status }) => status !== "ready" && status !== "failed")) await new Promise(setImmediate);
  const { status, error } = (await service.request("GET", `${path}/${id}`)).as(SourceObject);
  expect([status, error?.code]).toEqual(["failed", "corrupt_file"]);
  expect(error?.message).toContain("is missing. Send the same bytes again");
  expect(error?.message).not.toContain(service.dataDir);
});

test("each searchable change is a revision in the log", async () => {
  await add({ ...manual(0), external_id: "a" });
  await add({ ...manual(1), external_id: "a" });
  const { id } = await add(manual(2));
  await service.request("DELETE", `${path}/${id}`);
  const { memory_changes: log, experts } = service.contents();
  const rows = log as { revision: number; version_no: number; added: number }[];
  expect(rows.map(({ revision, version_no, added }) => [revision, version_no, added])).toEqual([
    [1, 1, 1],
    [2, 1, 0],
    [2, 2, 1],
    [3, 3, 1],
    [4, 3, 0],
  ]);
  expect(experts).toMatchObject([{ revision: 4 }]);
});

test("an acknowledged write is in the file at once, for any reader", async () => {
  await restart(undefined, false);
  const { id } = await add(manual(0), "");
  const { sources, source_versions: versions } = service.contents();
  expect(sources).toMatchObject([{ id }]);
  expect(versions).toMatchObject([{ status: "queued" }]);
  expect(existsSync(join(service.dataDir, "originals", "1"))).toBe(true);
});
