/** What an operator sets up on the system page beside backups: webhooks, workspaces and their limits. */
import { afterAll, expect, test } from "bun:test";
import { consoleTest } from "./console-test.ts";

const heard: string[] = [];
const listener: Bun.Server<undefined> = Bun.serve({
  hostname: "127.0.0.1",
  port: 0,
  fetch: async (request): Promise<Response> => {
    heard.push(((await request.json()) as { type: string }).type);
    return new Response(null, { status: 204 });
  },
});
afterAll(() => listener.stop(true));

const at = consoleTest(undefined, { settings: { DOCENT_ALLOW_PRIVATE_URLS: "127.0.0.1" } });
const button = (name: string) => at.page.getByRole("button", { name, exact: true });
const row = (name: string) => at.page.getByRole("row").filter({ hasText: name });

test("a webhook is made with its secret, tried, and deleted", async () => {
  await at.opened.signIn("/system");
  await button("New webhook").click();
  const dialog = at.page.getByRole("dialog");
  const address = `http://127.0.0.1:${listener.port}/hook`;
  await dialog.getByLabel("Address").fill(address);
  await dialog.getByRole("button", { name: "New webhook" }).click();
  await dialog.getByText("it verifies the signatures").waitFor();
  expect((await dialog.locator(".code").textContent())?.length).toBeGreaterThan(20);
  await at.page.keyboard.press("Escape");
  await dialog.waitFor({ state: "detached" });
  await Promise.all([
    at.page.getByText("The test message arrived.").waitFor(),
    row(address).getByRole("button", { name: "Send a test" }).click(),
  ]);
  expect(heard).toEqual(["webhook.test"]);
  await row(address).getByRole("button", { name: "Delete" }).click();
  await row(address).waitFor({ state: "detached" });
});

test("a workspace is made with its first key, and limited", async () => {
  await at.opened.signIn("/system");
  await button("New workspace").click();
  const dialog = at.page.getByRole("dialog");
  await dialog.getByLabel("Name").fill("garage");
  await dialog.getByRole("button", { name: "New workspace" }).click();
  await dialog.getByText("This is its first key.").waitFor();
  const key = (await dialog.locator(".code").textContent()) ?? "";
  expect((await at.world.request("GET", "/v1/experts", { key })).status).toBe(200);
  await at.page.keyboard.press("Escape");
  await dialog.waitFor({ state: "detached" });
  await button("Limits of garage").click();
  await dialog.getByLabel("Sources").fill("1");
  await dialog.getByRole("button", { name: "Save" }).click();
  await dialog.waitFor({ state: "detached" });
  await row("garage").getByRole("cell", { name: "1", exact: true }).waitFor();
  await at.world.request("POST", "/v1/experts", { key, body: { name: "Car" } });
  const add = (text: string) => at.world.request("POST", "/v1/experts/car/sources", { key, body: { text } });
  expect([(await add("The car is red.")).status, (await add("The bicycle is green.")).error.code]).toEqual([
    202,
    "quota_exceeded",
  ]);
});
