/** What crawls are promised by the place where sites and their pages are kept. */
import { afterEach, describe, expect, test } from "bun:test";
import type { ExpertId, KeyId, SiteId, SourceId } from "../../src/kernel/ids.ts";
import type { SiteStore } from "../../src/sites/ports.ts";
import type { SitePage } from "../../src/sites/site.ts";
import { storeInPostgres } from "../../src/store/postgres/store-dialect.ts";
import { siteStore } from "../../src/store/sources/site-store.ts";
import { openOriginalFiles } from "../../src/store/sqlite/folder/original-files.ts";
import { ingestQueueRows } from "../../src/store/sqlite/rows/ingest-queue-rows.ts";
import { storeInSqlite } from "../../src/store/sqlite/store-dialect.ts";
import { overPostgres } from "../support/worlds/postgres-world.ts";
import { makersInPostgres, sourceRows } from "../support/worlds/source-makers.ts";
import {
  addVersion,
  closeSubjects,
  expert,
  home,
  overDatabase,
  overPostgresServer,
  type SourceSubject,
} from "../support/worlds/source-stores.ts";

afterEach(closeSubjects);

const start = "https://a.test/docs/";
const now = 1000;
let made = 0;

function worldOf(subject: SourceSubject, store: SiteStore) {
  const add = (more: { maxPages?: number; everyHours?: number | null } = {}) => {
    const limits = { maxPages: 10, maxDepth: 2, everyHours: null, ...more };
    const facts = { workspaceId: home, expertId: expert, keyId: "key_1" as KeyId, url: start, scope: start, ...limits };
    const id = `site_${String(++made).padStart(6, "0")}` as SiteId;
    return subject.perform(store.addition({ ...facts, id }, now));
  };
  /** Takes the site that is due and begins its crawl. */
  const begin = async () => {
    const site = (await store.due(now, none))!;
    await store.begin(site, now);
    return site;
  };
  return { subject, store, add, begin };
}

const none = new Set<number>();
const nothing = { status: "read" as const, message: null };
const otherExpert = "exp_boats" as ExpertId;

const overSqlite = async () => {
  const subject = overDatabase({ sourceRows, ingestQueueRows, openOriginalFiles });
  return worldOf(subject, siteStore(storeInSqlite(subject.database)));
};
const overServer = async () => {
  const subject = await overPostgresServer(makersInPostgres);
  return worldOf(subject, siteStore(storeInPostgres(subject.database, "node a")));
};

const subjects = [["the database", overSqlite], ...overPostgres(overServer)] as const;

