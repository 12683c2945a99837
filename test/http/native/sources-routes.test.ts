/** Sources through their routes: adding, refusing, content and limits. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { PassageObject, SourceObject } from "../../../src/api/source-schemas.ts";
import { FoundPassages } from "../../../src/http/questions/search-routes.ts";
import { sliceCodePoints } from "../../../src/language/text/code-points.ts";
import { startService, type TestService } from "../../support/service.ts";
import { brokenPdf, filters, path, source, useHouse } from "../../support/worlds/house-sources.ts";

const { service, ask, originals, add, get } = useHouse();

describe("a source is added", () => {
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
      passage_count: 1,
      chunk_count: 1,
      page_count: null,
      deduplicated: false,
      created_at: now,
      updated_at: now,
      ready_at: now,
      progress: { done: 1, total: 1, unit: "passages", percent: 100 },
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
    const reply = await ask("POST", `${path}?wait=60&filename=a%2Fb%2Ffilters.html&title=My%20filters`, {
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
    const before = service().contents();
    const again = await add({ text: filters });
    expect(again.status).toBe(200);
    expect(source(again)).toEqual({ ...first, deduplicated: true });
    const { usage_counters: counters } = before;
    expect<unknown>({ ...service().contents(), usage_counters: counters }).toEqual(before);
    await ask("POST", "/v1/experts", { body: { name: "Garden" } });
    const elsewhere = await ask("POST", "/v1/experts/garden/sources?wait=60", { body: { text: filters } });
    expect([elsewhere.status, source(elsewhere).deduplicated]).toEqual([201, false]);
  });

  test("the same bytes with another title, address or metadata change the source", async () => {
    const first = source(await add({ text: filters, title: "Filters", metadata: { year: 2025 } }));
    const facts = { title: "Oilers", url: "https://example.org/oilers", metadata: { year: 2026 } };
    const again = source(await add({ text: filters, ...facts }));
    expect(again).toMatchObject({ id: first.id, version: 1, status: "ready", deduplicated: true, ...facts });
    const search = { query: "oilers", filter: { year: 2026 } };
    const found = (await ask("POST", "/v1/experts/house/search", { body: search })).as(FoundPassages);
    expect(found.data[0]).toMatchObject({ source_id: first.id, title: "Oilers", metadata: { year: 2026 } });
    expect(source(await add({ text: filters }))).toMatchObject(facts);
  });

  test("what a program writes in place of a file is refused", async () => {
    const form = new FormData();
    form.set("file", new File(["[object Object]"], "manual.pdf"));
    const bytes = new TextEncoder().encode("{}\n");
    for (const body of [{ text: "[object Object]" }, { text: " {} " }, form, bytes]) {
      const { status, error } = await ask("POST", path, { body });
      expect([status, error.code, error.param]).toEqual([400, "invalid_parameter", "text"]);
    }
    expect((await ask("GET", path)).pageOf(SourceObject).total_count).toBe(0);
    expect((await add({ text: '{"filter": "{}"}' })).status).toBeLessThan(300);
  });

  test("an unreadable file fails with its reason, and delays nothing", async () => {
    const failed = source(await add(brokenPdf));
    expect([failed.status, failed.error?.code, failed.error?.retryable]).toEqual(["failed", "corrupt_file", false]);
    expect(failed.answering_version).toBeNull();
    expect(source(await add({ text: filters })).status).toBe("ready");
    expect((await ask("GET", `${path}/${failed.id}/content`)).error.code).toBe("source_not_found");
    expect((await ask("GET", `${path}/${failed.id}/passages`)).pageOf(PassageObject).data).toEqual([]);
    expect((await ask("GET", `${path}/${failed.id}/file`)).text).toBe("%PDF-1.7 and nothing more");
  });

  test("an empty body is refused", async () => {
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
    expect([originals(), service().contents().sources]).toEqual([[], []]);
  });
});

describe("a ready source is read again", () => {
  test("as a version of the same bytes, with its names and facts", async () => {
    const facts = { title: "Filters", external_id: "f", url: "https://example.org/f", metadata: { year: 2025 } };
    const { id, sha256 } = source(await add({ text: filters, ...facts }));
    const again = source(await ask("POST", `${path}/${id}/retry`));
    expect(again).toMatchObject({ id, version: 2, answering_version: 1, ...facts });
    expect((await ask("POST", `${path}/${id}/retry`)).error.code).toBe("source_not_retryable");
    await ask("GET", `${path}/${id}?wait=60`);
    expect(await get(id)).toMatchObject({ status: "ready", version: 2, answering_version: 2, sha256, ...facts });
  });
});

describe("an impossible action is refused", () => {
  test("canceling a ready source", async () => {
    const { id } = source(await add({ text: filters }));
    const { error, headers } = await ask("POST", `${path}/${id}/cancel`);
    expect([error.code, headers.get("x-should-retry")]).toEqual(["source_not_retryable", "false"]);
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
  test("match each other, counted in code points", async () => {
    const { id } = source(
      await add({ text: `# 🧯 Teil\n\nErster Satz. 漢字。\n\n## Zweiter 👩‍🚒 Teil\n\n${filters}` }),
    );
    const content = await ask("GET", `${path}/${id}/content`);
    expect(content.headers.get("content-type")).toBe("text/plain; charset=utf-8");
    const { data, total_count } = (await ask("GET", `${path}/${id}/passages`)).pageOf(PassageObject);
    expect([data.length, total_count]).toEqual([3, 3]);
    for (const { start, end, text } of data) expect(sliceCodePoints(content.text, start, end)).toBe(text);
  });

  test("an item of a list says that its bullet is not in the text", async () => {
    const text = "# Filters\n\nWash them:\n\n- in May\n\n  or June\n- in autumn\n\n1. rinse\n2. dry";
    const { id } = source(await add({ text }));
    const { data } = (await ask("GET", `${path}/${id}/passages`)).pageOf(PassageObject);
    const content = (await ask("GET", `${path}/${id}/content`)).text;
    const items = data.flatMap(({ blocks }) => blocks.filter(({ kind }) => kind === "list_item"));
    expect(items.map(({ start, end, bullet }) => [sliceCodePoints(content, start, end), bullet])).toEqual([
      ["in May", true],
      ["or June", undefined],
      ["in autumn", true],
      ["1. rinse", undefined],
      ["2. dry", undefined],
    ]);
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

  test("a document that is too large is refused, and leaves nothing", async () => {
    const form = new FormData();
    form.set("file", new File(["x".repeat(1001)], "x.txt"));
    for (const body of [{ text: "x".repeat(11) }, new Uint8Array(1001), form]) {
      const { error } = await small.request("POST", path, { body });
      expect(error.code).toBe("payload_too_large");
      expect(error.message).toMatch(/10/);
    }
    expect(readdirSync(join(small.dataDir, "originals"))).toEqual([]);
    const ten = await small.request("POST", `${path}?wait=60`, { body: { text: "🧯 is red. " } });
    expect(ten.status).toBe(201);
  });
});
