/** Simulates a browser on a page of the configured origin: its request headers, and the visible response (WHATWG Fetch, 3.2). */
import { expect, test } from "bun:test";
import { allowedOrigin } from "./docent-process.ts";
import { answer, footer, model, question } from "./pump-manual.ts";
import { native, service } from "./service.ts";

/** The headers with which the official client announces itself; in a browser each must be allowed. */
const announced =
  "authorization,content-type,x-stainless-lang,x-stainless-os,x-stainless-retry-count,x-stainless-timeout";
const preflight = (origin: string) =>
  fetch(`${service.baseURL}/chat/completions`, {
    method: "OPTIONS",
    headers: { origin, "access-control-request-method": "POST", "access-control-request-headers": announced },
  });
const ask = (origin: string, changes: object = {}) =>
  native("/chat/completions", {
    method: "POST",
    headers: { origin, "sec-fetch-mode": "cors", "sec-fetch-site": "cross-site" },
    json: { model, messages: [{ role: "user", content: question }], ...changes },
  });
const shownTo = ({ headers }: Response) => headers.get("access-control-allow-origin");

test("the preflight, without a key: every header that the client announces is allowed", async () => {
  const { status, headers } = await preflight(allowedOrigin);
  expect({ status, ...Object.fromEntries(headers) }).toMatchObject({
    status: 204,
    "access-control-allow-origin": allowedOrigin,
    "access-control-allow-headers": announced,
    "access-control-allow-methods": expect.stringContaining("POST"),
    vary: "Origin",
  });
});

test.each([
  ["a reply", {}, 200],
  ["a stream", { stream: true }, 200],
  ["an error", { model: "gpt-9" }, 404],
])("the page sees %s, and the headers that clients read", async (_what, changes, status) => {
  const response = await ask(allowedOrigin, changes);
  const exposed = response.headers.get("access-control-expose-headers") ?? "";
  expect([response.status, shownTo(response)]).toEqual([status, allowedOrigin]);
  for (const name of ["x-request-id", "retry-after", "x-should-retry"]) expect(exposed.split(", ")).toContain(name);
  const text = await response.text();
  expect(response.headers.get("x-request-id")).toStartWith("req_");
  if (status === 200) expect(text).toContain("stream" in changes ? "data: [DONE]" : JSON.stringify(answer + footer));
});

test("a page of another origin sees nothing", async () => {
  expect([
    shownTo(await preflight("http://elsewhere.example")),
    shownTo(await ask("http://elsewhere.example")),
  ]).toEqual([null, null]);
});

test("HEAD and OPTIONS are answered", async () => {
  const head = await native("/models", { method: "HEAD" });
  expect([head.status, await head.text(), head.headers.get("content-type")]).toEqual([
    200,
    "",
    (await native("/models")).headers.get("content-type"),
  ]);
  const options = await native("/models", { method: "OPTIONS" });
  expect([options.status, options.headers.get("allow")]).toEqual([204, "GET, HEAD, OPTIONS"]);
});
