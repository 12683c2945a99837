/** Sources through their routes: how they come in, what becomes of them, how they go. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import type { Static } from "@sinclair/typebox";
import type { CitationObject } from "../../../src/http/citations/citation-schemas.ts";
import { AnswerObject } from "../../../src/http/native/answer-schemas.ts";
import { ChunkObject, SourceObject } from "../../../src/http/native/source-schemas.ts";
import { sliceCodePoints } from "../../../src/text/code-points.ts";
import type { Reply } from "../../support/reply.ts";
import { type RequestOptions, startService, type TestService } from "../../support/service.ts";

const path = "/v1/experts/house/sources";
const filters = "# Filters\n\nReplace the filter every six months. 🧯 漢字 stay.";
const filtersAnew = "# Filters\n\nReplace the filter every two months.";

let service: TestService;
const ask = (method: string, where: string, asked: RequestOptions = {}) => service.request(method, where, asked);
const add = (body: unknown, query = "?wait=10") => ask("POST", path + query, { body });
const source = (reply: Reply) => reply.as(SourceObject);
const get = async (id: string) => source(await ask("GET", `${path}/${id}`));
const question = { question: "How often is the filter replaced?" };
const answerOf = async () => (await ask("POST", "/v1/experts/house/query", { body: question })).as(AnswerObject);
const cited = async () => (await answerOf()).citations as Static<typeof CitationObject>[];
const originals = () => readdirSync(join(service.dataDir, "originals")).sort();
const brokenPdf = new TextEncoder().encode("%PDF-1.7 and nothing more");

const makeHouse = () => ask("POST", "/v1/experts", { body: { name: "House" } });

/** The same service after a stop, whose queue stands still until `docent.begin()`. */
async function standStill(): Promise<void> {
  await service.stop();
  const { dataDir, owner } = service;
  service = await startService({ resume: { dataDir, owner }, ingesting: false, clock: service.clock });
}

beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());
// What each test adds goes with the expert that it was added to.
beforeEach(async () => {
  expect((await makeHouse()).status).toBe(201);
});
afterEach(async () => {
  if (service.docent.state.phase === "starting") service.docent.begin();
  for (const slug of ["house", "garden"]) await ask("DELETE", `/v1/experts/${slug}`);
  const { sources, source_versions: versions, chunks, memory_changes: changes } = service.contents();
  expect([sources, versions, chunks, changes, originals()]).toEqual([[], [], [], [], []]);
});

