/** Files dropped onto the window of the console. */
import { expect, test } from "bun:test";
import { ExpertObject } from "../../src/api/expert-schemas.ts";
import { SourceObject } from "../../src/api/source-schemas.ts";
import { nameForFiles } from "../../src/console/experts/expert-state.ts";
import { consoleTest } from "./console-test.ts";

const at = consoleTest(async (world) => {
  await world.expert("Manual", { "Pump manual": "The pump weighs 14 kilograms." });
});

const transferOf = (files: Readonly<Record<string, string>>) =>
  at.page.evaluateHandle(`(() => {
    const data = new DataTransfer();
    for (const [name, text] of Object.entries(${JSON.stringify(files)})) data.items.add(new File([text], name));
    return data;
  })()`);

/** As a browser does when files are dragged over the page and let go there. */
async function drop(files: Readonly<Record<string, string>>): Promise<void> {
  const transfer = await transferOf(files);
  await at.page.dispatchEvent("body", "dragenter", { dataTransfer: transfer });
  await at.page.locator(".drop-here").waitFor();
  await at.page.dispatchEvent("body", "drop", { dataTransfer: transfer });
  await at.page.locator(".drop-here").waitFor({ state: "detached" });
}

test("files dropped beside the list are added to the expert that is open", async () => {
  await at.opened.signIn("/experts/manual");
  await at.page.getByText("Pump manual").first().waitFor();
  await drop({ "filters.md": "# Filters\n\nThe filter is changed every six months." });
  await at.page.getByRole("row").filter({ hasText: "Filters" }).first().waitFor();
  const { data } = (await at.world.request("GET", "/v1/experts/manual/sources?limit=10")).pageOf(SourceObject);
  expect(data.map(({ filename }) => filename)).toContain("filters.md");
});

test("files dropped where no expert is open become a new one, which is shown", async () => {
  await at.opened.signIn("/");
  await drop({
    "coffee_machine.md": "# Coffee machine\n\nThe tank holds two litres.",
    "kettle.md": "# Kettle\n\nIt is blue.",
  });
  await at.page.getByRole("heading", { name: "coffee machine" }).waitFor();
  await at.page.getByText("2 files were uploaded.").waitFor();
  const { data } = (await at.world.request("GET", "/v1/experts?limit=10")).pageOf(ExpertObject);
  expect(data.map(({ name, source_counts }) => [name, source_counts.total])).toContainEqual(["coffee machine", 2]);
});

const manyFiles = { "one.md": "# One\n\nThe first.", "two.md": "# Two\n\nThe second." };

test("files that an expert has already lead to it, whatever it is called by now, or make another", async () => {
  await at.opened.signIn("/");
  await drop(manyFiles);
  await at.page.getByText("2 files were uploaded.").waitFor();
  await at.world.request("PATCH", "/v1/experts/one", { body: { name: "Numbers" } });
  const names = async () =>
    (await at.world.request("GET", "/v1/experts?limit=20"))
      .pageOf(ExpertObject)
      .data.map(({ name }) => name)
      .filter((name) => /^(?:Numbers|one|two)$/.test(name));
  await at.opened.signIn("/");
  await at.page.getByRole("main").getByText("Numbers").waitFor();
  await drop(manyFiles);
  const dialog = at.page.getByRole("dialog", { name: "“Numbers” has these files already" });
  await dialog.getByRole("button", { name: "Open “Numbers”" }).click();
  await at.page.getByRole("heading", { name: "Numbers" }).waitFor();
  expect(await names()).toEqual(["Numbers"]);

  await at.opened.signIn("/");
  await drop({ "two.md": "# Two\n\nNot the 2nd." });
  await at.page.getByRole("heading", { name: "two" }).waitFor();
  await at.opened.signIn("/");
  await at.page.getByRole("button", { name: "Language" }).click();
  await at.page.getByRole("menuitem", { name: "Deutsch" }).click();
  await drop({ "one.md": manyFiles["one.md"] });
  const german = at.page.getByRole("dialog", { name: "„Numbers“ hat diese Datei schon" });
  await german.getByRole("button", { name: "Trotzdem einen neuen Experten machen" }).click();
  await at.page.getByRole("heading", { name: "one" }).waitFor();
  expect((await names()).toSorted()).toEqual(["Numbers", "one", "two"]);
});

test("a key that may only ask can drop nothing", async () => {
  const key = await at.world.key({ scopes: ["query"] });
  await at.page.goto(`${at.world.origin}/experts/manual`);
  await at.page.getByLabel("API key").fill(key);
  await at.page.keyboard.press("Enter");
  await at.page.getByText("Pump manual").first().waitFor();
  const transfer = await transferOf({ "x.md": "x" });
  await at.page.dispatchEvent("body", "dragenter", { dataTransfer: transfer });
  expect(await at.page.locator(".drop-here").count()).toBe(0);
});

test.each([
  [["manuals/pump/a.pdf", "manuals/b.pdf"], "manuals"],
  [["annual_report-2025.pdf"], "annual report 2025"],
  [["one/a.md", "two/b.md"], "a"],
  [["._"], "._"],
])("an expert made of %p is called %p", (paths, name) => {
  expect(nameForFiles(paths)).toBe(name);
});
