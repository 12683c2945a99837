/** What looks like the end of a site and is none: nothing of it is done before a person confirms it. */
import { afterEach, describe, expect, test } from "bun:test";
import type { SourceId } from "../../src/kernel/ids.ts";
import { closeSiteWorlds, crawled, link, openSiteWorld } from "../support/worlds/site-world.ts";

afterEach(closeSiteWorlds);

const start = "https://a.test/docs/";
const names = Array.from({ length: 25 }, (_, i) => `p${i}`);
const words = ["valve", "pump", "filter", "gasket", "sensor", "relay", "boiler", "chiller", "damper", "burner"];

/** A page whose words are hardly those of another, in the frame of the site. */
const page = (i: number) =>
  `<nav>Home Docs Contact</nav><p>${Array.from({ length: 30 }, (_, n) => `${words[(i + n) % 10]}${"abcdefghij"[(i * 7 + n) % 10]}${"klmnopqrstuvwxyz"[(i + n) % 16]}`).join(" ")}</p>`;
const repaired = (i: number) =>
  `<nav>Home Docs Contact</nav><p>The site is being repaired. Come back soon. Request ${i * 7919}.</p>`;

const wholeSite = () =>
  openSiteWorld({
    [start]: link(...names),
    ...Object.fromEntries(names.map((name, i) => [`${start}${name}`, page(i)])),
  });

type World = ReturnType<typeof wholeSite>;
const listed = (world: World) =>
  world.sources.list(world.expert, { status: null, externalId: null }, { limit: 100, order: "asc", after: null });
const versionsOf = async (world: World) => (await listed(world)).items.map(({ version }) => version);
const heldOf = async (world: World) => (await world.keeping.list(world.expert))[0]?.held;

describe("404 for all but the start page", () => {
  const lose = (world: World) => {
    for (const name of names) world.web.pages.set(start + name, { fails: "gone" });
  };

  test("deletes nothing until it is confirmed, however many crawls find it", async () => {
    const world = wholeSite();
    const { again, site } = await crawled(world);
    lose(world);
    for (let crawls = 0; crawls < 3; crawls++) expect((await again()).status).toBe("ready");
    expect(world.held()).toHaveLength(26);
    expect(await heldOf(world)).toMatchObject({ changes: [], confirmedAt: null, since: expect.any(Number) });
    expect((await heldOf(world))?.deletions).toHaveLength(25);
    expect(await world.keeping.waiting()).toEqual([
      `25 deletions by ${site.id} in ${world.expert.id} wait for a confirmation`,
    ]);
    await world.keeping.confirm(world.expert, site.id);
    await again();
    expect(world.held()).toEqual([start]);
    expect([await heldOf(world), await world.keeping.waiting()]).toEqual([null, []]);
  });

  test("is forgotten when the pages are back", async () => {
    const world = wholeSite();
    const { again } = await crawled(world);
    lose(world);
    await again();
    await again();
    for (const [i, name] of names.entries()) world.web.pages.set(start + name, { body: page(i) });
    await again();
    expect([world.held().length, await heldOf(world)]).toEqual([26, null]);
  });

  test("leaves the sources to the API when it is dismissed", async () => {
    const world = wholeSite();
    const { again, site } = await crawled(world);
    lose(world);
    await again();
    await again();
    await world.keeping.dismiss(world.expert, site.id);
    await again();
    expect([world.held().length, await heldOf(world)]).toEqual([26, null]);
    const { items } = await listed(world);
    expect(items.map(({ keepers }) => keepers)).toEqual([[site.id], ...Array(25).fill(["api"])]);
    expect(world.keeping.dismiss(world.expert, site.id)).rejects.toMatchObject({ code: "nothing_held" });
  });

  test("counts over a day, a few pages a crawl", async () => {
    const world = wholeSite();
    const { again } = await crawled(world);
    for (const some of [names.slice(0, 5), names.slice(5, 10)]) {
      for (const name of some) world.web.pages.set(start + name, { fails: "gone" });
      await again();
      await again();
    }
    expect(world.held()).toHaveLength(21);
    expect((await heldOf(world))?.deletions).toHaveLength(5);
    world.clock.advance(86_400_000);
    await again();
    expect(world.held()).toHaveLength(16);
  });
});

