/** What was read wrongly on a scan is corrected where it stands on the page, and answers use the correction. */
import { expect, test } from "bun:test";
import { SourceObject } from "../../src/api/source-schemas.ts";
import { scannedPdf } from "../support/documents/scanned-pdf.ts";
import { filterLines, filterPicture } from "../support/models/scan-packs.ts";
import { askingSteps } from "./asking-steps.ts";
import { consoleTest } from "./console-test.ts";
import { addScan, readingScans, scanSteps } from "./scan-steps.ts";

const at = consoleTest(undefined, readingScans);
const { askToEnd, answer } = askingSteps(at);
const { line, lineDialog, showLines, correct } = scanSteps(at);

const [asRead, second] = filterLines;
const corrected = "Replace the cartridge every six months.";
const correctedLines = () => at.page.locator(".scan-line.corrected");
const save = () => at.page.getByRole("button", { name: "Save the correction" });

/** An expert of its own with a scan, opened. @returns its slug */
async function openScan(name: string): Promise<string> {
  const slug = await at.world.expert(name);
  await addScan(at.world, slug);
  await at.opened.signIn(`/experts/${slug}/sources/${(await scanOf(slug)).id}`);
  return slug;
}

const scanOf = async (slug: string) =>
  (await at.world.request("GET", `/v1/experts/${slug}/sources`)).pageOf(SourceObject).data[0]!;

test("a line is corrected, saved as a version, and cited at its place on the page", async () => {
  const slug = await openScan("Garage");
  await showLines();
  const places = await at.page
    .locator(".scan-line")
    .evaluateAll((all) => all.map((each) => each.getAttribute("style")));
  await at.page.locator(".scan-line .doubtful").waitFor();
  await line(asRead).click();
  await lineDialog().getByText("The text in the picture.").waitFor();
  expect(await lineDialog().getByLabel("Text of the line").inputValue()).toBe(asRead);
  await at.page.keyboard.press("Escape");
  await lineDialog().waitFor({ state: "detached" });
  expect(await save().isDisabled()).toBe(true);

  await correct(asRead, corrected);
  await line(corrected).and(correctedLines()).waitFor();
  expect((await scanOf(slug)).version).toBe(1);
  await save().click();
  await at.page.getByLabel("Version", { exact: true }).waitFor();
  await line(corrected).and(correctedLines()).waitFor();
  expect(await correctedLines().count()).toBe(1);
  expect(await at.page.locator(".scan-line .doubtful").count()).toBe(0);
  expect(
    await at.page.locator(".scan-line").evaluateAll((all) => all.map((each) => each.getAttribute("style"))),
  ).toEqual(places);
  await line(corrected).click();
  await lineDialog().getByText(`Read at first: ${asRead}`).waitFor();
  await at.page.keyboard.press("Escape");
  expect(await scanOf(slug)).toMatchObject({ version: 2, answering_version: 2, status: "ready" });

  await askToEnd("How often must the cartridge be replaced?");
  await answer().getByText("Replace the cartridge every six months").waitFor();
  await answer().locator(".citation-mark").first().click();
  await at.page.locator('.pdf-page:has(mark) canvas[width]:not([width="0"])').waitFor();
  await at.page.locator(".pdf-page mark").waitFor();
  const [top, height] = await at.page
    .locator(".pdf-page mark")
    .evaluate(({ style }) => [style.top, style.height].map((share) => Number.parseFloat(share) / 100));
  // The line is drawn from 27 to 61 of 200 pixels.
  expect(top).toBeGreaterThan(0.05);
  expect(top! + height!).toBeLessThan(0.4);
});

test("corrections are discarded, and of several lines saved together", async () => {
  const slug = await openScan("Cellar");
  await showLines();
  await correct(asRead, "");
  await correctedLines().waitFor();
  await at.page.getByRole("button", { name: "Discard" }).click();
  await line(asRead).waitFor();
  expect(await correctedLines().count()).toBe(0);
  await correct(asRead, corrected);
  await correct(second, "Write the date on the green cover.");
  await at.page.getByRole("button", { name: "Save 2 corrections" }).click();
  await at.page.getByLabel("Version", { exact: true }).waitFor();
  const { id } = await scanOf(slug);
  expect((await at.world.request("GET", `/v1/experts/${slug}/sources/${id}/content`)).text).toBe(
    `${corrected} Write the date on the green cover.`,
  );
});

test("a correction of a version that was replaced meanwhile is refused, and stays to be read", async () => {
  const slug = await openScan("Attic");
  await showLines();
  await correct(asRead, corrected);
  const { id } = await scanOf(slug);
  const body = { version: 1, corrections: [{ page: 1, line: 2, text: "Write the time on the grey cover." }] };
  await at.page.route("**/corrections", async (route) => {
    await at.world.request("POST", `/v1/experts/${slug}/sources/${id}/corrections`, { body });
    await route.continue();
  });
  await save().click();
  await at.page.locator(".edits-bar .problem").getByText("cannot be corrected").waitFor();
  await line(corrected).and(correctedLines()).waitFor();
});

test("a key that may only ask corrects nothing", async () => {
  const slug = await openScan("Shed");
  const { id } = await scanOf(slug);
  await at.opened.context.clearCookies();
  await at.page.goto(`${at.world.origin}/experts/${slug}/sources/${id}`);
  await at.page.getByLabel("API key").fill(await at.world.key({ scopes: ["query"] }));
  await at.page.keyboard.press("Enter");
  await at.page.locator('.pdf-page canvas[width]:not([width="0"])').waitFor();
  expect(await at.page.getByRole("button", { name: "Correct the text that was read" }).count()).toBe(0);
});

test("a source that is ready without one of its pages is read again", async () => {
  const slug = await at.world.expert("Cellar");
  const picture = filterPicture("png");
  const scan = Buffer.from(scannedPdf([picture, picture])).toString("latin1");
  const last = scan.lastIndexOf(" /Length 21600");
  const half = `${scan.slice(0, last)} /Filter /JPXDecode${scan.slice(last)}`;
  await at.world.addSource(slug, Buffer.from(half, "latin1"), { filename: "half.pdf", external_id: "half.pdf" });
  expect((await scanOf(slug)).warnings.map(({ code, pages }) => [code, pages])).toEqual([
    ["pages_recognised", [1]],
    ["pages_not_read", [2]],
  ]);
  await at.opened.signIn(`/experts/${slug}`);
  await at.page.getByRole("button", { name: "Actions for half.pdf" }).click();
  const retried = at.page.waitForResponse(/\/retry$/);
  await at.page.getByRole("menuitem", { name: "Read again" }).click();
  expect((await retried).status()).toBe(200);
});
