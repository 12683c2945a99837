/** Later crawls of a site: what is kept in step, and what interrupts them. */
import { afterEach, describe, expect, test } from "bun:test";
import {
  abandonLane,
  closeSiteWorlds,
  crawled,
  link,
  openSiteWorld,
  siteRequest,
} from "../support/worlds/site-world.ts";

afterEach(closeSiteWorlds);

describe("a later crawl", () => {
  test("fetches what has changed, and makes it a new version", async () => {
    const world = openSiteWorld({
      "https://a.test/docs/": { body: link("a", "b"), etag: '"1"' },
      "https://a.test/docs/a": { body: "<p>A.</p>", etag: '"1"' },
      "https://a.test/docs/b": "<p>B.</p>",
    });
    const { again } = await crawled(world);
    world.web.requests.length = 0;
    world.web.pages.set("https://a.test/docs/a", { body: "<p>A, changed.</p>", etag: '"2"' });
    await again();
    expect(world.web.requests).toEqual([
      "https://a.test/robots.txt",
      "= https://a.test/docs/",
      "https://a.test/docs/a",
      "https://a.test/docs/b",
    ]);
    const all = { limit: 10, order: "asc" as const, after: null };
    const { items: sources } = await world.sources.list(world.expert, { status: null, externalId: null }, all);
    expect(sources.map(({ version }) => version)).toEqual([1, 2, 1]);
  });

  test("deletes the source of a page that is gone twice, and none while the site is down", async () => {
    const world = openSiteWorld({
      "https://a.test/docs/": link("a"),
      "https://a.test/docs/a": "<p>A.</p>",
    });
    const { again } = await crawled(world);
    world.web.pages.set("https://a.test/docs/", { fails: "down" });
    world.web.pages.set("https://a.test/docs/a", { fails: "gone" });
    expect([(await again()).status, (await again()).status, (await again()).status]).toEqual(Array(3).fill("failed"));
    expect(world.held()).toHaveLength(2);
    world.web.pages.set("https://a.test/docs/", { body: "<p>Nothing left.</p>" });
    world.web.pages.set("https://a.test/docs/a", { body: "<p>A.</p>" });
    await again();
    world.web.pages.set("https://a.test/docs/a", { fails: "gone" });
    await again();
    expect(world.held()).toHaveLength(2);
    await again();
    expect(world.held()).toEqual(["https://a.test/docs/"]);
  });

  test("keeps what somebody has changed of a page's source", async () => {
    const world = openSiteWorld({ "https://a.test/docs/": "<p>Start.</p>" });
    const { again } = await crawled(world);
    const { items } = await world.sources.list(
      world.expert,
      { status: null, externalId: null },
      { limit: 1, order: "asc", after: null },
    );
    await world.sources.update(world.expert, items[0]!.id, { metadata: { team: "ops" }, url: "https://b.test/" });
    await again();
    world.web.pages.set("https://a.test/docs/", { body: "<p>Start, changed.</p>" });
    await again();
    expect(await world.sources.find(world.expert, items[0]!.id)).toMatchObject({
      version: 2,
      metadata: { team: "ops" },
      url: "https://b.test/",
    });
  });

  test("does not read a page again whose source somebody deleted", async () => {
    const world = openSiteWorld({ "https://a.test/docs/": link("a"), "https://a.test/docs/a": "<p>A.</p>" });
    const { again } = await crawled(world);
    const all = { limit: 10, order: "asc" as const, after: null };
    const [, page] = (await world.sources.list(world.expert, { status: null, externalId: null }, all)).items;
    await world.sources.remove(world.expert, page!.id);
    expect((await again()).status).toBe("ready");
    expect(world.held()).toEqual(["https://a.test/docs/"]);
  });

  test("comes by itself when it is due", async () => {
    const world = openSiteWorld({ "https://a.test/docs/": "<p>Start.</p>" });
    const { site, lane, runner, sites } = await crawled(world, { everyHours: 2 });
    expect(site.nextAt).toBe(world.clock.now() + 2 * 3_600_000);
    lane.wake();
    expect(world.web.requests).toHaveLength(2);
    world.clock.advance(2 * 3_600_000);
    lane.wake();
    let next = site;
    while (next.crawledAt === site.crawledAt) {
      next = await world.settled({ lane, runner, sites }, await sites.find(world.expert, site.id));
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect([world.web.requests.length, next.crawledAt]).toEqual([4, world.clock.now()]);
  });
});

describe("an interrupted crawl", () => {
  const pages = {
    "https://a.test/docs/": link("a", "b"),
    "https://a.test/docs/a": "<p>A.</p>",
    "https://a.test/docs/b": "<p>B.</p>",
  };

  test("is continued by the next process where it stopped", async () => {
    const world = openSiteWorld(pages);
    const reached = Promise.withResolvers<void>();
    let rests = 0;
    const stuck = world.start(async () => {
      if (++rests < 2) return;
      reached.resolve();
      await Promise.withResolvers<never>().promise.catch(() => undefined);
    });
    const site = await world.add(stuck, siteRequest);
    await reached.promise;
    // The process ends here: nothing of it goes on.
    abandonLane();
    world.web.requests.length = 0;
    const next = world.start();
    expect(await world.settled(next, site)).toMatchObject({ status: "ready", counts: { sources: 3 } });
    expect(world.web.requests).toEqual(["https://a.test/robots.txt", "https://a.test/docs/b"]);
  });

  test("that was canceled keeps its pages, and goes on only when it is asked to", async () => {
    const world = openSiteWorld(pages);
    const reached = Promise.withResolvers<void>();
    const gate = Promise.withResolvers<void>();
    const slow = world.start(async () => {
      reached.resolve();
      await gate.promise;
    });
    const site = await world.add(slow, { ...siteRequest, everyHours: 1 });
    await reached.promise;
    const canceling = slow.sites.cancel(world.expert, site.id);
    gate.resolve();
    expect(await canceling).toMatchObject({ status: "canceled", nextAt: null, counts: { sources: 1 } });
    const resumed = await world.settled(slow, await slow.sites.crawl(world.expert, site.id));
    expect(resumed).toMatchObject({ status: "ready", counts: { sources: 3 } });
  });
});

test("a removed site is gone at once; the sources that it made follow, others stay", async () => {
  const world = openSiteWorld({ "https://a.test/docs/": link("a"), "https://a.test/docs/a": "<p>A.</p>" });
  const { expert, keyId, sources } = world;
  const facts = { type: "url" as const, title: null, filename: null, declaredType: null, metadata: null };
  const content = (async function* () {
    yield new TextEncoder().encode("<p>A, of mine.</p>");
  })();
  const url = "https://a.test/docs/a";
  const { source } = await sources.accept(expert, keyId, { ...facts, url, externalId: url, content });
  const { site, sites, runner } = await crawled(world);
  expect(site.counts.sources).toBe(1);
  expect(await sources.find(expert, source.id)).toMatchObject({ version: 1, keepers: ["api"] });
  await sites.remove(expert, site.id);
  expect(sites.find(expert, site.id)).rejects.toThrow("There is no site");
  await runner.look("site_removal");
  expect(world.held()).toEqual([url]);
  expect(world.store.nextRemoval()).toBeNull();
});

test("a crawl that another node cancels ends before its next page, and leaves the state to that node", async () => {
  const world = openSiteWorld({ "https://a.test/docs/": link("a"), "https://a.test/docs/a": "<p>A.</p>" });
  const reached = Promise.withResolvers<void>();
  const gate = Promise.withResolvers<void>();
  const slow = world.start(async () => {
    reached.resolve();
    await gate.promise;
  });
  const site = await world.add(slow, siteRequest);
  await reached.promise;
  await world.store.cancel(site, world.clock.now());
  gate.resolve();
  await slow.runner.stop();
  expect(world.store.byId(world.expert.id, site.id)).toMatchObject({ status: "canceled", crawledAt: null });
  expect(world.web.requests).not.toContain("https://a.test/docs/a");
});