describe("a page of repair with status 200 for every page", () => {
  const repair = (world: World) => {
    for (const [i, name] of names.entries()) world.web.pages.set(start + name, { body: repaired(i) });
  };

  test("replaces nothing, and goes by itself", async () => {
    const world = wholeSite();
    const { again } = await crawled(world);
    repair(world);
    await again();
    await again();
    expect(await versionsOf(world)).toEqual(Array(26).fill(1));
    expect((await heldOf(world))?.changes).toHaveLength(25);
    for (const [i, name] of names.entries()) world.web.pages.set(start + name, { body: page(i) });
    await again();
    expect([await versionsOf(world), await heldOf(world)]).toEqual([Array(26).fill(1), null]);
  });

  test("replaces the sources once it is confirmed, and what was there can be put back", async () => {
    const world = wholeSite();
    const { again, site } = await crawled(world);
    repair(world);
    await again();
    await world.keeping.confirm(world.expert, site.id);
    await again();
    expect(await versionsOf(world)).toEqual([1, ...Array(25).fill(2)]);
    expect(await heldOf(world)).toBeNull();
    const { items } = await listed(world);
    const before = (await world.sources.versions(items[1]!)).at(-1)!;
    const back = await world.sources.putBack(world.expert, world.keyId, { id: items[1]!.id, version: 1 });
    expect(back.source).toMatchObject({
      version: 3,
      sha256: before.sha256,
      title: items[1]!.title,
      keepers: [site.id],
    });
    expect(await new Response(await world.sources.original(back.source)).text()).toBe(page(0));
    const missing = { id: items[1]!.id, version: 9 };
    expect(world.sources.putBack(world.expert, world.keyId, missing)).rejects.toMatchObject({
      code: "source_not_found",
    });
  });

  test("the same bytes everywhere are as suspicious", async () => {
    const world = wholeSite();
    const { again } = await crawled(world);
    for (const name of names) world.web.pages.set(start + name, { body: "<p>Soon.</p>" });
    await again();
    expect(await versionsOf(world)).toEqual(Array(26).fill(1));
  });

  test("a site that was rewritten is read at once", async () => {
    const world = wholeSite();
    const { again } = await crawled(world);
    for (const [i, name] of names.entries()) world.web.pages.set(start + name, { body: page(i + 40) });
    await again();
    expect([await versionsOf(world), await heldOf(world)]).toEqual([[1, ...Array(25).fill(2)], null]);
  });

  test("pages of one pattern that all get the same new line are read at once", async () => {
    const pattern = (i: number, line: string) => `<p>${words.join(" ")} ${line}</p><p>${page(i).slice(40, 70)}</p>`;
    const world = openSiteWorld({
      [start]: link(...names),
      ...Object.fromEntries(names.map((name, i) => [`${start}${name}`, pattern(i, "old")])),
    });
    const { again } = await crawled(world);
    for (const [i, name] of names.entries()) world.web.pages.set(start + name, { body: pattern(i, "new") });
    await again();
    expect(await versionsOf(world)).toEqual([1, ...Array(25).fill(2)]);
  });
});

describe("two sites that share pages", () => {
  test("removing the first leaves what the second keeps", async () => {
    const world = openSiteWorld({
      [start]: link("a"),
      [`${start}a`]: "<p>A.</p>",
      "https://a.test/": link("docs/a"),
    });
    const first = await crawled(world);
    const second = await crawled(world, { url: "https://a.test/" });
    expect(second.site.counts.sources).toBe(2);
    await first.sites.remove(world.expert, first.site.id);
    await first.runner.look("site_removal");
    const { items } = await listed(world);
    expect(items.map(({ url, keepers }) => [url, keepers])).toEqual([
      [`${start}a`, [second.site.id]],
      ["https://a.test/", [second.site.id]],
    ]);
  });
});

test("the source of a page that also came over the API is not the site's to change or delete", async () => {
  const world = openSiteWorld({ [start]: link("a"), [`${start}a`]: "<p>A.</p>" });
  const content = (async function* () {
    yield new TextEncoder().encode("<p>A.</p>");
  })();
  const facts = { type: "url" as const, title: null, filename: null, declaredType: null, metadata: { mine: true } };
  const added = { ...facts, url: null, externalId: `${start}a`, content };
  const { source } = await world.sources.accept(world.expert, world.keyId, added);
  const { again, site } = await crawled(world);
  expect(await world.sources.find(world.expert, source.id)).toMatchObject({
    keepers: ["api", site.id],
    metadata: { mine: true },
  });
  world.web.pages.set(`${start}a`, { body: "<p>A, changed.</p>" });
  await again();
  world.web.pages.set(`${start}a`, { fails: "gone" });
  await again();
  await again();
  expect(await world.sources.find(world.expert, source.id as SourceId)).toMatchObject({ version: 1, keepers: ["api"] });
});
