/** The security headers of every reply. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { pageHeaders, securityHeaders, untrustedContentPolicy } from "../../../src/http/edge/security-headers.ts";
import { startWorld, type World } from "../../support/requests/route-world.ts";
import type { RequestOptions } from "../../support/service.ts";

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.close());

const standard = securityHeaders(false);

async function told(method: string, path: string, asked?: RequestOptions) {
  const { headers } = await world.request(method, path, asked);
  return Object.fromEntries(Object.keys({ ...standard, ...pageHeaders }).map((name) => [name, headers.get(name)]));
}

const plain = { "cross-origin-opener-policy": null, "permissions-policy": null, "x-frame-options": null };

test("every reply declares itself as data", async () => {
  const stream = { body: { question: "How often are filters changed?", stream: true } };
  const answers = await Promise.all([
    told("GET", "/healthz"),
    told("GET", "/openapi.json"),
    told("GET", "/v1/experts"),
    told("HEAD", "/v1/experts"),
    told("OPTIONS", "/v1/experts", { key: null }),
    told("GET", "/v1/experts", { key: null }),
    told("GET", "/nothing"),
    told("PUT", "/v1/experts"),
    told("POST", "/v1/experts", { body: "{" }),
    told("POST", `/v1/experts/${world.expert}/query`, stream),
  ]);
  for (const answer of answers) expect(answer).toEqual({ ...standard, ...plain });
  for (const policy of [
    standard["content-security-policy"],
    untrustedContentPolicy,
    pageHeaders["content-security-policy"],
  ])
    expect(policy).toEndWith("frame-ancestors 'none'");
});

test("the content of a source is inert, and a download", async () => {
  const path = `/v1/experts/${world.expert}/sources`;
  const body = new TextEncoder().encode("<!doctype html><script>alert(1)</script><p>Hello.</p>");
  const added = await world.request("POST", `${path}?wait=60&filename=a.html`, { body });
  const { id } = Object(added.json);
  const inert = { ...standard, ...plain, "content-security-policy": untrustedContentPolicy };
  expect(await told("GET", `${path}/${id}/file`)).toEqual(inert);
  expect(await told("GET", `${path}/${id}/content`)).toEqual(inert);
  const file = await world.request("GET", `${path}/${id}/file`);
  expect(file.headers.get("content-type")).toBe("application/octet-stream");
  expect(file.headers.get("content-disposition")).toBe("attachment; filename*=UTF-8''a.html");
  const content = await world.request("GET", `${path}/${id}/content`);
  expect(content.headers.get("content-type")).toBe("text/plain; charset=utf-8");
});

test("Docent's own pages load only from the service, without inline scripts", async () => {
  for (const path of ["/docs", "/docs/start.js", "/docs/swagger-ui.js", "/docs/swagger-ui.css"])
    expect(await told("GET", path)).toEqual({ ...standard, ...pageHeaders });
  const page = await world.request("GET", "/docs");
  expect(page.text).not.toMatch(/<script(?![^>]* src=)|\son\w+=|javascript:/i);
  expect(pageHeaders["content-security-policy"]).not.toMatch(/script-src[^;]*'unsafe|\*/);
});

test("only a service with TLS asks for TLS", () => {
  expect(standard).not.toHaveProperty("strict-transport-security");
  expect(securityHeaders(true)).toEqual({ ...standard, "strict-transport-security": "max-age=31536000" });
});
