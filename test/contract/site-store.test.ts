/** What crawls are promised by the place where sites and their pages are kept. */
import { afterEach, describe, expect, test } from "bun:test";
import type { SitePage } from "../../src/sites/site.ts";
import { replyRows } from "../../src/storage/rows/reply-rows.ts";
import { siteRows } from "../../src/storage/sites/site-rows.ts";
import { extractionOf } from "../support/fakes/scripted-extractor.ts";
import { openPipelineWorld } from "../support/worlds/pipeline-world.ts";

const open: { close(): void }[] = [];
afterEach(() => {
  for (const each of open.splice(0)) each.close();
});

const start = "https://a.test/docs/";

function overDatabase() {
  const world = openPipelineWorld();
  open.push(world);
  const store = siteRows(world.database);
  const add = (more: { maxPages?: number; everyHours?: number | null } = {}) => {
    const { id: expertId, workspaceId } = world.expert;
    const limits = { maxPages: 10, maxDepth: 2, everyHours: null, ...more };
    const facts = { workspaceId, expertId, keyId: world.keyId, url: start, scope: start, ...limits };
    const addition = store.addition({ ...facts, id: world.ids.mint("site") }, world.clock.now());
    return replyRows(world.database).performOnce(addition);
  };
  return { ...world, store, add, now: world.clock.now() };
}

const none = new Set<number>();
const nothing = { status: "read" as const, message: null };

describe("SiteStore: rows", () => {
  test("a site that was added is due, once for those who leave out what they have", async () => {
    const { store, add, expert, otherExpert, now } = overDatabase();
    const site = await add();
    expect(site).toMatchObject({ status: "queued", failure: null, counts: { found: 0, sources: 0 } });
    expect(store.byId(expert.id, site.id)).toEqual(site);
    expect(store.byId(otherExpert.id, site.id)).toBeNull();
    expect(store.due(now, none)?.id).toBe(site.id);
    expect(store.due(now, new Set([site.no]))).toBeNull();
    expect(store.list(expert.id, { limit: 1, order: "asc", after: null })).toMatchObject({ totalCount: 1 });
  });

  test("a crawl visits sources first, then pages by their distance, each address once", async () => {
    const { store, add, now } = overDatabase();
    const site = await add();
    store.begin(site, now);
    const visit = (result: Partial<Parameters<typeof store.settle>[1]> = {}): string => {
      const page = store.nextPage(site) as SitePage;
      store.settle(page, { ...nothing, ...result });
      return page.url;
    };
    expect(visit()).toBe(start);
    store.addPages(site, [`${start}far`], 2);
    store.addPages(site, [`${start}a`, `${start}b`, `${start}a`, start], 1);
    expect([visit(), visit(), visit()]).toEqual([`${start}a`, `${start}b`, `${start}far`]);
    expect(store.nextPage(site)).toBeNull();
    store.end(site, { status: "ready", failure: null, at: now });
    store.queue(site, now);
    store.begin(site, now);
    expect(store.nextPage(site)?.url).toBe(start);
  });

  test("addresses are taken up to a bound", async () => {
    const { store, add, expert, now } = overDatabase();
    const site = await add({ maxPages: 1 });
    store.begin(site, now);
    store.addPages(
      site,
      [...Array(2000).keys()].map((i) => `${start}${i}`),
      1,
    );
    expect(store.byId(expert.id, site.id)?.counts.found).toBe(505);
    store.addPages(site, [`${start}late`], 1);
    expect(store.byId(expert.id, site.id)?.counts.found).toBe(505);
    store.end(site, { status: "ready", failure: null, at: now });
    expect(store.byId(expert.id, site.id)?.counts.found).toBe(0);
  });

  test("an end makes the next crawl due by the clock, and only where it is asked for", async () => {
    const { store, add, now } = overDatabase();
    const hourly = await add({ everyHours: 1 });
    store.begin(hourly, now);
    store.end(hourly, { status: "failed", failure: "It rains.", at: now });
    expect(store.due(now, none)).toBeNull();
    expect(store.due(now + 3_600_000, none)).toMatchObject({ id: hourly.id, failure: "It rains." });
    store.cancel(hourly, now);
    expect(store.due(now + 3_600_000, none)).toBeNull();
    expect([store.queue(hourly, now), store.queue(hourly, now)]).toEqual([true, false]);
    store.rescope(hourly, "https://b.test/");
    expect(store.due(now, none)).toMatchObject({ scope: "https://b.test/", status: "queued" });
  });

  test("a page counts as missing in a row, and a source that was deleted elsewhere is told", async () => {
    const { store, add, now, start: startProcess, expert } = overDatabase();
    const { add: addSource, sources, pipeline } = startProcess({ extract: async (text) => extractionOf(text) });
    const source = await addSource("A page of pumps.");
    const site = await add();
    const crawl = (status: "read" | "gone" | "failed") => {
      store.queue(site, now);
      store.begin(site, now);
      const page = store.nextPage(site) as SitePage;
      const held = status === "read" ? { source: { id: source.id, isOwn: true }, sha256: "ab" } : {};
      store.settle(page, { status, message: null, ...held });
      store.end(site, { status: "ready", failure: null, at: now });
    };
    for (const status of ["read", "gone", "failed", "read", "gone"] as const) crawl(status);
    expect(store.missing(site, 2)).toEqual([]);
    crawl("gone");
    expect(store.missing(site, 2)).toMatchObject([{ sourceId: source.id, isWithdrawn: false }]);
    await sources.remove(expert, source.id);
    expect(store.missing(site, 2)).toMatchObject([{ sourceId: source.id, isWithdrawn: true }]);
    store.detach(site, source.id);
    expect(store.missing(site, 2)).toEqual([]);
    await pipeline.stop();
  });

  test("a page with the same bytes as a source of the site is found", async () => {
    const { store, add, now, ids } = overDatabase();
    const site = await add();
    store.begin(site, now);
    const first = store.nextPage(site) as SitePage;
    store.settle(first, { ...nothing, source: { id: ids.mint("source"), isOwn: true }, sha256: "ab" });
    store.addPages(site, [`${start}copy`], 1);
    const copy = store.nextPage(site) as SitePage;
    expect([store.twin(site, copy, "ab"), store.twin(site, copy, "cd"), store.twin(site, first, "ab")]).toEqual([
      start,
      null,
      null,
    ]);
  });

  test("a hidden site is deleted source by source, then as a whole", async () => {
    const { store, add, now, ids, expert } = overDatabase();
    const site = await add();
    store.begin(site, now);
    const source = ids.mint("source");
    store.settle(store.nextPage(site) as SitePage, { ...nothing, source: { id: source, isOwn: true } });
    expect(store.nextRemoval()).toBeNull();
    store.hide(site);
    expect([store.byId(expert.id, site.id), store.due(now, none)]).toEqual([null, null]);
    expect(store.nextRemoval()).toMatchObject({ site: { id: site.id }, source });
    store.detach(site, source);
    expect(store.nextRemoval()).toMatchObject({ source: null });
    store.drop(site);
    expect(store.nextRemoval()).toBeNull();
  });
});