describe("a source comes in", () => {
  test("as JSON", async () => {
    const metadata = { room: "cellar", year: 2026, tags: ["air"] };
    const given = { title: "Filters", url: "https://example.org/filters", external_id: "f-1", metadata };
    const reply = await add({ type: "text", text: filters, ...given });
    expect(reply.status).toBe(201);
    const { id, sha256, ...rest } = source(reply);
    expect(reply.headers.get("location")).toBe(`/v1/experts/${rest.expert_id}/sources/${id}`);
    expect(sha256).toBe(new Bun.CryptoHasher("sha256").update(filters).digest("hex"));
    const now = "2026-11-21T08:00:00.000Z";
    expect(rest).toMatchObject({
      object: "source",
      type: "text",
      ...given,
      filename: null,
      bytes: Buffer.byteLength(filters),
      version: 1,
      answering_version: 1,
      status: "ready",
      stage: null,
      error: null,
      attempts: 1,
      chunk_count: 1,
      page_count: null,
      deduplicated: false,
      created_at: now,
      updated_at: now,
      ready_at: now,
      progress: { done: 1, total: 1, unit: "chunks", percent: 100 },
    });
    expect(source(await ask("GET", `${path}/${id}`))).toEqual(source(reply));
  });

  test("as a form", async () => {
    const form = new FormData();
    form.set("file", new File([filters], "filters.md", { type: "text/markdown" }));
    form.set("external_id", "f-1");
    form.set("metadata", '{"room":"cellar"}');
    const made = source(await add(form));
    expect(made).toMatchObject({ type: "file", filename: "filters.md", external_id: "f-1", status: "ready" });
    expect(made).toMatchObject({ title: "Filters", mime_type: "text/markdown", metadata: { room: "cellar" } });
  });

  test("as bytes", async () => {
    const body = new TextEncoder().encode(
      `<html><head><title>Filters</title></head><body><p>${filters}</p></body></html>`,
    );
    const headers = { "content-type": "text/html" };
    const reply = await ask("POST", `${path}?wait=10&filename=a%2Fb%2Ffilters.html&title=My%20filters`, {
      body,
      headers,
    });
    expect(source(reply)).toMatchObject({
      type: "file",
      filename: "filters.html",
      title: "My filters",
      status: "ready",
    });
    expect(source(reply).mime_type).toBe("text/html");
  });

  test("without waiting it is accepted, and soon ready", async () => {
    const reply = await add({ text: filters }, "");
    expect(reply.status).toBe(source(reply).status === "ready" ? 201 : 202);
    expect(source(await add({ text: filters })).status).toBe("ready");
  });

  test("the same bytes are the same source, in one expert", async () => {
    const first = source(await add({ text: filters }));
    const before = service.contents();
    const again = await add({ text: filters, title: "Another title" });
    expect(again.status).toBe(200);
    expect(source(again)).toEqual({ ...first, deduplicated: true });
    const { usage_counters: counters } = before;
    expect<unknown>({ ...service.contents(), usage_counters: counters }).toEqual(before);
    await ask("POST", "/v1/experts", { body: { name: "Garden" } });
    const elsewhere = await ask("POST", "/v1/experts/garden/sources?wait=10", { body: { text: filters } });
    expect([elsewhere.status, source(elsewhere).deduplicated]).toEqual([201, false]);
  });

  test("what cannot be read fails with its reason, and holds up nothing", async () => {
    const failed = source(await add(brokenPdf));
    expect([failed.status, failed.error?.code, failed.error?.retryable]).toEqual(["failed", "corrupt_file", false]);
    expect(failed.answering_version).toBeNull();
    expect(source(await add({ text: filters })).status).toBe("ready");
    expect((await ask("GET", `${path}/${failed.id}/content`)).error.code).toBe("source_not_found");
    expect((await ask("GET", `${path}/${failed.id}/chunks`)).pageOf(ChunkObject).data).toEqual([]);
    expect((await ask("GET", `${path}/${failed.id}/file`)).text).toBe("%PDF-1.7 and nothing more");
  });

  test("nothing is nothing", async () => {
    const form = new FormData();
    form.set("title", "No file");
    for (const body of [new Uint8Array(), form]) {
      const { error } = await add(body);
      expect([error.code, error.param]).toEqual(["missing_required_parameter", "file"]);
    }
    expect((await add("{")).error.code).toBe("invalid_json");
    expect((await add({ text: filters }, "?wait=61")).error.param).toBe("wait");
    expect((await add({ text: filters }, "?wait=soon")).error.param).toBe("wait");
    expect((await add({ text: filters }, "?foo=1")).error.code).toBe("unknown_parameter");
    expect([originals(), service.contents().sources]).toEqual([[], []]);
  });
});