describe.each(subjects)("SiteStore: %s", (_name, open) => {
  test("a site that was added is due, once for those who leave out what they have", async () => {
    const { store, add } = await open();
    const site = await add();
    expect(site).toMatchObject({ status: "queued", failure: null, counts: { found: 0, sources: 0 } });
    expect(await store.byId(expert, site.id)).toEqual(site);
    expect(await store.byId(otherExpert, site.id)).toBeNull();
    expect((await store.due(now, none))?.id).toBe(site.id);
    expect(await store.due(now, new Set([site.no]))).toBeNull();
    expect(await store.list(expert, { limit: 1, order: "asc", after: null })).toMatchObject({ totalCount: 1 });
  });

  test("a list is cut into pages, in both orders", async () => {
    const { store, add } = await open();
    const ids = [await add(), await add(), await add()].map(({ id }) => id);
    const first = await store.list(expert, { limit: 2, order: "asc", after: null });
    expect([first.items.map(({ id }) => id), first.hasMore, first.totalCount]).toEqual([ids.slice(0, 2), true, 3]);
    const rest = await store.list(expert, { limit: 2, order: "desc", after: ids[1]! });
    expect([rest.items.map(({ id }) => id), rest.hasMore]).toEqual([[ids[0]!], false]);
  });

  test("a crawl visits sources first, then pages by their distance, each address once", async () => {
    const { store, add, begin } = await open();
    await add();
    const site = await begin();
    const visit = async (result: Partial<Parameters<typeof store.settle>[1]> = {}): Promise<string> => {
      const page = (await store.nextPage(site)) as SitePage;
      await store.settle(page, { ...nothing, ...result });
      return page.url;
    };
    expect(await visit()).toBe(start);
    await store.addPages(site, [`${start}far`], 2);
    await store.addPages(site, [`${start}a`, `${start}b`, `${start}a`, start], 1);
    expect([await visit(), await visit(), await visit()]).toEqual([`${start}a`, `${start}b`, `${start}far`]);
    expect(await store.nextPage(site)).toBeNull();
    await store.end(site, { status: "ready", failure: null, at: now });
    await store.queue(site, now);
    await begin();
    expect((await store.nextPage(site))?.url).toBe(start);
  });

  test("the progress of a crawl is that of its pages, and begins anew with the next crawl", async () => {
    const { store, add, begin } = await open();
    await add();
    const site = await begin();
    await store.addPages(site, [`${start}a`, `${start}b`], 1);
    const visit = async (status: "read" | "failed") => {
      const page = (await store.nextPage(site)) as SitePage;
      await store.settle(page, { status, message: null });
    };
    await visit("read");
    await visit("failed");
    expect(await store.progress(site)).toEqual({ read: 1, failed: 1, waiting: 1 });
    await visit("read");
    await store.end(site, { status: "ready", failure: null, at: now });
    await store.queue(site, now);
    await begin();
    expect(await store.progress(site)).toEqual({ waiting: 3 });
  });

  test("addresses are taken up to a bound", async () => {
    const { store, add, begin } = await open();
    await add({ maxPages: 1 });
    const site = await begin();
    const found = async () => (await store.byId(expert, site.id))?.counts.found;
    const addresses = Array.from({ length: 2000 }, (_, i) => `${start}${i}`);
    await store.addPages(site, addresses, 1);
    expect(await found()).toBe(505);
    await store.addPages(site, [`${start}late`], 1);
    expect(await found()).toBe(505);
    await store.end(site, { status: "ready", failure: null, at: now });
    expect(await found()).toBe(0);
  });

  test("an end makes the next crawl due by the clock, and only where it is asked for", async () => {
    const { store, add, begin } = await open();
    await add({ everyHours: 1 });
    const hourly = await begin();
    await store.end(hourly, { status: "failed", failure: "It rains.", at: now });
    expect(await store.due(now, none)).toBeNull();
    expect(await store.due(now + 3_600_000, none)).toMatchObject({ id: hourly.id, failure: "It rains." });
    await store.cancel(hourly, now);
    expect(await store.due(now + 3_600_000, none)).toBeNull();
    expect([await store.queue(hourly, now), await store.queue(hourly, now)]).toEqual([true, false]);
    await store.rescope(hourly, "https://b.test/");
    expect(await store.due(now, none)).toMatchObject({ scope: "https://b.test/", status: "queued" });
  });

  test("a crawl is held until it is canceled or its site removed; what it has not visited is forgotten", async () => {
    const { store, add, begin } = await open();
    await add();
    const site = await begin();
    await store.addPages(site, [`${start}a`], 1);
    expect([await store.hold(site), (await store.byId(expert, site.id))?.counts.found]).toEqual([true, 2]);
    await store.cancel(site, now);
    expect(await store.hold(site)).toBe(false);
    await store.end(site, { status: "ready", failure: null, at: now });
    expect(await store.byId(expert, site.id)).toMatchObject({ status: "canceled", counts: { found: 0 } });
    await store.leave(site);
    await store.queue(site, now);
    const again = await begin();
    expect([again.id, await store.hold(again)]).toEqual([site.id, true]);
    await store.hide(again);
    expect(await store.hold(again)).toBe(false);
  });

  test("a page counts as missing in a row, and a source that was deleted elsewhere is told", async () => {
    const { subject, store, add, begin } = await open();
    const site = await add();
    const { source } = await addVersion(subject, "A page of pumps.", { keeper: site.id });
    const crawl = async (status: "read" | "gone" | "failed") => {
      await store.queue(site, now);
      await begin();
      const page = (await store.nextPage(site)) as SitePage;
      const held = status === "read" ? { source: source.id, sha256: "ab" } : {};
      await store.settle(page, { status, message: null, ...held });
      await store.end(site, { status: "ready", failure: null, at: now });
    };
    for (const status of ["read", "gone", "failed", "read", "gone"] as const) await crawl(status);
    expect(await store.missing(site, 2)).toEqual([]);
    await crawl("gone");
    expect(await store.missing(site, 2)).toEqual([source.id]);
    await store.queue(site, now);
    await begin();
    await subject.store.remove(source);
    expect(await store.nextPage(site)).toMatchObject({ sourceId: source.id, isWithdrawn: true });
    expect(await store.missing(site, 2)).toEqual([]);
    await store.detach(site, source.id);
    expect(await store.nextPage(site)).toMatchObject({ sourceId: null, isWithdrawn: false });
  });

  test("a page with the same bytes as a source of the site is found", async () => {
    const { store, add, begin } = await open();
    await add();
    const site = await begin();
    const first = (await store.nextPage(site)) as SitePage;
    await store.settle(first, { ...nothing, source: "src_1" as SourceId, sha256: "ab" });
    await store.addPages(site, [`${start}copy`], 1);
    const copy = (await store.nextPage(site)) as SitePage;
    const twins = [store.twin(site, copy, "ab"), store.twin(site, copy, "cd"), store.twin(site, first, "ab")];
    expect(await Promise.all(twins)).toEqual([start, null, null]);
  });

  test("a hidden site is deleted source by source, then as a whole", async () => {
    const { store, add, begin } = await open();
    await add();
    const site = await begin();
    const source = "src_1" as SourceId;
    const page = (await store.nextPage(site)) as SitePage;
    await store.settle(page, { ...nothing, source });
    expect(await store.nextRemoval()).toBeNull();
    await store.hide(site);
    expect([await store.byId(expert, site.id), await store.due(now, none)]).toEqual([null, null]);
    expect(await store.nextRemoval()).toMatchObject({ site: { id: site.id }, source });
    await store.detach(site, source);
    expect(await store.nextRemoval()).toMatchObject({ source: null });
    await store.drop(site);
    expect(await store.nextRemoval()).toBeNull();
  });
});
