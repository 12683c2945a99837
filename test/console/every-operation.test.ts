/** The page that describes the API, for screen readers and the keyboard: light and dark it looks the same. */
import { expect, test } from "bun:test";
import { complaints } from "./accessibility.ts";
import { consoleTest } from "./console-test.ts";

const at = consoleTest();

test.each([390, 1280])("axe finds nothing, an operation being open, %i pixels wide", async (width) => {
  await at.page.setViewportSize({ width, height: 860 });
  await at.page.goto(`${at.world.origin}/docs`);
  const operation = at.page.locator("#operations-Experts-createExpert");
  await operation.locator(".opblock-summary-control").click();
  await operation.locator(".opblock-body pre").first().waitFor();
  expect(await complaints(at.page)).toEqual([]);
});
