/** Websites in the console: added, crawled, and deleted with their pages. */
import { afterAll, expect, test } from "bun:test";
import { SourceObject } from "../../src/api/source-schemas.ts";
import { consoleTest } from "./console-test.ts";

const html = { headers: { "content-type": "text/html; charset=utf-8" } };
const web: Bun.Server<undefined> = Bun.serve({
  hostname: "127.0.0.1",
  port: 0,
  fetch: (request): Response =>
    new URL(request.url).pathname === "/docs/"
      ? new Response("<title>Pumps</title><p>The pump is greased every spring.</p>", html)
      : new Response("no", { status: 404 }),
});
afterAll(() => web.stop(true));

const at = consoleTest(async (world) => void (await world.expert("Manual")), {
  settings: { DOCENT_ALLOW_PRIVATE_URLS: "127.0.0.1" },
});

test("a website is added, its pages become sources, and both are deleted", async () => {
  await at.opened.signIn("/experts/manual");
  await at.page.getByRole("button", { name: "Add", exact: true }).click();
  const dialog = at.page.getByRole("dialog");
  await dialog.getByRole("tab", { name: "Website" }).click();
  await dialog.getByLabel("Start address").fill(`http://127.0.0.1:${web.port}/docs/`);
  await dialog.getByLabel("Crawl again by itself").selectOption("daily");
  await dialog.getByRole("button", { name: "Add", exact: true }).click();
  const site = dialog.getByRole("listitem").filter({ hasText: "/docs/" });
  await site.getByText(/crawled · 1 page · next /).waitFor();
  await at.page.getByRole("row").filter({ hasText: "1 source" }).getByText(`127.0.0.1:${web.port}`).waitFor();
  const listed = async () =>
    (await at.world.request("GET", "/v1/experts/manual/sources?limit=10")).pageOf(SourceObject).data;
  // A page has its title when it has been read, which is after it was crawled.
  for (const { id } of await listed()) await at.world.request("GET", `/v1/experts/manual/sources/${id}?wait=60`);
  expect((await listed()).map(({ title, status }) => [title, status])).toEqual([["Pumps", "ready"]]);
  await site.getByRole("button", { name: "Delete with its pages" }).click();
  await site.waitFor({ state: "detached" });
  expect(await listed()).toEqual([]);
});

test("an address that is refused is said with the API's own reason", async () => {
  await at.opened.signIn("/experts/manual");
  await at.page.getByRole("button", { name: "Add", exact: true }).click();
  const dialog = at.page.getByRole("dialog");
  await dialog.getByRole("tab", { name: "Website" }).click();
  await dialog.getByLabel("Start address").fill("ftp://example.org/");
  await dialog.getByRole("button", { name: "Add", exact: true }).click();
  await dialog.locator(".help.problem").first().waitFor();
  expect(await dialog.locator(".help.problem").first().textContent()).toContain("http");
});
