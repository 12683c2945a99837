/** Crawls over real storage, of a web that a test writes. */
import { createPageReader } from "../../../src/extraction/page-links.ts";
import type { ExpertId, WorkspaceId } from "../../../src/kernel/ids.ts";
import { silentLog } from "../../../src/kernel/log.ts";
import type { Page } from "../../../src/kernel/stores/page.ts";
import { robotsReader } from "../../../src/providers/robots-rules.ts";
import { createRunner } from "../../../src/runner/runner.ts";
import type { Site, SiteRequest } from "../../../src/sites/site.ts";
import { createSiteLane } from "../../../src/sites/site-lane.ts";
import { createSiteService } from "../../../src/sites/site-service.ts";
import { createKeepingService } from "../../../src/sources/keeping-service.ts";
import type { Source } from "../../../src/sources/source.ts";
import { replyStore } from "../../../src/store/reply-store.ts";
import { keeperStore } from "../../../src/store/sources/keeper-store.ts";
import { siteStore } from "../../../src/store/sources/site-store.ts";
import { storeInSqlite } from "../../../src/store/sqlite/store-dialect.ts";
import { extractionOf } from "../fakes/scripted-extractor.ts";
import { openPipelineWorld } from "./pipeline-world.ts";
import { type SmallWeb, smallWeb, type WebPage } from "./small-web.ts";

const toClose: (() => Promise<void> | void)[] = [];

/** Closes all worlds of a test. */
export async function closeSiteWorlds(): Promise<void> {
  for (const close of toClose.splice(0).reverse()) await close();
}

/** A process that ends without a word: its crawls are not stopped. */
export function abandonLane(): void {
  toClose.pop();
}

const never = new AbortController().signal;
export const siteRequest: SiteRequest = { url: "https://a.test/docs/", maxPages: 100, maxDepth: 3, everyHours: null };
/** Links of HTML. */
export const link = (...hrefs: string[]) => hrefs.map((href) => `<a href="${href}">${href}</a>`).join(" ");

export function openSiteWorld(pages: Readonly<Record<string, string | WebPage>>) {
  const world = openPipelineWorld();
  toClose.push(() => world.close());
  const { database, expert, experts, keyId, clock, ids } = world;
  const { sources, pipeline } = world.start({ extract: async (text) => extractionOf(text) });
  pipeline.start();
  toClose.push(() => pipeline.stop());
  const web = smallWeb(pages);
  const pauses: number[] = [];
  const store = siteStore(storeInSqlite(database));
  const perform = replyStore(storeInSqlite(database)).performOnce;
  const keepers = keeperStore(storeInSqlite(database));
  const keeping = createKeepingService({ store: keepers, sources, clock, log: silentLog, confirmed: () => undefined });
  const start = (pause: (milliseconds: number) => Promise<void> = async () => undefined, from: SmallWeb = web) => {
    const runner = createRunner({ log: silentLog });
    const parts = {
      store,
      sources,
      keeping,
      clock,
      fetcher: from,
      reader: createPageReader(),
      readRobots: robotsReader("docent"),
      expertOf: (workspaceId: WorkspaceId, id: ExpertId) => experts.lookUp({ workspaceId, expertIds: null }, id),
      log: silentLog,
      pause: async (milliseconds: number) => {
        pauses.push(milliseconds);
        await pause(milliseconds);
      },
    };
    const lane = createSiteLane(parts, runner);
    runner.start();
    toClose.push(() => runner.stop());
    return { lane, runner, sites: createSiteService({ store, lane, clock, ids, fetchesUrls: true }) };
  };
  const add = async ({ sites }: ReturnType<typeof start>, request: SiteRequest) => {
    const { write, committed } = sites.addition(expert, keyId, request);
    const site = await perform(write);
    committed();
    return site;
  };
  const settled = async ({ sites }: ReturnType<typeof start>, site: Site) =>
    sites.waitFor(expert, site, { milliseconds: 600_000, signal: never });
  const all = { limit: 100, order: "asc" as const, after: null };
  const listed = () => sources.list(expert, { status: null, externalId: null }, all) as Page<Source>; // SQLite: at once
  const held = () => listed().items.map(({ url }) => url ?? "");
  return { ...world, sources, keeping, web, pauses, store, start, add, settled, held, expert, keyId };
}

type SiteWorld = ReturnType<typeof openSiteWorld>;

/** Adds a site and waits for its crawl. */
export async function crawled(world: SiteWorld, wanted: Partial<SiteRequest> = {}) {
  const process = world.start();
  const added = await world.add(process, { ...siteRequest, ...wanted });
  const site = await world.settled(process, added);
  const again = async () => {
    world.clock.advance(1000);
    return world.settled(process, await process.sites.crawl(world.expert, site.id));
  };
  return { ...process, site, again };
}