describe("a source with an external id", () => {
  test("gets a new version, and the old one answers until that is ready", async () => {
    const first = source(await add({ text: filters, external_id: "f" }));
    await standStill();
    service.clock.advance(60_000);
    const second = await add({ text: filtersAnew, external_id: "f" }, "");
    expect(second.status).toBe(202);
    expect(source(second)).toMatchObject({ id: first.id, version: 2, answering_version: 1, status: "queued" });
    expect((await cited()).map(({ source_version, quote }) => [source_version, quote.includes("six months")])).toEqual([
      [1, true],
    ]);
    const contentOf = (query = "") => ask("GET", `${path}/${first.id}/content${query}`);
    expect((await contentOf()).headers.get("x-source-version")).toBe("1");
    expect((await contentOf("?version=2")).error.code).toBe("source_not_found");
    expect((await ask("GET", `${path}/${first.id}/chunks`)).pageOf(ChunkObject).data[0]?.text).toContain("six months");

    service.docent.begin();
    const settled = source(await add({ text: filtersAnew, external_id: "f" }));
    expect(settled).toMatchObject({
      id: first.id,
      version: 2,
      answering_version: 2,
      status: "ready",
      deduplicated: true,
    });
    expect((await cited()).map(({ source_version, quote }) => [source_version, quote.includes("two months")])).toEqual([
      [2, true],
    ]);
    expect((await contentOf()).text).toContain("two months");
    expect((await contentOf("?version=1")).text).toContain("six months");
    expect((await contentOf("?version=3")).error.code).toBe("source_not_found");
    expect((await ask("GET", `${path}/${first.id}/chunks`)).pageOf(ChunkObject).data[0]?.text).toContain("two months");
  });

  test("keeps its old version when the new one fails, and when that is canceled", async () => {
    const first = source(await add({ text: filters, external_id: "f" }));
    const form = new FormData();
    form.set("file", new File([brokenPdf], "broken.pdf"));
    form.set("external_id", "f");
    const failed = source(await add(form));
    expect(failed).toMatchObject({ id: first.id, version: 2, answering_version: 1, status: "failed" });
    expect((await cited())[0]?.source_version).toBe(1);

    await standStill();
    await add({ text: filtersAnew, external_id: "f" }, "");
    const canceled = source(await ask("POST", `${path}/${first.id}/cancel`));
    expect(canceled).toMatchObject({ id: first.id, version: 3, answering_version: 1, status: "canceled" });
    expect((await cited())[0]?.source_version).toBe(1);
    const retried = source(await ask("POST", `${path}/${first.id}/retry`));
    expect(retried).toMatchObject({ version: 3, status: "queued" });
    service.docent.begin();
    expect(source(await add({ text: filtersAnew, external_id: "f" }))).toMatchObject({ version: 3, status: "ready" });
    expect((await cited())[0]?.source_version).toBe(3);
  });

  test("whoever waits for a version that is overtaken is told at once", async () => {
    await standStill();
    const waiting = add({ text: filters, external_id: "f" }, "?wait=60");
    while (service.contents().sources?.length === 0) await new Promise(setImmediate);
    const second = source(await add({ text: filtersAnew, external_id: "f" }, ""));
    expect(source(await waiting)).toMatchObject({ id: second.id, version: 2, status: "queued" });
  });

  test("takes new facts with the same bytes", async () => {
    const first = source(await add({ text: filters, external_id: "f", metadata: { year: 2025 } }));
    const again = await add({
      text: filters,
      external_id: "f",
      metadata: { year: 2026 },
      url: "https://example.org/f",
    });
    expect([again.status, source(again).version]).toEqual([200, 1]);
    expect(await get(first.id)).toMatchObject({ metadata: { year: 2026 }, url: "https://example.org/f" });
  });
});

describe("a source goes", () => {
  const gone = async (id: string) => {
    const reply = await ask("DELETE", `${path}/${id}`);
    expect([reply.status, reply.json]).toEqual([200, { id, object: "source.deleted", deleted: true }]);
    expect((await ask("DELETE", `${path}/${id}`)).error.code).toBe("source_not_found");
    for (const part of ["", "/content", "/file", "/chunks"]) {
      expect((await ask("GET", `${path}/${id}${part}`)).error.code).toBe("source_not_found");
    }
    const { sources, source_versions: versions, chunks } = service.contents();
    expect({ sources, versions, chunks, originals: originals() }).toEqual({
      sources: [],
      versions: [],
      chunks: [],
      originals: [],
    });
    expect(await answerOf()).toMatchObject({ abstained: true, abstain_reason: "no_sources", citations: [] });
  };

  test("when it is ready, in all its versions", async () => {
    await add({ text: filters, external_id: "f" });
    const { id } = source(await add({ text: filtersAnew, external_id: "f" }));
    expect((await cited())[0]?.source_id).toBe(id);
    await gone(id);
  });

  test("when it failed", async () => gone(source(await add(brokenPdf)).id));

  test("when it is queued", async () => {
    await standStill();
    const { id } = source(await add({ text: filters }, ""));
    expect((await answerOf()).abstain_reason).toBe("sources_pending");
    await gone(id);
  });

  test("when it was canceled", async () => {
    await standStill();
    const { id } = source(await add({ text: filters }, ""));
    expect(source(await ask("POST", `${path}/${id}/cancel`)).status).toBe("canceled");
    await gone(id);
  });

  test("when it is being read", async () => {
    const long = Array.from({ length: 4000 }, (_, i) => `Sentence ${i} says something about filter ${i}.`).join(" ");
    const { id } = source(await add({ text: long }, ""));
    await gone(id);
  });
});

