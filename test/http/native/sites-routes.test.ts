import { afterAll, beforeAll, expect, test } from "bun:test";
import { AnswerObject } from "../../../src/api/answer-schemas.ts";
import { SourceList } from "../../../src/api/contents/source-list-schemas.ts";
import { DeletedSite, SiteList, SiteObject } from "../../../src/api/site-schemas.ts";
import { SourceObject } from "../../../src/api/source-schemas.ts";
import { startService, type TestService } from "../../support/service.ts";

const web: Bun.Server<undefined> = Bun.serve({
  hostname: "127.0.0.1",
  port: 0,
  fetch: (request): Response =>
    new URL(request.url).pathname === "/docs/"
      ? new Response("<title>Pumps</title><p>The pump is greased every spring.</p>", {
          headers: { "content-type": "text/html; charset=utf-8" },
        })
      : new Response("no", { status: 404 }),
});
const url = `http://127.0.0.1:${web.port}/docs/`;
const manual = "/v1/experts/manual";

let service: TestService;
beforeAll(async () => {
  service = await startService({ settings: { DOCENT_ALLOW_PRIVATE_URLS: "127.0.0.1" } });
  await service.request("POST", "/v1/experts", { body: { name: "Manual" } });
});
afterAll(async () => {
  await service.close();
  await web.stop(true);
});

test("a site is crawled, answers, is cited by the address of its page, and is deleted with its sources", async () => {
  const { request } = service;
  const added = await request("POST", `${manual}/sources?wait=60`, { body: { type: "site", url: `${url}#top` } });
  expect(added.status).toBe(201);
  const site = added.as(SiteObject);
  expect(site).toMatchObject({
    object: "site",
    url,
    max_pages: 200,
    max_depth: 3,
    every_hours: null,
    status: "ready",
    progress: { done: 1, total: 1, unit: "pages", percent: 100 },
    pages: { found: 1, sources: 1, failed: 0 },
    error: null,
    next_crawl_at: null,
  });
  expect(added.headers.get("location")).toBe(`/v1/experts/${site.expert_id}/sites/${site.id}`);
  const { data } = (await request("GET", `${manual}/sources?q=docs`)).as(SourceList);
  const page = (await request("GET", `${manual}/sources/${data[0]!.id}?wait=60`)).as(SourceObject);
  expect(page).toMatchObject({ type: "url", title: "Pumps", url, status: "ready", metadata: { site: site.id } });
  const asked = { question: "When is the pump greased?", filter: { site: site.id } };
  const answer = (await request("POST", `${manual}/query`, { body: asked })).as(AnswerObject);
  expect(answer.citations).toMatchObject([{ url }]);
  expect((await request("GET", `${manual}/sites`)).as(SiteList).data).toEqual([site]);
  expect((await request("DELETE", `${manual}/sites/${site.id}`)).as(DeletedSite).id).toBe(site.id);
  expect(await request("GET", `${manual}/sites/${site.id}`)).toMatchObject({ status: 404 });
});

test("the same request with an Idempotency-Key adds one site", async () => {
  const { request } = service;
  const body = { url, max_depth: 0, every_hours: 24 };
  const send = () => request("POST", `${manual}/sites`, { body, headers: { "idempotency-key": "one" } });
  const [first, second] = [await send(), await send()];
  expect([first.status, second.status, second.as(SiteObject).id]).toEqual([202, 202, first.as(SiteObject).id]);
  const { id } = first.as(SiteObject);
  const crawled = (await request("GET", `${manual}/sites/${id}?wait=60`)).as(SiteObject);
  expect([crawled.status, crawled.next_crawl_at]).toEqual(["ready", "2026-11-22T08:00:00.000Z"]);
  const canceled = (await request("POST", `${manual}/sites/${id}/cancel`)).as(SiteObject);
  expect([canceled.status, canceled.next_crawl_at]).toEqual(["ready", null]);
});

test("an offline service refuses sites, and keeps those that it has", async () => {
  const offline = await startService({ settings: { DOCENT_OFFLINE: "true" } });
  await offline.request("POST", "/v1/experts", { body: { name: "Manual" } });
  for (const path of ["sites", "sources"]) {
    const reply = await offline.request("POST", `${manual}/${path}`, { body: { type: "site", url } });
    expect([reply.status, reply.error.code]).toEqual([403, "url_sources_disabled"]);
  }
  await offline.close();
});
