import { afterAll, beforeAll, expect, test } from "bun:test";
import { startService, type TestService } from "../../support/service.ts";

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

const browser = { accept: "text/html,application/xhtml+xml,*/*;q=0.8" };
const reply = (path: string, init: RequestInit = {}) =>
  service.docent.app.handle(new Request(`http://localhost${path}`, { headers: browser, ...init }));

test.each(["/nonsense", "/experts-of/mine", "/manual/deep/link"])(
  "a person at %s gets a page with ways on",
  async (path) => {
    const page = await reply(path);
    expect([page.status, page.headers.get("content-type")]).toEqual([404, "text/html; charset=utf-8"]);
    expect(page.headers.get("content-security-policy")).toContain("default-src 'none'");
    const { pathname } = new URL((/src="([^"]+)"/.exec(await page.text()) ?? [])[1]!, `http://localhost${path}`);
    expect((await reply(pathname)).status).toBe(200);
  },
);

test.each([
  ["/nonsense", { headers: { accept: "*/*" } }],
  ["/v1/nonsense", {}],
  ["/nonsense", { method: "POST" }],
] as const)("a program at %s gets the error: %p", async (path, init) => {
  const { status, headers } = await reply(path, init);
  expect([status, headers.get("content-type")]).toEqual([404, "application/json;charset=utf-8"]);
});
