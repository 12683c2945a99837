/** Crawls of sites over real storage: what is visited, and what becomes a source. */
import { afterEach, describe, expect, test } from "bun:test";
import { closeSiteWorlds, crawled, link, openSiteWorld } from "../support/worlds/site-world.ts";
import type { WebPage } from "../support/worlds/small-web.ts";

afterEach(closeSiteWorlds);

describe("a crawl", () => {
  test("reads the pages below the folder of the start address, each as a source", async () => {
    const world = openSiteWorld({
      "https://a.test/docs/": link("pump.html", "../about.html", "https://b.test/docs/", "logo.png", "pump.html#part"),
      "https://a.test/docs/pump.html": `<p>Pumps.</p> ${link("deep/seal")}`,
      "https://a.test/docs/deep/seal": "<p>Seals.</p>",
      "https://a.test/about.html": "<p>About us.</p>",
    });
    const { site } = await crawled(world);
    expect(site).toMatchObject({
      status: "ready",
      failure: null,
      counts: { found: 3, visited: 3, sources: 3, failed: 0 },
    });
    expect(world.held()).toEqual([
      "https://a.test/docs/",
      "https://a.test/docs/pump.html",
      "https://a.test/docs/deep/seal",
    ]);
    expect(world.web.requests[0]).toBe("https://a.test/robots.txt");
    const everything = { limit: 10, order: "asc", after: null } as const;
    const [, pump] = (await world.sources.list(world.expert, { status: null, externalId: null }, everything)).items;
    expect(pump).toMatchObject({ type: "url", externalId: pump!.url, metadata: { site: site.id } });
  });

  test("waits a second between requests, or as long as robots.txt asks for", async () => {
    const pages = { "https://a.test/docs/": link("x"), "https://a.test/docs/x": "<p>x</p>" };
    const usual = openSiteWorld(pages);
    await crawled(usual);
    expect(usual.pauses).toEqual([1000]);
    const slow = openSiteWorld({
      ...pages,
      "https://a.test/robots.txt": { type: "text/plain", body: "User-agent: *\nCrawl-delay: 7" },
    });
    await crawled(slow);
    expect(slow.pauses).toEqual([7000]);
  });

  test("ends at the number of pages and of links that was asked for", async () => {
    const pages = Object.fromEntries(
      [...Array(10).keys()].map((i) => [`https://a.test/docs/${i || ""}`, `<p>Page ${i}.</p> ${link(`${i + 1}`)}`]),
    );
    const few = openSiteWorld(pages);
    expect((await crawled(few, { maxPages: 4, maxDepth: 20 })).site.counts).toMatchObject({ found: 4, sources: 4 });
    const near = openSiteWorld(pages);
    expect((await crawled(near, { maxDepth: 2 })).site.counts).toMatchObject({ found: 3, sources: 3 });
    const alone = openSiteWorld(pages);
    expect((await crawled(alone, { maxDepth: 0 })).site.counts).toMatchObject({ found: 1, sources: 1 });
  });

  test("does not read what robots.txt, the page or a link excludes", async () => {
    const world = openSiteWorld({
      "https://a.test/robots.txt": { type: "text/plain", body: "User-agent: docent\nDisallow: /docs/private" },
      "https://a.test/docs/": `${link("private/a", "hidden", "header", "dead-end")} <a rel="nofollow" href="ad">ad</a>`,
      "https://a.test/docs/private/a": "<p>Private.</p>",
      "https://a.test/docs/hidden": `<meta name="robots" content="noindex"> ${link("from-hidden")}`,
      "https://a.test/docs/from-hidden": "<p>Found from a page that is not kept.</p>",
      "https://a.test/docs/header": { body: "<p>Header.</p>", robots: "noindex" },
      "https://a.test/docs/dead-end": `<meta name="robots" content="nofollow"><p>End.</p> ${link("behind")}`,
      "https://a.test/docs/behind": "<p>Behind.</p>",
      "https://a.test/docs/ad": "<p>Ad.</p>",
    });
    await crawled(world);
    expect(world.held()).toEqual([
      "https://a.test/docs/",
      "https://a.test/docs/dead-end",
      "https://a.test/docs/from-hidden",
    ]);
    expect(world.web.requests).not.toContain("https://a.test/docs/private/a");
  });

  test("reads the pages in a sitemap and in sitemaps that it names, wherever they are on the host, and no others", async () => {
    const map = (inner: string, root: string) => ({
      type: "application/xml",
      body: `<?xml?><${root}>${inner}</${root}>`,
    });
    const world = openSiteWorld({
      "https://a.test/maps/index.xml": map("<sitemap><loc>https://a.test/maps/2.xml</loc></sitemap>", "sitemapindex"),
      "https://a.test/maps/2.xml": map(
        "<url><loc> https://a.test/one?a=1&amp;b=2 </loc></url><url><loc>https://other.test/</loc></url>",
        "urlset",
      ),
      "https://a.test/one?a=1&b=2": `<p>One.</p> ${link("/two")}`,
      "https://a.test/two": "<p>Two, which is not in the sitemap.</p>",
    });
    const { site } = await crawled(world, { url: "https://a.test/maps/index.xml" });
    expect([site.status, world.held()]).toEqual(["ready", ["https://a.test/one?a=1&b=2"]]);
  });

  test("follows redirects inside the site, and its start address anywhere", async () => {
    const world = openSiteWorld({
      "https://a.test/docs/": { to: "https://www.a.test/manual/index.html" },
      "https://www.a.test/manual/index.html": `<p>Manual.</p> ${link("old", "away", "secret")}`,
      "https://www.a.test/manual/old": { to: "https://www.a.test/manual/new" },
      "https://www.a.test/manual/new": "<p>New.</p>",
      "https://www.a.test/manual/away": { to: "https://elsewhere.test/" },
      "https://elsewhere.test/": "<p>Elsewhere.</p>",
      "https://www.a.test/manual/secret": "<p>Secret.</p>",
      "https://www.a.test/robots.txt": { type: "text/plain", body: "User-agent: *\nDisallow: /manual/secret" },
    });
    await crawled(world);
    expect(world.held()).toEqual(["https://www.a.test/manual/index.html", "https://www.a.test/manual/new"]);
  });

  test("keeps one of several pages with the same bytes, and the canonical one of several queries", async () => {
    const world = openSiteWorld({
      "https://a.test/docs/": link("index.html", "list?page=1&session=9"),
      "https://a.test/docs/index.html": link("index.html", "list?page=1&session=9"),
      "https://a.test/docs/list?page=1&session=9": '<link rel="canonical" href="/docs/list?page=1"><p>List.</p>',
      "https://a.test/docs/list?page=1": '<link rel="canonical" href="/docs/list?page=1"><p>List.</p>',
    });
    await crawled(world);
    expect(world.held()).toEqual(["https://a.test/docs/", "https://a.test/docs/list?page=1"]);
  });

  test("does not take over a source of somebody else that has the address as its external id", async () => {
    const world = openSiteWorld({ "https://a.test/docs/": "<p>The page.</p>" });
    const { sources, expert, keyId } = world;
    const facts = { type: "text" as const, title: null, url: null, filename: null, declaredType: null, metadata: null };
    const content = (async function* () {
      yield new TextEncoder().encode("My own note about it.");
    })();
    const mine = await sources.accept(expert, keyId, { ...facts, externalId: "https://a.test/docs/", content });
    const { site } = await crawled(world);
    expect(site.counts).toMatchObject({ sources: 0 });
    expect(sources.find(expert, mine.source.id)).toMatchObject({ version: 1, type: "text" });
  });
});

describe("a crawl that cannot go on says why", () => {
  const cases: readonly (readonly [string, Readonly<Record<string, string | WebPage>>, string])[] = [
    [
      "robots.txt",
      { "https://a.test/robots.txt": { fails: "down" } },
      "robots.txt could not be read, so nothing may be.",
    ],
    ["the start address", { "https://a.test/docs/": { fails: "down" } }, "a.test answered 503. Try again later."],
    ["nothing there", {}, "No page of a.test could be read."],
    [
      "everything excluded",
      { "https://a.test/robots.txt": { type: "text/plain", body: "User-agent: *\nDisallow: /" } },
      "whether its robots.txt allows it.",
    ],
  ];
  test.each(cases)("%s", async (_name, pages, message) => {
    const { site } = await crawled(openSiteWorld(pages));
    expect(site).toMatchObject({ status: "failed", failure: expect.stringContaining(message) });
  });
});
