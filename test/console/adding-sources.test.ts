/** Sources in the console: how they come, how they are shown, changed and removed. */
import { expect, test } from "bun:test";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { SourceObject } from "../../src/api/source-schemas.ts";
import { pdf } from "../support/documents/pdf-writer.ts";
import { consoleTest } from "./console-test.ts";
import { addRows } from "./many-sources.ts";

/** While it is on, versions stay in the queue. */
let isHeld = false;
const at = consoleTest(undefined, {
  adaptStores: (stores) => ({
    ...stores,
    queue: { ...stores.queue, claim: (...turn) => (isHeld ? [] : stores.queue.claim(...turn)) },
  }),
});
const goOn = () => {
  isHeld = false;
  at.world.docent.pipeline.wake();
};

const row = (title: string) =>
  at.page.getByRole("region", { name: "Sources" }).getByRole("row").filter({ hasText: title });
const act = async (title: string, action: string) => {
  await at.page.getByRole("button", { name: `Actions for ${title}` }).click();
  await at.page.getByRole("menuitem", { name: action }).click();
};
const sourcesOf = async (slug: string) =>
  (await at.world.request("GET", `/v1/experts/${slug}/sources?limit=100`)).pageOf(SourceObject);

async function allRead(slug: string): Promise<void> {
  for (const { id } of (await sourcesOf(slug)).data)
    while (isPending((await at.world.request("GET", `/v1/experts/${slug}/sources/${id}?wait=60`)).as(SourceObject)));
}

const isPending = ({ status }: { readonly status: string }) => status === "queued" || status === "processing";

