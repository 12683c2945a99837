import { afterAll, beforeAll, expect, test } from "bun:test";
import { AnswerObject } from "../../../src/api/answer-schemas.ts";
import { SourceObject } from "../../../src/api/source-schemas.ts";
import { startService, type TestService } from "../../support/service.ts";

let page = "<title>Pumps</title><h1>Pumps</h1><p>The pump is greased every spring.</p>";
const site: Bun.Server<undefined> = Bun.serve({
  hostname: "127.0.0.1",
  port: 0,
  fetch: (request): Response => {
    switch (new URL(request.url).pathname) {
      case "/pumps.html":
        return new Response(page, { headers: { "content-type": "text/html; charset=utf-8" } });
      case "/latin1":
        return new Response(Buffer.from("<p>Die Pumpe läuft über Öl.</p>", "latin1"), {
          headers: { "content-type": "text/html; charset=iso-8859-1" },
        });
      case "/moved":
        return Response.redirect("/pumps.html", 301);
      case "/inside":
        return Response.redirect(`http://localhost:${site.port}/pumps.html`, 302);
      case "/large":
        return new Response("x".repeat(200_000));
      default:
        return new Response("no", { status: 404 });
    }
  },
});
const base = `http://127.0.0.1:${site.port}`;
const sources = "/v1/experts/manual/sources";

let service: TestService;
beforeAll(async () => {
  service = await startService({
    settings: { DOCENT_ALLOW_PRIVATE_URLS: "127.0.0.1", DOCENT_MAX_FILE_BYTES: "100000" },
  });
  await service.request("POST", "/v1/experts", { body: { name: "Manual" } });
});
afterAll(async () => {
  await service.close();
  await site.stop(true);
});

const add = (url: string, more: object = {}) =>
  service.request("POST", `${sources}?wait=60`, { body: { type: "url", url, ...more } });

test("an address becomes a source that answers and is cited with its address", async () => {
  const reply = await add(`${base}/pumps.html?a=1#part`, { metadata: { site: "wiki" } });
  expect(reply.status).toBe(201);
  expect(reply.as(SourceObject)).toMatchObject({
    type: "url",
    status: "ready",
    title: "Pumps",
    url: `${base}/pumps.html?a=1#part`,
    filename: "pumps.html",
    mime_type: "text/html",
    bytes: page.length,
    attempts: 1,
    metadata: { site: "wiki" },
  });
  const asked = await service.request("POST", "/v1/experts/manual/query", {
    body: { question: "When is the pump greased?" },
  });
  const [citation] = asked.as(AnswerObject).citations;
  expect(citation).toMatchObject({ title: "Pumps", url: `${base}/pumps.html?a=1#part` });
});

test("redirects are followed, and the declared charset is used", async () => {
  expect((await add(`${base}/moved`)).as(SourceObject)).toMatchObject({ status: "ready", url: `${base}/moved` });
  const latin = (await add(`${base}/latin1`)).as(SourceObject);
  const { text } = await service.request("GET", `${sources}/${latin.id}/content`);
  expect(text).toBe("Die Pumpe läuft über Öl.");
});

test("an address given again is fetched again; the old version answers until then", async () => {
  const before = (await add(`${base}/pumps.html`, { external_id: "pumps" })).as(SourceObject);
  page = "<title>Pumps</title><h1>Pumps</h1><p>The pump is greased every autumn.</p>";
  const after = (await add(`${base}/pumps.html`, { external_id: "pumps" })).as(SourceObject);
  expect({ id: after.id, version: after.version, answering: after.answering_version }).toEqual({
    id: before.id,
    version: 2,
    answering: 2,
  });
  expect((await service.request("GET", `${sources}/${after.id}/content`)).text).toContain("autumn");
});

test("a failed fetch has a helpful message", async () => {
  const failures = [
    [`${base}/missing`, "fetch_failed", `127.0.0.1:${site.port} answered 404 Not Found.`],
    [
      `${base}/inside`,
      "fetch_failed",
      "localhost is in a private network, and Docent does not fetch from private networks.",
    ],
    [
      "http://10.1.2.3/",
      "fetch_failed",
      "10.1.2.3 is in a private network, and Docent does not fetch from private networks.",
    ],
    [`${base}/large`, "too_large", "The document is larger than the limit of 100000 bytes."],
  ] as const;
  for (const [url, code, words] of failures) {
    const source = (await add(url)).as(SourceObject);
    expect({ status: source.status, sha256: source.sha256, error: source.error }).toEqual({
      status: "failed",
      sha256: null,
      error: { code, message: expect.stringContaining(words), retryable: false },
    });
    const { error } = await service.request("GET", `${sources}/${source.id}/file`);
    expect(error.message).toBe(`The source ${source.id} has no file yet: its document has not been fetched.`);
  }
});

test("an invalid address is refused at once", async () => {
  const refusals = [
    [{ type: "url" }, "missing_required_parameter", "url"],
    [{ type: "url", url: "ftp://a.example/" }, "invalid_parameter", "url"],
    [{ type: "url", url: "https://" }, "invalid_parameter", "url"],
    [{ type: "url", url: "https://me:secret@a.example/" }, "invalid_parameter", "url"],
    [{ type: "url", url: "https://a.example/", text: "x" }, "unknown_parameter", "text"],
  ] as const;
  for (const [body, code, param] of refusals) {
    const { error } = await service.request("POST", sources, { body });
    expect({ code: error.code, param: error.param }).toEqual({ code, param });
  }
});

test("a service that runs offline fetches nothing", async () => {
  const offline = await startService({ settings: { DOCENT_OFFLINE: "true" } });
  await offline.request("POST", "/v1/experts", { body: { name: "Manual" } });
  const before = offline.contents();
  const { status, error } = await offline.request("POST", sources, {
    body: { type: "url", url: `${base}/pumps.html` },
  });
  expect({ status, code: error.code }).toEqual({ status: 403, code: "url_sources_disabled" });
  expect(offline.contents()).toEqual(before);
  await offline.close();
});

test("what was queued before the service went offline fails with the reason", async () => {
  const online = await startService({ ingesting: false });
  await online.request("POST", "/v1/experts", { body: { name: "Manual" } });
  const queued = await online.request("POST", sources, { body: { type: "url", url: `${base}/pumps.html` } });
  expect({ status: queued.status, state: queued.as(SourceObject).status }).toEqual({ status: 202, state: "queued" });
  await online.stop();
  const offline = await startService({ settings: { DOCENT_OFFLINE: "true" }, resume: online });
  const { id } = queued.as(SourceObject);
  const source = (await offline.request("GET", `${sources}/${id}?wait=60`)).as(SourceObject);
  expect({ status: source.status, error: source.error }).toEqual({
    status: "failed",
    error: {
      code: "fetch_failed",
      message: "The service is set to offline, so it does not fetch documents.",
      retryable: true,
    },
  });
  await offline.close();
});
