/** Sources as a tree: folders that open, many selected at once, with the pointer and with the keyboard alone. */
import { beforeEach, expect, test } from "bun:test";
import { SourceList } from "../../src/api/contents/source-list-schemas.ts";
import { consoleTest } from "./console-test.ts";
import { holdRequests } from "./held-requests.ts";
import { addRows } from "./many-sources.ts";

const at = consoleTest();
const tree = () => at.page.getByRole("treegrid", { name: "Sources" });
const row = (name: string) => tree().getByRole("row").filter({ hasText: name });
const press = (...keys: string[]) =>
  keys.reduce((before, key) => before.then(() => at.page.keyboard.press(key)), Promise.resolve());
const shown = () => titles("");
const selected = () => titles('[aria-selected="true"]');
/** In the order in which they are seen and read aloud. */
const titles = (which: string) =>
  at.page.evaluate<string[]>(`
    document.querySelector('[role="treegrid"]').getAttribute("aria-owns").split(" ")
      .map((id) => document.getElementById(id))
      .filter((row) => row.matches('${which || "*"}'))
      .map((row) => row.querySelector(".source-title").textContent)`);
const focused = () => at.page.evaluate("document.activeElement?.querySelector('.source-title')?.textContent");
let slug = "";

async function sources() {
  return (await at.world.request("GET", `/v1/experts/${slug}/sources?within=&order=asc&limit=100`)).as(SourceList);
}

beforeEach(async () => {
  slug = await at.world.expert(`Tree ${crypto.randomUUID().slice(0, 8)}`);
  const paths = [
    "manuals/pump/filter.md",
    "manuals/pump/seal.md",
    "manuals/valve.md",
    "notes/a.md",
    "notes/b.md",
    "plain.md",
  ];
  for (const path of paths)
    await at.world.addSource(slug, `# ${path}\n\nText of ${path}.`, {
      external_id: path,
      title: path.split("/").at(-1)!,
    });
  await at.opened.signIn(`/experts/${slug}`);
  await row("manuals").waitFor();
});

test("folders open with a click, and a search is a flat list", async () => {
  expect(await shown()).toEqual(["manuals", "notes", "plain.md"]);
  expect(await row("manuals").textContent()).toBe("manuals3 sources");
  await row("manuals").getByRole("button").click();
  await row("valve.md").waitFor();
  expect(await shown()).toEqual(["manuals", "pump", "valve.md", "notes", "plain.md"]);
  expect(await row("pump").getAttribute("aria-level")).toBe("2");
  await row("manuals").getByRole("button").click();
  await row("valve.md").waitFor({ state: "detached" });
  const held = await holdRequests(at.page, "**/sources?*q=*");
  await at.page.getByLabel("Search sources").pressSequentially("pump/");
  await held.arrived;
  expect(await at.page.locator('[aria-busy="true"]').getByRole("treegrid").count()).toBe(1);
  expect(await shown()).toEqual(["manuals", "notes", "plain.md"]);
  await row("plain.md").getByRole("checkbox").click();
  held.release();
  await row("seal.md").waitFor();
  expect(await shown()).toEqual(["seal.md", "filter.md"]);
  expect(await at.page.locator('[aria-busy="true"]').count()).toBe(0);
  await at.page.getByText("1 source selected").waitFor({ state: "detached" });
});

test("a folder is selected with all that is in it, and deleted", async () => {
  await row("manuals").getByRole("checkbox").click();
  await at.page.getByText("3 sources selected").waitFor();
  await row("manuals").getByRole("button").click();
  await row("valve.md").getByRole("checkbox").click();
  await at.page.getByText("2 sources selected").waitFor();
  await row("manuals").locator("input:indeterminate").waitFor();
  expect(await selected()).toEqual(["pump"]);
  await at.page.getByRole("button", { name: "Delete the selected sources" }).click();
  await at.page.getByRole("dialog").getByText("2 sources selected").waitFor();
  await Promise.all([
    at.page.getByText("2 sources were deleted.").waitFor(),
    at.page.getByRole("dialog").getByRole("button", { name: "Delete the selected sources" }).click(),
  ]);
  await row("pump").waitFor({ state: "detached" });
  expect((await sources()).data.map((source) => source.title)).toEqual(["valve.md", "a.md", "b.md", "plain.md"]);
});