async function inFolder(work: (folder: string) => Promise<void>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "docent-upload-"));
  try {
    await work(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

test("a folder of fifty mixed files is added, and the two broken ones show the reason", async () => {
  const slug = await at.world.expert("Folder");
  await inFolder(async (folder) => {
    mkdirSync(join(folder, "inner"));
    for (let n = 0; n < 24; n++) await Bun.write(join(folder, `note-${n}.md`), `# Note ${n}\n\nThe number is ${n}.`);
    for (let n = 0; n < 12; n++) await Bun.write(join(folder, "inner", `table-${n}.csv`), `name,value\nrow,${n}\n`);
    for (let n = 0; n < 12; n++)
      await Bun.write(
        join(folder, "inner", `page-${n}.pdf`),
        pdf([[{ text: `Page number ${n} of many.`, x: 72, y: 700 }]]),
      );
    await Bun.write(join(folder, "broken.pdf"), "%PDF-1.7 and no more");
    await Bun.write(
      join(folder, "strange.bin"),
      new Uint8Array(2000).map((_, i) => (i * 97) % 251),
    );
    await Bun.write(join(folder, ".hidden"), "Not to be added.");
    await at.opened.signIn(`/experts/${slug}`);
    await at.page.getByRole("button", { name: "Add", exact: true }).click();
    const chooser = at.page.waitForEvent("filechooser");
    await at.page.getByRole("button", { name: "Choose a folder" }).click();
    await (await chooser).setFiles(folder);
    await at.page.getByText("50 files were uploaded.").waitFor();
  });
  await allRead(slug);
  await at.page.getByLabel("Status", { exact: true }).selectOption("failed");
  await row("broken.pdf").getByText("The file is damaged").waitFor();
  await row("strange.bin").getByText("This kind of file is not supported").waitFor();
  await at.page.getByLabel("Status", { exact: true }).selectOption("");
  await at.page.getByRole("img", { name: "Some sources failed" }).first().waitFor();
  const { data, total_count } = await sourcesOf(slug);
  expect(total_count).toBe(50);
  expect(data.filter(({ status }) => status === "ready")).toHaveLength(48);
  expect(data.map(({ external_id }) => external_id)).toContain(
    `${data[0]?.external_id?.split("/")[0]}/inner/table-3.csv`,
  );
});

test("a text is pasted, found by its name, edited and deleted", async () => {
  const slug = await at.world.expert("Paste", { Other: "Something else." });
  await at.opened.signIn(`/experts/${slug}`);
  await at.page.getByRole("button", { name: "Add", exact: true }).click();
  await at.page.getByRole("tab", { name: "Text" }).click();
  await at.page.getByLabel("Title").fill("Recipe");
  await at.page.getByLabel("Text", { exact: true }).fill("Boil the noodles for eight minutes.");
  await at.page.getByRole("dialog").getByRole("button", { name: "Add", exact: true }).click();
  await row("Recipe").waitFor();
  await at.page.getByLabel("Search sources").fill("recip");
  await row("Other").waitFor({ state: "detached" });
  await act("Recipe", "Details");
  await at.page.getByLabel("Metadata").fill("year: 2026\nkitchen: true\ntags: [fast, cheap]");
  await at.page.getByRole("button", { name: "Save" }).click();
  await at.page.getByRole("dialog").waitFor({ state: "detached" });
  expect((await sourcesOf(slug)).data[0]?.metadata).toEqual({ year: 2026, kitchen: true, tags: ["fast", "cheap"] });
  await act("Recipe", "Delete source");
  await at.page.getByRole("dialog").getByRole("button", { name: "Delete source" }).click();
  await at.page.getByText("No matching sources").waitFor();
  expect((await sourcesOf(slug)).data.map(({ title }) => title)).toEqual(["Other"]);
});

test("an empty expert leads to its sources; what is no address is named as it was written", async () => {
  const slug = await at.world.expert("Lines");
  await at.opened.signIn(`/experts/${slug}`);
  await at.page.getByRole("button", { name: "Add a source" }).click();
  await at.page.getByRole("tab", { name: "Addresses" }).click();
  await at.page.getByLabel("Addresses").fill(" http://127.0.0.1:1/a http://127.0.0.1:1/b\n\nnot an address\n");
  await at.page.getByRole("dialog").getByRole("button", { name: "Add", exact: true }).click();
  await at.page.getByText("2 addresses are being read.").waitFor();
  await at.page.getByText('not an address: "url" must be an http or https address').waitFor();
  expect((await sourcesOf(slug)).data).toHaveLength(2);
});

test("a failed source is retried, and a newer file replaces an older one", async () => {
  const slug = await at.world.expert("Versions");
  const broken = new TextEncoder().encode("%PDF-1.7 broken");
  await at.world.addSource(slug, broken, { external_id: "manual", filename: "manual.pdf" });
  await at.opened.signIn(`/experts/${slug}`);
  await row("manual.pdf").getByText("The file is damaged").waitFor();
  const retried = at.page.waitForResponse(/\/retry$/);
  await act("manual.pdf", "Try again");
  expect((await (await retried).json()).status).toBe("queued");
  await row("manual.pdf").getByText("The file is damaged").waitFor();
  await act("manual.pdf", "Details");
  const chooser = at.page.waitForEvent("filechooser");
  await at.page.getByRole("button", { name: "Replace with a newer file" }).click();
  const whole = pdf([[{ text: "The manual, whole.", x: 72, y: 700 }]]);
  await (await chooser).setFiles({ name: "manual.pdf", mimeType: "application/pdf", buffer: Buffer.from(whole) });
  await row("manual.pdf").getByText("version 2").waitFor();
});

test("every version of a source can be read, and the current one is marked", async () => {
  const slug = await at.world.expert("Painted");
  for (const colour of ["blue", "red"])
    await at.world.addSource(slug, `The pump is ${colour}.`, { external_id: "pump", title: "Pump" });
  await at.world.addSource(slug, new TextEncoder().encode("%PDF-1.7 broken"), { external_id: "pump" });
  await at.opened.signIn(`/experts/${slug}`);
  await at.page.locator(".source-row a").click();
  const text = at.page.locator(".source-text");
  await text.getByText("The pump is red.").waitFor();
  const choice = at.page.getByLabel("Version", { exact: true });
  await choice.waitFor();
  const options = await choice.locator("option").allTextContents();
  expect(options.map((option) => option.split(" · ").toSpliced(1, 1).join(" "))).toEqual([
    "3 Failed",
    "2 answers questions",
    "1",
  ]);
  expect(await choice.locator("option").first().isDisabled()).toBe(true);
  await choice.selectOption("1");
  await text.getByText("The pump is blue.").waitFor();
  expect(at.page.url()).toEndWith("?version=1");
  await at.page.reload();
  await text.getByText("The pump is blue.").waitFor();
  await at.page.getByRole("link", { name: "Read version 2, which does." }).click();
  await text.getByText("The pump is red.").waitFor();
});

test("a waiting source can be canceled", async () => {
  const slug = await at.world.expert("Waiting");
  isHeld = true;
  await at.world.request("POST", `/v1/experts/${slug}/sources`, { body: { title: "Patient", text: "It waits." } });
  await at.opened.signIn(`/experts/${slug}`);
  await row("Patient").getByText("Waiting").waitFor();
  await act("Patient", "Stop reading");
  await row("Patient").getByText("Stopped").waitFor();
  await act("Patient", "Try again");
  await row("Patient").getByText("Waiting").waitFor();
  goOn();
  await row("Patient")
    .getByText(/\d+ byte/)
    .waitFor();
});

test("details stay with their source when others are inserted above it", async () => {
  const slug = await at.world.expert("Arriving");
  isHeld = true;
  const path = `/v1/experts/${slug}/sources`;
  await at.world.request("POST", path, { body: { title: "Lower", text: "It was here first." } });
  await at.opened.signIn(`/experts/${slug}`);
  await act("Lower", "Details");
  await at.page.getByLabel("Title").fill("Still the lower");
  await at.world.request("POST", path, { body: { title: "Upper", text: "It came later." } });
  await row("Upper").waitFor();
  await at.page.getByRole("button", { name: "Save" }).click();
  await at.page.getByRole("dialog").waitFor({ state: "detached" });
  expect((await sourcesOf(slug)).data.map(({ title }) => title)).toEqual(["Upper", "Still the lower"]);
  goOn();
});

test("twenty thousand sources are listed, scrolled and searched", async () => {
  const slug = await at.world.expert("Many");
  addRows(
    at.world.dataDir,
    slug,
    Array.from({ length: 20_000 }, () => null),
  );
  await at.opened.signIn(`/experts/${slug}`);
  await row("Source 19999").waitFor();
  expect(
    await at.page
      .getByRole("row")
      .filter({ has: at.page.locator(".source-row") })
      .count(),
  ).toBeLessThan(60);
  const list = at.page.locator(".virtual-list");
  await list.evaluate((box) => box.scrollTo(0, box.scrollHeight));
  await row("Source 0").last().waitFor();
  await list.evaluate((box) => box.scrollTo(0, box.scrollHeight / 2));
  await row("Source 10000").waitFor();
  await at.page.getByLabel("Search sources").fill("Source 12345");
  await row("Source 12345").waitFor();
  expect(await row("Source").count()).toBe(1);
  await at.page.getByLabel("Search sources").fill("");
  await at.page.getByLabel("Order").selectOption("asc");
  await row("Source 0").first().waitFor();
});
