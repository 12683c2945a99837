/** Keys, and what programs need to connect with them. */
import { expect, test } from "bun:test";
import { agentClients } from "../../src/mcp/agent-clients.ts";
import { consoleTest } from "./console-test.ts";

const at = consoleTest(async (world) => {
  await world.expert("Manual", { Pump: "# Filters\n\nReplace the filter every six months." });
});

test("a key is created, shown once with settings for clients, works, and is revoked", async () => {
  const { page, signIn } = at.opened;
  await signIn("/keys?new=1");
  await page.getByLabel("Name", { exact: true }).fill("kiosk");
  await page.getByRole("dialog").getByRole("button", { name: "Create key" }).click();
  await page.getByText("It is shown only once").waitFor();
  const blocks = page.getByRole("dialog").locator(".code");
  const secret = (await blocks.first().textContent()) ?? "";
  expect(secret).toMatch(/^dk_\w{49}$/);
  const connection = { url: `${at.world.origin}/mcp`, key: secret, command: "docent" };
  for (const client of agentClients) {
    const name = client.id === "open-webui" ? "Open WebUI (MCP)" : client.name;
    await page.getByRole("tab", { name, exact: true }).click();
    await page.getByRole("tab", { name, exact: true, selected: true }).waitFor();
    const block = (await blocks.last().textContent()) ?? "";
    if (client.line(connection) === null) expect(JSON.parse(block)).toEqual(client.settings(connection));
    else expect(block).toBe(client.line(connection) ?? "");
  }
  for (const name of ["Python", "Claude Code"]) {
    await page.getByRole("tab", { name, exact: true }).click();
    await page.getByRole("tab", { name, exact: true, selected: true }).waitFor();
    expect(await blocks.last().textContent()).toContain(secret);
    await page.getByRole("button", { name: "Try it" }).click();
    await page.getByText("Tried just now: the service took this key").waitFor();
  }
  expect((await at.world.request("GET", "/v1/experts", { key: secret })).status).toBe(200);
  expect((await at.world.request("POST", "/v1/experts", { key: secret, body: { name: "No" } })).status).toBe(403);
  await page.getByRole("dialog").getByRole("button", { name: "Close" }).last().click();
  const line = page.getByRole("row").filter({ hasText: "kiosk" });
  await line.getByRole("button", { name: "Revoke" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Revoke" }).click();
  await line.getByText("Revoked").waitFor();
  expect(await page.content()).not.toContain(secret);
  expect((await at.world.request("GET", "/v1/experts", { key: secret })).status).toBe(401);
});

test("an expert is connected: a key of its own, a block for each program, and a request that tries it", async () => {
  const { page, signIn } = at.opened;
  await signIn("/experts/manual");
  await page.getByRole("button", { name: "Connect" }).click();
  const dialog = page.getByRole("dialog", { name: "Connect a program to Manual" });
  await dialog.getByRole("tab", { name: "curl", exact: true }).click();
  await dialog.getByRole("tab", { name: "curl", exact: true, selected: true }).waitFor();
  expect(await dialog.locator(".code").last().textContent()).toContain("Bearer YOUR_KEY");
  await dialog.getByRole("button", { name: "Make a key" }).click();
  await dialog.getByText("shown only once").waitFor();
  const block = (await dialog.locator(".code").last().textContent()) ?? "";
  const [, key = ""] = /Bearer (dk_\w+)/.exec(block) ?? [];
  expect((await at.world.request("GET", "/v1/models/manual", { key })).status).toBe(200);
  expect((await at.world.request("GET", "/v1/keys", { key })).status).toBe(403);
  await dialog.getByRole("button", { name: "Try it" }).click();
  await dialog.getByText("Tried just now").waitFor();
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "detached" });
  expect(page.url()).toBe(`${at.world.origin}/experts/manual`);
});

test("whoever revokes the key of their own session is warned", async () => {
  const { page, signIn } = at.opened;
  await signIn("/keys");
  await page.getByRole("row").filter({ hasText: "yours" }).getByRole("button", { name: "Revoke" }).click();
  await page.getByRole("dialog").getByText("this signs you out at once").waitFor();
  await page.keyboard.press("Escape");
});
