/** Sites in one PostgreSQL, crawled by several nodes. */
import { afterEach, expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import type { KeyId, SiteId, WorkspaceId } from "../../src/kernel/ids.ts";
import { storeInPostgres } from "../../src/store/postgres/store-dialect.ts";
import { replyStore } from "../../src/store/reply-store.ts";
import { siteStore } from "../../src/store/sources/site-store.ts";
import { openPostgresPassages } from "../support/worlds/postgres-passages.ts";

const toClose: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of toClose.splice(0)) await close();
});

const none = new Set<number>();
const now = 1000;

async function world() {
  const { database, expert, close } = await openPostgresPassages();
  toClose.push(close);
  const nodes = ["a", "b", "c"].map((node) => siteStore(storeInPostgres(database, node)));
  const [mine, other] = [nodes[0]!, nodes[1]!];
  let made = 0;
  return {
    nodes,
    mine,
    other,
    expert,
    add: () => {
      const place = { workspaceId: "ws_home" as WorkspaceId, expertId: expert, keyId: "key_test" as KeyId };
      const facts = { url: "https://a.test/", scope: "https://a.test/", maxPages: 9, maxDepth: 2, everyHours: null };
      const id = `site_${++made}` as SiteId;
      return replyStore(storeInPostgres(database, "node")).performOnce(mine.addition({ ...place, ...facts, id }, now));
    },
    endLeases: () => database.transact(async (orm) => void (await orm.execute(sql`UPDATE leases SET until = 0`))),
  };
}

test("each site is given to one node", async () => {
  const { nodes, add } = await world();
  for (let i = 0; i < 6; i++) await add();
  const taken: number[] = [];
  const takeAll = async (node: (typeof nodes)[number]) => {
    for (let site = await node.due(now, none); site !== null; site = await node.due(now, new Set(taken))) {
      taken.push(site.no);
      await node.begin(site, now);
    }
  };
  await Promise.all(nodes.map(takeAll));
  expect(taken).toHaveLength(6);
  expect(new Set(taken).size).toBe(6);
});

test("another node continues the crawl of a node that is gone, which then changes nothing any more", async () => {
  const { mine, other, add, endLeases, expert } = await world();
  const { id } = await add();
  const site = (await mine.due(now, none))!;
  await mine.begin(site, now);
  await mine.addPages(site, ["https://a.test/next"], 1);
  await mine.settle((await mine.nextPage(site))!, { status: "read", message: null });
  expect(await other.due(now, none)).toBeNull();
  await endLeases();
  expect(await mine.hold(site)).toBe(true);
  expect(await other.due(now, none)).toBeNull();
  await endLeases();
  const continued = (await other.due(now, none))!;
  await other.begin(continued, now);
  expect(await mine.hold(site)).toBe(false);
  await mine.begin(site, now);
  await mine.end(site, { status: "failed", failure: "It was late.", at: now });
  await mine.leave(site);
  expect((await other.nextPage(continued))?.url).toBe("https://a.test/next");
  expect([continued.id, await other.hold(continued)]).toEqual([id, true]);
  await other.end(continued, { status: "ready", failure: null, at: now });
  expect(await mine.byId(expert, id)).toMatchObject({ status: "ready", failure: null });
});

test("a node that stops leaves its crawl to the others at once", async () => {
  const { mine, other, add } = await world();
  await add();
  const site = (await mine.due(now, none))!;
  await mine.begin(site, now);
  await mine.leave(site);
  expect((await other.due(now, none))?.no).toBe(site.no);
});
