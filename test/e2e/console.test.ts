/** The console of the executable: the printed address, and its doctor in a separate process. */
import { afterAll, expect, setDefaultTimeout, test } from "bun:test";
import { join } from "node:path";
import { SourceObject } from "../../src/api/source-schemas.ts";
import { startChromium } from "../console/chromium.ts";
import { openBench } from "../support/binary.ts";
import { filesIn } from "../support/data-tree.ts";

setDefaultTimeout(240_000);
const bench = openBench();
afterAll(() => bench.clean());

test("the printed key signs in, and the doctor finds the damage", async () => {
  const dataDir = bench.folder();
  const service = await bench.start({ dataDir, env: { DOCENT_OFFLINE: "true" } });
  await service.request("POST", "/v1/experts", { name: "Pumps" });
  const path = "/v1/experts/pumps/sources";
  let source = (await service.request("POST", path, { text: "The pump is blue.", title: "Pump" })).as(SourceObject);
  while (source.status !== "ready")
    source = (await service.request("GET", `${path}/${source.id}?wait=60`)).as(SourceObject);
  const originals = join(dataDir, "originals");
  for (const name of Object.keys(filesIn(originals))) await Bun.write(join(originals, name), "something else");

  const address = /Console {2}(\S+)/.exec(service.greeting)?.[1] ?? "";
  expect(address).toBe(`${service.address}/`);
  const browser = await startChromium();
  const page = await browser.newPage();
  page.setDefaultTimeout(120_000);
  await page.goto(address);
  await page.getByLabel("API key").fill(service.key);
  await page.keyboard.press("Enter");
  await page.getByRole("link", { name: "System" }).click();
  await page.getByRole("row").filter({ hasText: "DOCENT_OFFLINE" }).getByText("true").waitFor();
  await page.getByRole("button", { name: "Check now" }).click();
  await page.locator(".finding.damage").filter({ hasText: "original" }).first().waitFor();
  await page.locator(".finding.fine").first().waitFor();
  await browser.close();
  expect(await service.terminate()).toBe(0);
});
