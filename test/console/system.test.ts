/** The system page of a service that makes backups and opens no connections, and the functions that it hides. */
import { expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { filesIn } from "../support/data-tree.ts";
import { consoleTest } from "./console-test.ts";

const folder = mkdtempSync(join(tmpdir(), "docent-backups-"));
const at = consoleTest(
  async (world) => {
    await world.expert("Manual", { Pump: "Replace the filter every six months." });
  },
  {
    settings: {
      DOCENT_OFFLINE: "true",
      DOCENT_BACKUP_DIR: folder,
      DOCENT_BACKUP_EVERY: "24h",
      DOCENT_FOLDERS: `kept=${join(folder, "nowhere")}`,
    },
  },
);

/** @returns the name of the backup that the service then made */
async function backUp(): Promise<string> {
  const reply = at.page.waitForResponse(
    (each) => each.request().method() === "POST" && each.url().endsWith("/backups"),
  );
  await at.page.getByRole("button", { name: "Back up now" }).click();
  return (await (await reply).json()).name;
}

test("a backup is made on request, and an incomplete one is marked", async () => {
  await at.opened.signIn("/system");
  const backups = at.page.locator("section", { has: at.page.getByRole("heading", { name: "Backups" }) });
  const folders = at.page.locator("section", { has: at.page.getByRole("heading", { name: "Folders kept in step" }) });
  await folders.getByText("Stopped", { exact: true }).waitFor();
  await folders.getByText("The folder cannot be read: no such file or directory").waitFor();
  const whole = await backUp();
  expect(whole).toMatch(/^docent-[\dTZ-]+\.tar$/);
  await backups.getByRole("row").filter({ hasText: whole }).waitFor();
  expect(await backups.getByText("incomplete", { exact: true }).count()).toBe(0);

  const originals = join(at.world.dataDir, "originals");
  for (const name of Object.keys(filesIn(originals))) rmSync(join(originals, name));
  const incomplete = await backUp();
  expect(incomplete).toEndWith(".incomplete.tar");
  await at.page.getByText(`The backup ${incomplete} was made, but it is incomplete.`).waitFor();
  await backups.getByRole("row").filter({ hasText: incomplete }).getByText("incomplete", { exact: true }).waitFor();
  await at.page.getByText("The newest backup is incomplete: 1 original").waitFor();
  rmSync(folder, { recursive: true });
});

test("a service that opens no connections offers no addresses to fetch", async () => {
  await at.opened.signIn("/experts/manual");
  await at.page.getByRole("button", { name: "Add", exact: true }).click();
  await at.page.getByRole("tab", { name: "Text" }).waitFor();
  await at.page.getByRole("tab", { name: "Addresses" }).waitFor({ state: "detached" });
  await at.page.getByRole("tab", { name: "Text" }).click();
  await at.page.getByLabel("Title").fill("Weight");
  await at.page.getByLabel("Text", { exact: true }).fill("The pump weighs 14 kilograms.");
  await at.page.getByRole("dialog").getByRole("button", { name: "Add", exact: true }).click();
  await at.page.getByRole("dialog").waitFor({ state: "detached" });
  await at.page
    .getByRole("row")
    .filter({ hasText: "Weight" })
    .getByText(/\d+ byte/)
    .waitFor();
  await at.page.getByLabel("Question", { exact: true }).fill("What does the pump weigh?");
  await at.page.keyboard.press("Enter");
  await at.page.locator(".answer").getByText("14 kilograms").waitFor();
});
