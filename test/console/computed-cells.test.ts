/** A computed answer in a browser: what was computed, its cells in a table, and the way from a cell to the source. */
import { expect, test } from "bun:test";
import { askingSteps } from "./asking-steps.ts";
import { consoleTest } from "./console-test.ts";

const spending = `# Spending

| Category | Month | Amount |
|---|---|---|
| Travel | January | €1,200.50 |
| Travel | February | €340.00 |
| Travel | March | on account |
| Office | January | €89.90 |
| Office | March | €70.10 |
`;

const parts = Array.from({ length: 24 }, (_, no) => `Measurement ${no}`);
const line = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
const wide = [
  "# Boilers",
  "",
  line(["Boiler", ...parts, "Deposit"]),
  line(["---", ...parts.map(() => "---"), "---"]),
  line(["Alba", ...parts, "310"]),
  line(["Borea", ...parts, "470"]),
].join("\n");

const at = consoleTest(async (world) => {
  await world.expert("Accounts", { Spending: spending });
  await world.expert("Wide", { Boilers: wide });
});
const { askToEnd, answer } = askingSteps(at);

test("the cells of a computed answer are a table, each a link to its place", async () => {
  await at.opened.signIn("/experts/accounts");
  await askToEnd("What is the total amount for Travel?");
  expect(await answer().textContent()).toContain("Travel, Amount: 1,540.50 €");
  const computation = at.page.locator("details.computation").last();
  expect(await computation.locator("summary").textContent()).toBe("Sum computed from 2 cells");
  expect(await computation.locator("table").isVisible()).toBe(false);

  await computation.locator("summary").click();
  await computation.locator("table").waitFor();
  const rows = await computation.locator("tr").allInnerTexts();
  expect(rows.map((row) => row.split(/\s*\t\s*/))).toEqual([
    ["Row", "Amount"],
    ["1", "€1,200.50"],
    ["2", "€340.00"],
  ]);
  expect(await computation.locator("td mark").allTextContents()).toEqual(["€1,200.50", "€340.00"]);
  expect(await computation.locator("p").textContent()).toContain("on account");
  const box = await computation.locator("table").boundingBox();
  expect(box!.x + box!.width).toBeLessThanOrEqual(1440);

  await computation.getByRole("link", { name: "€340.00" }).click();
  await at.page.locator(".source-text mark").waitFor();
  expect(await at.page.locator(".source-text mark").allTextContents()).toEqual(["€340.00"]);
});

test("the highest row is marked among those that it was compared with, on a narrow page too", async () => {
  await at.page.setViewportSize({ width: 390, height: 800 });
  await at.opened.signIn("/experts/accounts");
  await askToEnd("Which month has the highest amount for Office?");
  const computation = at.page.locator("details.computation").last();
  await computation.locator("summary").click();
  expect(await computation.locator("mark").allTextContents()).toContain("January");
  const width = await at.page.evaluate("document.documentElement.scrollWidth");
  expect(width).toBeLessThanOrEqual(390);
});

test("in a wide table, the cell that answers is in view, not only the name of its row", async () => {
  await at.opened.signIn("/experts/wide");
  await askToEnd("Tell me about the deposit for Borea");
  const hrefs = await at.page
    .locator(".answer .citation-mark")
    .evaluateAll((all) => all.slice(-2).map((each) => each.getAttribute("href") ?? ""));
  const [name, cell] = hrefs.map((href) => new URL(href, at.world.origin));
  const end = Number(name!.search.split("-").at(-1));
  cell!.search = cell!.search.replace("at=", `at=${end - "Borea".length}-${end},`);
  await at.page.goto(cell!.href);
  const mark = at.page.locator(".source-text mark");
  await mark.last().waitFor();
  expect(await mark.allTextContents()).toEqual(["Borea", "470"]);
  const [shown, frame] = [await mark.last().boundingBox(), await at.page.locator(".text-table").boundingBox()];
  expect(shown!.x).toBeGreaterThan(frame!.x);
  expect(shown!.x + shown!.width).toBeLessThanOrEqual(frame!.x + frame!.width);
});
