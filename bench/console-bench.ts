/**
 * The console with many sources, in a real Chromium: when the page is first painted and the tree of sources shown, and
 * how long what a person does in it takes, by the browser's own event timing. Beside it stands the processor time that
 * the page itself needed from one input to the next, which does not depend on what else the machine does.
 * `--sources 20000`
 */
import { parseArgs } from "node:util";
import type { CDPSession } from "playwright-core";
import { openPage } from "../test/console/browser-page.ts";
import { startChromium } from "../test/console/chromium.ts";
import { startConsoleWorld } from "../test/console/console-world.ts";
import { addRows } from "../test/console/many-sources.ts";

const { values } = parseArgs({ options: { sources: { type: "string", default: "20000" } } });
const count = Number(values.sources);
const world = await startConsoleWorld();
const browser = await startChromium();

/** Half of them in one folder, half in 70 below 10. */
const pathOf = (no: number) => `${no % 2 === 0 ? `area ${no % 20}/part ${no % 7}/` : "all/"}${no}.md`;

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
addRows(
  world.dataDir,
  slug,
  Array.from({ length: count }, (_, no) => pathOf(no)),
);
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

interface TraceEvent {
  readonly name: string;
  readonly ph: string;
  readonly pid: number;
  readonly tid: number;
  /** Microseconds; `tdur` is processor time. */
  readonly ts: number;
  readonly tdur?: number;
  readonly args?: { readonly data?: { readonly type?: string } };
}

/** @returns milliseconds of the page's main thread from each input to the next */
async function processorTimes(client: CDPSession, act: () => Promise<unknown>): Promise<readonly number[]> {
  const events: TraceEvent[] = [];
  const collect = ({ value }: { readonly value: readonly object[] }) =>
    void events.push(...(value as readonly TraceEvent[]));
  client.on("Tracing.dataCollected", collect);
  const traceConfig = { includedCategories: ["toplevel", "devtools.timeline"] };
  await client.send("Tracing.start", { transferMode: "ReportEvents", traceConfig });
  await act();
  const complete = new Promise((resolve) => client.once("Tracing.tracingComplete", resolve));
  await client.send("Tracing.end");
  await complete;
  client.off("Tracing.dataCollected", collect);
  const isInput = ({ name, args }: TraceEvent) =>
    name === "EventDispatch" && /^(?:keydown|pointerdown)$/.test(args?.data?.type ?? "");
  const inputs = events.filter(isInput).toSorted((a, b) => a.ts - b.ts);
  const isTask = ({ name, ph, pid, tid }: TraceEvent) =>
    ph === "X" && name === "ThreadControllerImpl::RunTask" && pid === inputs[0]?.pid && tid === inputs[0]?.tid;
  const times = inputs.map(() => 0);
  for (const { ts, tdur = 0 } of events.filter(isTask)) {
    // The task of an input begins before the input is dispatched in it.
    const at = inputs.findLastIndex((input) => input.ts <= ts + tdur);
    if (at >= 0) times[at]! += tdur / 1000;
  }
  return times;
}

const client = await page.context().newCDPSession(page);
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
    await page.keyboard.type("Source 199");
  },
};
for (const [name, act] of Object.entries(steps)) {
  await page.evaluate("window.seen.events = []");
  const own = await processorTimes(client, async () => {
    await act();
    await page.waitForTimeout(400);
  });
  const events = (await page.evaluate("window.seen.events")) as [string, number][];
  const slowest = Math.max(0, ...events.map(([, duration]) => duration));
  const shownSlowest = slowest === 0 ? "below 16" : String(slowest);
  const [most, usual] = [Math.max(0, ...own).toFixed(0), middle(own)];
  console.log(
    `${name}: slowest interaction ${shownSlowest} ms; own processor time at most ${most}, median ${usual} ms`,
  );
}
await opened.close();
await browser.close();
await world.close();
process.exit(0);
