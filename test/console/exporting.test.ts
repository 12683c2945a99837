/** An expert leaves the console as a file and comes back out of it. */
import { expect, test } from "bun:test";
import { ExpertObject } from "../../src/api/expert-schemas.ts";
import { archiveProcesses } from "../../src/cli/serving/archive-process.ts";
import { repository } from "../support/source-tree.ts";
import { askingSteps } from "./asking-steps.ts";
import { consoleTest } from "./console-test.ts";

const fromSource = [process.execPath, `${repository}src/main.ts`];
const at = consoleTest(
  async (world) => {
    await world.expert("Manual", { Pump: "# Filters\n\nReplace the filter every six months." });
  },
  { archives: (config) => (workspaces) => archiveProcesses(config, workspaces, fromSource) },
);
const { askToEnd, answer } = askingSteps(at);
const experts = async () => (await at.world.request("GET", "/v1/experts?order=asc")).pageOf(ExpertObject).data;

async function downloaded(): Promise<string> {
  await at.opened.signIn("/experts/manual/settings");
  const download = at.page.waitForEvent("download");
  await at.page.getByRole("button", { name: "Download" }).click();
  expect((await download).suggestedFilename()).toBe("manual.tar");
  return (await download).path();
}

async function answersFromItsText(slug: string, bringIn: () => Promise<unknown>): Promise<void> {
  await Promise.all([at.page.getByText("“Manual” was imported.").waitFor(), bringIn()]);
  expect(at.page.url()).toBe(`${at.world.origin}/experts/${slug}`);
  await askToEnd("How often is the filter replaced?");
  expect(await answer().textContent()).toContain("every six months");
  await answer().locator(".citation-mark").click();
  await at.page.locator(".source-text mark").getByText("every six months").waitFor();
}

test("an expert that was downloaded is imported by a button, and answers", async () => {
  const file = await downloaded();
  await at.page.goto(`${at.world.origin}/`);
  const chooser = at.page.waitForEvent("filechooser");
  await at.page.getByRole("button", { name: "Import" }).click();
  await answersFromItsText("manual-2", async () => (await chooser).setFiles(file));
  expect((await experts()).map(({ slug, source_counts }) => [slug, source_counts.ready])).toEqual([
    ["manual", 1],
    ["manual-2", 1],
  ]);
});

test("an export that is dropped onto the page of experts is imported", async () => {
  const packed = Buffer.from(await Bun.file(await downloaded()).arrayBuffer()).toString("base64");
  await at.page.goto(`${at.world.origin}/`);
  await at.page.getByRole("button", { name: "Import" }).waitFor();
  const transfer = await at.page.evaluateHandle(`(() => {
    const data = new DataTransfer();
    data.items.add(new File([Uint8Array.from(atob("${packed}"), (sign) => sign.charCodeAt(0))], "manual.tar"));
    return data;
  })()`);
  await at.page.dispatchEvent("body", "dragenter", { dataTransfer: transfer });
  await answersFromItsText("manual-3", () => at.page.dispatchEvent("body", "drop", { dataTransfer: transfer }));
});

test("a file that is no export is refused with the service's reason, and nothing is made", async () => {
  const before = await experts();
  await at.opened.signIn("/");
  const chooser = at.page.waitForEvent("filechooser");
  await at.page.getByRole("button", { name: "Import" }).click();
  await (await chooser).setFiles({ name: "a.tar", mimeType: "application/x-tar", buffer: Buffer.from("no tar") });
  await at.page.locator(".notice.failed").waitFor();
  expect(await experts()).toEqual(before);
});