describe("what is not possible is refused", () => {
  test("retrying or canceling what is ready", async () => {
    const { id } = source(await add({ text: filters }));
    for (const move of ["retry", "cancel"]) {
      const { error, headers } = await ask("POST", `${path}/${id}/${move}`);
      expect([error.code, headers.get("x-should-retry")]).toEqual(["source_not_retryable", "false"]);
    }
  });

  test("reaching a source through another expert", async () => {
    const { id } = source(await add({ text: filters }));
    await ask("POST", "/v1/experts", { body: { name: "Garden" } });
    for (const [method, part] of [
      ["GET", ""],
      ["DELETE", ""],
      ["GET", "/content"],
      ["POST", "/retry"],
    ] as const) {
      expect((await ask(method, `/v1/experts/garden/sources/${id}${part}`)).error.code).toBe("source_not_found");
    }
    expect((await ask("GET", `${path}/src_nonsense`)).error.code).toBe("source_not_found");
    expect((await get(id)).status).toBe("ready");
  });
});

describe("the text, the passages and the bytes", () => {
  test("belong together, counted in code points", async () => {
    const { id } = source(
      await add({ text: `# 🧯 Teil\n\nErster Satz. 漢字。\n\n## Zweiter 👩‍🚒 Teil\n\n${filters}` }),
    );
    const content = await ask("GET", `${path}/${id}/content`);
    expect(content.headers.get("content-type")).toBe("text/plain; charset=utf-8");
    const { data, total_count } = (await ask("GET", `${path}/${id}/chunks`)).pageOf(ChunkObject);
    expect([data.length, total_count]).toEqual([3, 3]);
    for (const { start, end, text } of data) expect(sliceCodePoints(content.text, start, end)).toBe(text);
  });

  test("the bytes come as a download that no browser runs", async () => {
    const form = new FormData();
    form.set("file", new File(["<script>alert(1)</script><p>Words.</p>"], "tür (1).html"));
    const { id } = source(await add(form));
    const { headers, text } = await ask("GET", `${path}/${id}/file`);
    expect(text).toBe("<script>alert(1)</script><p>Words.</p>");
    expect(Object.fromEntries(headers)).toMatchObject({
      "content-type": "application/octet-stream",
      "content-disposition": "attachment; filename*=UTF-8''t%C3%BCr%20%281%29.html",
      "x-content-type-options": "nosniff",
    });
  });
});

describe("limits", () => {
  let small: TestService;
  beforeAll(async () => {
    small = await startService({ settings: { DOCENT_MAX_FILE_BYTES: "1000", DOCENT_MAX_TEXT_CHARS: "10" } });
    await small.request("POST", "/v1/experts", { body: { name: "House" } });
  });
  afterAll(() => small.close());

  test("what is too large is refused, and leaves nothing", async () => {
    const form = new FormData();
    form.set("file", new File(["x".repeat(1001)], "x.txt"));
    for (const body of [{ text: "x".repeat(11) }, new Uint8Array(1001), form]) {
      const { error } = await small.request("POST", path, { body });
      expect(error.code).toBe("payload_too_large");
      expect(error.message).toMatch(/10/);
    }
    expect(readdirSync(join(small.dataDir, "originals"))).toEqual([]);
    const ten = await small.request("POST", `${path}?wait=10`, { body: { text: "🧯 is red. " } });
    expect(ten.status).toBe(201);
  });
});

