/** Every state of sources, from their upload to their text, light, dark and on a telephone: axe finds nothing in any. */
import { test } from "bun:test";
import { filterLines } from "../support/models/scan-packs.ts";
import { addScan, readingScans, scanSteps } from "./scan-steps.ts";
import { envelope, sizes, stateTest } from "./state-steps.ts";

let isHeld = false;
const { at, text, open, button, dialog, expectNoComplaints } = stateTest(
  {
    ...readingScans,
    adaptStores: (stores) => ({
      ...readingScans.adaptStores(stores),
      queue: { ...stores.queue, claim: (...turn) => (isHeld ? [] : stores.queue.claim(...turn)) },
    }),
  },
  (world) => addScan(world, "manual"),
);
const { line, lineDialog, showLines, correct } = scanSteps(at);

const inTree = (name: string) => at.page.getByRole("treegrid").getByRole("row").filter({ hasText: name });
const openFolder = async () => {
  await open("/experts/manual", "files");
  await inTree("files").getByRole("button").first().click();
  await inTree("care").waitFor();
};
const read = async (name: string, shown: string) => {
  await openFolder();
  await inTree(name).locator("a").click();
  await at.page.locator(shown).first().waitFor();
};

const openScan = async () => {
  await open("/experts/manual", "files");
  await inTree("scans").getByRole("button").first().click();
  await inTree("cover").locator("a").click();
  await showLines();
};

/** An expert of its own, without sources. @returns its slug */
const openNew = async () => {
  const slug = await at.world.expert(`New ${crypto.randomUUID().slice(0, 8)}`);
  await open(`/experts/${slug}`, "No sources yet");
  return slug;
};

const added = (name: string) => async () => {
  await openNew();
  await button("Add").click();
  await at.page.getByRole("tab", { name }).click();
};

const states: Readonly<Record<string, () => Promise<unknown>>> = {
  "an empty expert": () => openNew(),
  "no source found": async () => {
    await open("/experts/manual", "files");
    await at.page.getByLabel("Search sources").fill("zzz");
    await text("No matching sources");
  },
  "what failed in a folder": async () => {
    await open("/experts/manual", "files");
    await button("1 failed").click();
    await text("Only in files/");
  },
  "sources selected, of a folder some": async () => {
    await openFolder();
    await inTree("care").getByRole("checkbox").click();
    await text("1 source selected");
  },
  "the menu of a source": async () => {
    await openFolder();
    await button(/^Actions for/).click();
    await at.page.getByRole("menu").waitFor();
  },
  "details of a source": async () => {
    await openFolder();
    await button(/^Actions for/).click();
    await at.page.getByRole("menuitem", { name: "Details" }).click();
    await dialog().waitFor();
  },
  "deletion of a source": async () => {
    await openFolder();
    await button(/^Actions for/).click();
    await at.page.getByRole("menuitem", { name: "Delete source" }).click();
    await dialog().waitFor();
  },
  "metadata of many": async () => {
    await openFolder();
    await inTree("care").getByRole("checkbox").click();
    await button("Metadata").click();
    await dialog().waitFor();
  },
  "adding files": added("Files"),
  "adding a text": added("Text"),
  "adding addresses, refused": async () => {
    await added("Addresses")();
    await dialog().getByLabel("Addresses").fill("http://10.0.0.1/ https://");
    await dialog().getByRole("button", { name: "Add" }).click();
    await dialog().locator(".problem").waitFor();
  },
  "adding a website": added("Website"),
  "an upload that failed": async () => {
    await openNew();
    await at.page.route("**/v1/experts/*/sources*", (route) =>
      route.request().method() === "POST" ? route.fulfill({ status: 503, json: envelope }) : route.continue(),
    );
    await button("Add").click();
    const chooser = at.page.waitForEvent("filechooser");
    await button("Choose files").click();
    await (await chooser).setFiles({ name: "a.txt", mimeType: "text/plain", buffer: Buffer.from("a") });
    await text("1 was not.");
  },
  "files over the window": async () => {
    await openNew();
    const transfer = await at.page.evaluateHandle(
      `(() => { const data = new DataTransfer(); data.items.add(new File(["a"], "a.txt")); return data; })()`,
    );
    await at.page.dispatchEvent("body", "dragenter", { dataTransfer: transfer });
    await at.page.locator(".drop-here").waitFor();
  },
  "a source that waits": async () => {
    isHeld = true;
    const slug = await openNew();
    await at.world.request("POST", `/v1/experts/${slug}/sources`, { body: { title: "Patient", text: "It waits." } });
    await at.page.reload();
    await at.page.getByRole("link", { name: /^Patient/ }).click();
    await text("This source has not been read yet");
  },
  "a PDF": () => read("manual", ".pdf-page canvas[width]"),
  "the lines of a scan, one of them with doubt, to be corrected": async () => {
    await openScan();
    await at.page.locator(".scan-line .doubtful").waitFor();
  },
  "a line of a scan that is corrected": async () => {
    await openScan();
    await line(filterLines[0]).click();
    await lineDialog().waitFor();
  },
  "corrections of a scan before they are saved": async () => {
    await openScan();
    await correct(filterLines[0], "Replace the cartridge.");
    await at.page.locator(".scan-line.corrected").waitFor();
  },
  "corrections of a scan that are refused": async () => {
    await openScan();
    await correct(filterLines[0], "Replace the cartridge.");
    await at.page.route("**/corrections", (route) => route.fulfill({ status: 409, json: envelope }));
    await button("Save the correction").click();
    await text("The disk is full.");
  },
  "a PDF as text, with its passages": async () => {
    await read("manual", ".pdf-page canvas[width]");
    await button("Show as text").click();
    await button("Show passages").click();
    await at.page.getByRole("button", { name: "Show passages", pressed: true }).waitFor();
  },
  "a sheet": () => read("parts", ".text-table"),
  "a mail": () => read("Seals", ".text-mail-head"),
  "Markdown with tasks": () => read("care", ".text-list_item .inline-done"),
  "a long text": () => read("long", ".text-paragraph"),
  "a source that could not be read": () => read("broken", ".empty-state"),
  "an older version": async () => {
    await openFolder();
    await inTree("inner").getByRole("button").first().click();
    await inTree("Colour").locator("a").click();
    await at.page.getByLabel("Version", { exact: true }).selectOption("1");
    await text("which no longer answers questions");
  },
  "a chat": async () => {
    await open("/experts/manual", "files");
    await at.page.getByLabel("Status", { exact: true }).selectOption("conversations");
    await at.page.locator(".source-row a").first().click();
    await at.page.locator(".text-turn .inline-strong").waitFor();
  },
};

test.each(Object.entries(states))("%s", async (_, reach) => {
  isHeld = false;
  await at.page.setViewportSize(sizes.wide);
  await reach();
  isHeld = false;
  await expectNoComplaints();
});
