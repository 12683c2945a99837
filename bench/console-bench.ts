/**
 * The console with many sources, in a real Chromium: when the page is first painted and the tree of sources shown, and
 * how long what a person does in it takes, by the browser's own event timing. `--sources 20000`
 */
import { parseArgs } from "node:util";
import { openPage } from "../test/console/browser-page.ts";
import { startChromium } from "../test/console/chromium.ts";
import { startConsoleWorld } from "../test/console/console-world.ts";

const { values } = parseArgs({ options: { sources: { type: "string", default: "20000" } } });
const count = Number(values.sources);
const world = await startConsoleWorld();
const browser = await startChromium();

async function fill(slug: string): Promise<void> {
  for (let from = 0; from < count; from += 100) {
    const sources = Array.from({ length: Math.min(100, count - from) }, (_, at) => {
      const no = from + at;
      const folder = no % 2 === 0 ? `area ${no % 20}/part ${no % 7}/` : "all/";
      return { text: `Note ${no} says what part ${no} weighs.`, title: `Note ${no}`, external_id: `${folder}${no}.md` };
    });
    const { status } = await world.request("POST", `/v1/experts/${slug}/sources/batch`, { body: { sources } });
    if (status >= 300) throw new Error(`adding sources: ${status}`);
  }
  for (;;) {
    const { source_counts } = (await world.request("GET", `/v1/experts/${slug}`)).json as {
      source_counts: { ready: number };
    };
    console.log(`${source_counts.ready} of ${count} read`);
    if (source_counts.ready === count) return;
    await Bun.sleep(5000);
  }
}

const observer = `
  window.seen = { events: [], tree: 0 };
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries())
      if (entry.interactionId > 0) window.seen.events.push([entry.name, entry.duration]);
  }).observe({ type: "event", durationThreshold: 16, buffered: true });
  new MutationObserver((_, self) => {
    if (document.querySelector(".source-title") === null) return;
    self.disconnect();
    requestAnimationFrame(() => (window.seen.tree = performance.now()));
  }).observe(document, { childList: true, subtree: true });`;

const slug = await world.expert("Big");
await fill(slug);
const opened = await openPage(browser, world);
const { page } = opened;
await page.addInitScript(observer);
await opened.signIn("/");
const tree = page.getByRole("treegrid");
const painted: number[] = [];
const shown: number[] = [];
for (let turn = 0; turn < 7; turn++) {
  await page.goto(`${world.origin}/experts/${slug}`);
  await tree.getByRole("row").first().waitFor();
  await page.waitForFunction("window.seen.tree > 0");
  const at = (await page.evaluate(
    `[performance.getEntriesByName("first-contentful-paint")[0].startTime, window.seen.tree]`,
  )) as [number, number];
  painted.push(at[0]);
  shown.push(at[1]);
}
const middle = (all: readonly number[]) => all.toSorted((a, b) => a - b)[Math.floor(all.length / 2)]!.toFixed(0);
console.log(`first paint ${middle(painted)} ms, tree shown ${middle(shown)} ms (medians of ${painted.length})`);

const steps: Readonly<Record<string, () => Promise<unknown>>> = {
  "open a folder of 10,000": () => page.getByRole("row").filter({ hasText: "all" }).getByRole("button").click(),
  "arrow down, 30 times": async () => {
    for (let n = 0; n < 30; n++) await page.keyboard.press("ArrowDown");
  },
  End: () => page.keyboard.press("End"),
  Home: () => page.keyboard.press("Home"),
  "select all": () => page.keyboard.press("Control+a"),
  "select by Shift, 20 rows": async () => {
    await page.keyboard.press("Escape");
    for (let n = 0; n < 20; n++) await page.keyboard.press("Shift+ArrowDown");
  },
  "page down, 20 times": async () => {
    for (let n = 0; n < 20; n++) await page.keyboard.press("PageDown");
  },
  "search as one types": async () => {
    await page.getByLabel("Search sources").click();
    await page.keyboard.type("Note 199");
  },
};
for (const [name, act] of Object.entries(steps)) {
  await page.evaluate("window.seen.events = []");
  await act();
  await page.waitForTimeout(400);
  const events = (await page.evaluate("window.seen.events")) as [string, number][];
  const slowest = Math.max(0, ...events.map(([, duration]) => duration));
  console.log(`${name}: slowest interaction ${slowest === 0 ? "below 16" : slowest} ms`);
}
await opened.close();
await browser.close();
await world.close();
process.exit(0);
