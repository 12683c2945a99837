/** A source that was damaged is mended from its original, and a lost original by the same bytes sent again. */
import { Database as Sqlite } from "bun:sqlite";
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { AnswerObject } from "../../../src/api/answer-schemas.ts";
import { SourceObject } from "../../../src/api/source-schemas.ts";
import { startService, type TestService } from "../../support/service.ts";

const text = "# Filters\n\nThe filter is replaced every six months. 🙂 It is blue.";
const path = "/v1/experts/pumps/sources";
let service: TestService;
let source: { id: string; sha256: string | null };

beforeEach(async () => {
  service = await startService();
  await service.request("POST", "/v1/experts", { body: { name: "Pumps" } });
  source = (await service.request("POST", `${path}?wait=60`, { body: { text } })).as(SourceObject);
});
afterEach(() => service.close());

const original = () => join(service.dataDir, "originals", "1");
const inDatabase = (sql: string) => {
  const sqlite = new Sqlite(join(service.dataDir, "docent.db"));
  sqlite.run("PRAGMA busy_timeout = 5000");
  sqlite.run(sql);
  sqlite.close();
};
const send = async (body: Record<string, unknown> = { text }) => {
  const reply = await service.request("POST", `${path}?wait=60`, { body });
  return { code: reply.status, ...reply.as(SourceObject) };
};
const answer = async () => {
  const body = { question: "How often is the filter replaced?", include: ["retrieved"] };
  const reply = await service.request("POST", "/v1/experts/pumps/query", { body });
  const { answer: said, citations, retrieved } = reply.as(AnswerObject);
  return { said, quotes: citations.map(({ quote, start, end }) => [quote, start, end]), passages: retrieved?.length };
};

const damages: [string, () => void][] = [
  ["passages that are gone", () => inDatabase("DELETE FROM chunks")],
  ["a passage with another text", () => inDatabase("UPDATE chunks SET text = 'The filter is never replaced.'")],
  ["a lost text", () => inDatabase("UPDATE source_versions SET content = NULL")],
];

describe.each(damages)("%s", (_, damage) => {
  test("are read again from the original by a retry", async () => {
    const before = await answer();
    const content = () => service.request("GET", `${path}/${source.id}/content`);
    const { text: whole } = await content();
    damage();
    const retried = await service.request("POST", `${path}/${source.id}/retry`);
    expect([retried.status, retried.as(SourceObject).version]).toEqual([200, 1]);
    const { status } = (await service.request("GET", `${path}/${source.id}`)).as(SourceObject);
    expect(["queued", "processing", "ready"]).toContain(status);
    expect((await send()).deduplicated).toBe(true);
    expect(await answer()).toEqual(before);
    expect((await content()).text).toBe(whole);
  });

  test("are read again after the same bytes, which do not count as a duplicate then", async () => {
    const before = await answer();
    damage();
    expect(await send()).toMatchObject({ code: 201, id: source.id, version: 1, deduplicated: false, status: "ready" });
    expect(await answer()).toEqual(before);
    expect(await send()).toMatchObject({ code: 200, id: source.id, version: 1, deduplicated: true });
  });
});

test("a sound source answers while its next version is read from the same bytes", async () => {
  const bytes = readFileSync(original());
  const again = (await service.request("POST", `${path}/${source.id}/retry`)).as(SourceObject);
  expect(again).toMatchObject({ id: source.id, version: 2, answering_version: 1 });
  expect((await answer()).said).toContain("every six months");
  expect(readFileSync(original())).toEqual(bytes);
});

test.each<[string, () => void]>([
  ["lost", () => rmSync(original())],
  ["changed", () => writeFileSync(original(), "x".repeat(text.length))],
])("an original that is %s is reported by a retry, and restored from the same bytes", async (_, damage) => {
  const bytes = readFileSync(original());
  damage();
  inDatabase("DELETE FROM chunks");
  const refused = await service.request("POST", `${path}/${source.id}/retry`);
  expect([refused.status, refused.error.code]).toEqual([409, "source_not_retryable"]);
  expect(refused.error.message).toContain("Send the same bytes again");
  expect(await send()).toMatchObject({ id: source.id, deduplicated: false, status: "ready" });
  expect(readFileSync(original())).toEqual(bytes);
  expect((await answer()).said).toContain("every six months");
});

test("a lost original is restored without reading the source again, and has an error of its own until then", async () => {
  const whole = await service.request("GET", `${path}/${source.id}/file`);
  rmSync(original());
  const missing = await service.request("GET", `${path}/${source.id}/file`);
  expect([missing.status, missing.error.code]).toEqual([404, "original_not_found"]);
  expect(missing.error.message).toContain("Send the same bytes again");
  expect(await send()).toMatchObject({ code: 200, id: source.id, deduplicated: true });
  expect(existsSync(original())).toBe(true);
  expect((await service.request("GET", `${path}/${source.id}/file`)).text).toBe(whole.text);
});

test("the same holds with an external id, and other properties are accepted", async () => {
  const body = { text: "The valve is green.", external_id: "v" };
  const first = await send(body);
  inDatabase("DELETE FROM chunks");
  const again = await send({ ...body, metadata: { part: 2 } });
  expect(again).toMatchObject({ id: first.id, version: 1, deduplicated: false, metadata: { part: 2 } });
});
