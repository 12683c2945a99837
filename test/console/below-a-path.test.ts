/** The console behind a proxy that serves it below a path, which the service never sees. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { type BrowserPage, openPage } from "./browser-page.ts";
import { consoleTest } from "./console-test.ts";

const at = consoleTest(async (world) => {
  await world.expert("Manual", { Pump: "Replace the filter every six months." });
});

const below = "/tools/docent";
let proxy: Bun.Server<undefined>;
let opened: BrowserPage;
beforeAll(async () => {
  proxy = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    fetch: (request) => {
      const { pathname, search } = new URL(request.url);
      if (!pathname.startsWith(`${below}/`)) return new Response("Not below the path.", { status: 404 });
      return at.world.docent.app.handle(
        new Request(`http://${request.headers.get("host")}${pathname.slice(below.length)}${search}`, request),
      );
    },
  });
  const origin = `http://127.0.0.1:${proxy.port}${below}`;
  const { sessions } = at.world.docent;
  const signInAddress = async (path = "/") => `${origin}${path}#code=${await sessions.issueCode(at.world.workspace)}`;
  opened = await openPage(at.browser, { ...at.world, origin, signInAddress });
}, 240_000);
afterAll(async () => {
  await opened.close();
  await proxy.stop(true);
});

test("everything stays below the base path: signing in, asking, reading, reloading, and every link", async () => {
  const { page, signIn, troubles } = opened;
  const address = (path: string) => `http://127.0.0.1:${proxy.port}${below}${path}`;
  await signIn("/experts/manual");
  expect(page.url()).toBe(address("/experts/manual"));
  await page.getByLabel("Question", { exact: true }).fill("How often is the filter replaced?");
  await page.keyboard.press("Enter");
  await page.locator(".answer-actions").waitFor();
  await page.locator(".answer .citation-mark").first().click();
  await page.locator(".source-text mark").waitFor();
  expect(page.url()).toStartWith(address("/experts/manual/sources/src_"));
  await page.reload();
  await page.locator(".source-text mark").waitFor();
  await page.getByRole("link", { name: "Usage" }).click();
  await page.locator(".uplot").waitFor();
  expect(page.url()).toBe(address("/usage"));
  await page.getByRole("link", { name: "Handbook" }).click();
  await page.locator(".prose h1").waitFor();
  await page.goBack();
  await page.getByRole("heading", { name: "Usage" }).waitFor();
  const links = await page.locator("a").evaluateAll((all) => all.map((link) => link.getAttribute("href") ?? ""));
  expect(links.filter((href) => !href.startsWith(`${below}/`))).toEqual([]);
  await page.goto(address("/keys?new=1"));
  await page.getByLabel("Name", { exact: true }).fill("kiosk");
  await page.getByRole("dialog").getByRole("button", { name: "Create key" }).click();
  await page.getByRole("tab", { name: "Cursor" }).click();
  await page
    .locator(".code", { hasText: address("/mcp") })
    .first()
    .waitFor();
  await page.goto(address("/"));
  await page.getByRole("button", { name: "Sign out" }).click();
  await page.getByLabel("API key").waitFor();
  expect(troubles).toEqual([]);
});