test("by keyboard alone: one Tab stop, arrows move and open, Shift takes a range, metadata is changed of all", async () => {
  await at.page.getByLabel("Order").focus();
  await press("Tab", "Tab");
  expect(await focused()).toBe("manuals");
  await press("ArrowRight");
  await row("pump").waitFor();
  await press("ArrowDown", "ArrowDown");
  await at.page.locator(":focus", { hasText: /^valve/ }).waitFor();
  await press("Shift+ArrowDown");
  await at.page.getByText("3 sources selected").waitFor();
  expect(await selected()).toEqual(["valve.md", "notes"]);
  await at.page.getByRole("button", { name: "Metadata" }).click();
  await at.page.getByRole("dialog").getByLabel("Metadata").fill("reviewed: true");
  await Promise.all([
    at.page.getByText("3 sources were changed.").waitFor(),
    at.page.getByRole("button", { name: "Save" }).click(),
  ]);
  const changed = (await sources()).data.filter(({ metadata }) => metadata.reviewed === true);
  expect(changed.map((source) => source.title)).toEqual(["valve.md", "a.md", "b.md"]);
  await row("valve.md").locator("a").focus();
  await press("Control+a");
  await at.page.getByText("6 sources selected").waitFor();
  await press("Escape");
  expect(await selected()).toEqual([]);
  await press("End");
  await at.page.locator(":focus", { hasText: /^plain/ }).waitFor();
  await press("Enter");
  await at.page.locator(".source-text").getByText("Text of plain.md.").waitFor();
});

test("a closed folder says how much of it failed, and leads there", async () => {
  for (const path of ["manuals/pump/broken.pdf", "other/manuals/broken.pdf"])
    await at.world.addSource(slug, new TextEncoder().encode("%PDF-1.7 broken"), {
      external_id: path,
      filename: "broken.pdf",
    });
  await at.page.reload();
  await row("manuals").getByRole("button", { name: "1 failed" }).waitFor();
  expect(await row("notes").getByText("failed").count()).toBe(0);
  await row("manuals").getByRole("button", { name: "manuals" }).click();
  await row("pump").getByRole("button", { name: "1 failed" }).waitFor();
  await row("manuals").getByRole("button", { name: "1 failed" }).click();
  await row("broken.pdf").getByText("The file is damaged").waitFor();
  expect(await shown()).toEqual(["broken.pdf"]);
  await at.page.getByText("Only in manuals/").waitFor();
  await at.page
    .locator("select:focus")
    .and(at.page.getByLabel("Status", { exact: true }))
    .waitFor();
  await row("broken.pdf").locator("a").focus();
  await press("Control+a");
  await at.page.getByText("1 source selected").waitFor();
  await at.page.getByLabel("Status", { exact: true }).selectOption("");
  await row("notes").waitFor();
  await at.page.getByRole("button", { name: "Language" }).click();
  await at.page.getByRole("menuitem", { name: "Deutsch" }).click();
  await tree()
    .or(at.page.getByRole("treegrid", { name: "Quellen" }))
    .getByRole("button", { name: "1 fehlgeschlagen" })
    .first()
    .click();
  await at.page.getByText("Nur in manuals/").waitFor();
});

test("keys go on while rows are on their way, the last menu can be reached, and a search begins at the top", async () => {
  addRows(at.world.dataDir, slug, Array(600).fill(null));
  await at.page.reload();
  await row("manuals").waitFor();
  await at.page.locator('[role=treegrid][aria-rowcount="603"]').waitFor();
  const held = await holdRequests(at.page, "**/sources?*offset=100*");
  await tree().locator("[data-main]").first().focus();
  const drawn = () => at.page.evaluate("new Promise((done) => requestAnimationFrame(() => setTimeout(done)))");
  const waiting = at.page.locator("[role=treegrid]:focus");
  for (let n = 0; n < 60 && (await waiting.count()) === 0; n++) await press("PageDown").then(drawn);
  expect(await waiting.count()).toBe(1);
  await press("ArrowDown");
  held.release();
  await at.page.locator("[role=row] :focus").waitFor();
  await press("End");
  await at.page.locator(`[aria-rowindex="603"] :focus`).waitFor();
  await tree()
    .locator('[aria-rowindex="603"]')
    .getByRole("button", { name: /^Actions for/ })
    .click();
  const isWithin = async () => {
    const menu = await at.page.getByRole("menuitem", { name: "Delete source" }).boundingBox();
    const list = await at.page.locator(".virtual-list").boundingBox();
    return menu!.y + menu!.height <= list!.y + list!.height + 1;
  };
  for (let n = 0; n < 60 && !(await isWithin()); n++) await drawn();
  expect(await isWithin()).toBe(true);
  await press("Escape");
  await at.page.getByLabel("Search sources").fill("Source 59");
  await tree().getByText("Source 599").waitFor();
  expect((await shown()).slice(0, 3)).toEqual(["Source 599", "Source 598", "Source 597"]);
});

test("what cannot be read again says why", async () => {
  const error = { message: "It is queued.", type: "conflict_error", code: "source_not_retryable", param: null };
  await at.page.route("**/retry", (route) => route.fulfill({ status: 409, json: { error } }));
  await row("plain.md").getByRole("checkbox").click();
  await at.page.getByRole("button", { name: "Read again" }).click();
  await at.page.getByText("1 source stayed as before. It is queued.").waitFor();
});

test("what is ready is read again as a new version", async () => {
  await row("manuals").getByRole("checkbox").click();
  await at.page.getByRole("button", { name: "Read again" }).click();
  await at.page.getByText("3 sources are read again.").waitFor();
  expect((await sources()).data.map(({ version }) => version)).toEqual([2, 2, 2, 1, 1, 1]);
});
