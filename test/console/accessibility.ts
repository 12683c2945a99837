/** What axe says against a page, by the rules of WCAG 2.2 AA. */
import { expect } from "bun:test";
import axe from "axe-core";
import type { Page } from "playwright-core";

const tags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];

export async function complaints(page: Page): Promise<readonly string[]> {
  // Injected through the debugger, past the page's policy, which allows no such thing.
  const client = await page.context().newCDPSession(page);
  await client.send("Runtime.evaluate", { expression: axe.source });
  const run = `axe.run({ runOnly: { type: "tag", values: ${JSON.stringify(tags)} } })`;
  const { violations, passes } = (await page.evaluate(run)) as axe.AxeResults;
  expect(passes.length).toBeGreaterThan(5);
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary}`),
  );
}