describe("the list", () => {
  const ids: string[] = [];
  beforeEach(async () => {
    ids.length = 0;
    for (let n = 0; n < 5; n++) {
      service.clock.advance(1000);
      ids.push(source(await add({ text: `Text number ${n}.`, external_id: `e${n}` })).id);
    }
    ids.push(source(await add(brokenPdf)).id);
  });
  const page = async (query: string): Promise<Record<string, unknown>> => {
    const { data, ...rest } = (await ask("GET", `${path}?${query}`)).pageOf(SourceObject);
    return { ids: data.map(({ id }) => ids.indexOf(id)), ...rest };
  };
  const ends = (first: number | null, last: number | null) => ({
    first_id: first === null ? null : String(ids[first]),
    last_id: last === null ? null : String(ids[last]),
  });

  test("has pages in both directions", async () => {
    const list = { object: "list", total_count: 6 };
    expect(await page("")).toEqual({ ...list, ids: [5, 4, 3, 2, 1, 0], has_more: false, ...ends(5, 0) });
    expect(await page("limit=2")).toEqual({ ...list, ids: [5, 4], has_more: true, ...ends(5, 4) });
    expect(await page(`limit=4&after=${ids[4]}`)).toEqual({
      ...list,
      ids: [3, 2, 1, 0],
      has_more: false,
      ...ends(3, 0),
    });
    expect(await page(`order=asc&limit=2&after=${ids[1]}`)).toEqual({
      ...list,
      ids: [2, 3],
      has_more: true,
      ...ends(2, 3),
    });
    expect(await page(`after=${ids[0]}`)).toEqual({ ...list, ids: [], has_more: false, ...ends(null, null) });
  });

  test("an id that is gone still marks its place", async () => {
    await ask("DELETE", `${path}/${ids[3]}`);
    expect((await page(`after=${ids[3]}`)).ids).toEqual([2, 1, 0]);
  });

  test("is narrowed by status and external id", async () => {
    expect(await page("status=failed")).toMatchObject({ ids: [5], total_count: 1 });
    expect(await page("status=ready&limit=1")).toMatchObject({ ids: [4], total_count: 5, has_more: true });
    expect(await page("external_id=e2")).toMatchObject({ ids: [2], total_count: 1 });
    expect(await page("external_id=e2&status=failed")).toMatchObject({ ids: [], total_count: 0 });
  });

  test("begins at any place", async () => {
    expect(await page("offset=4&limit=1")).toMatchObject({ ids: [1], total_count: 6, has_more: true });
    expect(await page("offset=6")).toMatchObject({ ids: [], total_count: 6, has_more: false });
    expect(await page(`after=${ids[4]}&offset=1&limit=1`)).toMatchObject({ ids: [2] });
  });

  test("is searched by title, file name, external id and address, signs of patterns being letters", async () => {
    const added = source(
      await add({ text: "Searched for.", title: "100% Wolle_rot", url: "https://example.org/care" }),
    );
    const found = async (query: string) =>
      (await ask("GET", `${path}?${query}`)).pageOf(SourceObject).data.map(({ id }) => id);
    for (const text of ["100%25", "wolle_r", "WOLLE", "example.org/CARE"])
      expect(await found(`q=${text}`)).toEqual([added.id]);
    for (const text of ["1%25", "wolle-r", "%5C", "_______________"]) expect(await found(`q=${text}`)).toEqual([]);
    expect(await found("q=e2")).toEqual([ids[2]!]);
    expect(await found("q=100&status=failed")).toEqual([]);
  });

  test.each([
    "limit=0",
    "limit=101",
    "limit=ten",
    "limit=1.5",
    "limit=",
    "order=up",
    "status=done",
    "sort=asc",
    "offset=-1",
    "q=",
  ])("refuses %s", async (query) => {
    const { error } = await ask("GET", `${path}?${query}`);
    expect([error.type, error.param]).toEqual(["invalid_request_error", query.split("=")[0] ?? ""]);
  });
});
