import type { ExpertService } from "../experts/expert-service.ts";
import { createPageReader } from "../extraction/page-links.ts";
import { isId } from "../kernel/ids.ts";
import { robotsReader } from "../providers/robots-rules.ts";
import { createSiteLane, type SiteLaneParts } from "../sites/site-lane.ts";
import { createSiteService } from "../sites/site-service.ts";
import { createKeepingService } from "../sources/keeping-service.ts";
import type { SourceService } from "../sources/source-service.ts";
import type { Foundation } from "./foundation.ts";
import { pageFetcherFor } from "./http-side.ts";

export function composeCrawls(foundation: Foundation, experts: ExpertService, sources: SourceService) {
  const { config, stores, clock, ids, log, runner } = foundation;
  const store = stores.sites;
  const keeping = createKeepingService({
    store: stores.keepers,
    sources,
    clock,
    log,
    confirmed: async (expert, keeper) => {
      const site = isId("site", keeper) && !config.offline ? await store.byId(expert.id, keeper) : null;
      if (site === null) return;
      await store.queue(site, clock.now());
      runner.wake("crawls");
    },
  });
  const web = { fetcher: pageFetcherFor(config), reader: createPageReader(), readRobots: robotsReader("docent") };
  const expertOf: SiteLaneParts["expertOf"] = (workspaceId, id) => experts.lookUp({ workspaceId, expertIds: null }, id);
  const lane = createSiteLane({ ...web, store, sources, keeping, expertOf, clock, log }, runner);
  const service = createSiteService({ store, lane, clock, ids, fetchesUrls: !config.offline });
  return { keeping, service };
}
