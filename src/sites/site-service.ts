import type { Expert } from "../experts/expert.ts";
import type { Clock } from "../kernel/clock.ts";
import { Fault, invalidParameter } from "../kernel/fault.ts";
import { type IdMint, isId, type KeyId } from "../kernel/ids.ts";
import type { PageRequest } from "../kernel/stores/page.ts";
import { scopeOf } from "./crawl-scope.ts";
import type { SiteStore } from "./ports.ts";
import type { Site, SiteRequest } from "./site.ts";
import type { SiteLane } from "./site-lane.ts";

export type SiteService = ReturnType<typeof createSiteService>;

interface SiteServiceParts {
  readonly store: SiteStore;
  readonly lane: SiteLane;
  readonly clock: Clock;
  readonly ids: IdMint;
  readonly fetchesUrls: boolean;
}

const lookEvery = 200;

export function createSiteService({ store, lane, clock, ids, fetchesUrls }: SiteServiceParts) {
  const find = async (expert: Expert, id: string): Promise<Site> =>
    (isId("site", id) ? await store.byId(expert.id, id) : null) ?? unknown(expert, id);
  const refuseOffline = () => {
    if (!fetchesUrls) throw offline();
  };
  return {
    /** Adds a site, which then waits to be crawled. @throws Fault `invalid_parameter`, `url_sources_disabled` */
    addition: (expert: Expert, keyId: KeyId, request: SiteRequest) => {
      refuseOffline();
      const url = startOf(request.url);
      const facts = { ...request, url, scope: scopeOf(url), keyId };
      const { workspaceId, id: expertId } = expert;
      const write = store.addition({ ...facts, id: ids.mint("site"), workspaceId, expertId }, clock.now());
      return { write, committed: lane.wake };
    },
    find,
    list: (expert: Expert, page: PageRequest) => store.list(expert.id, page),
    waitFor: async (expert: Expert, site: Site, wait: { milliseconds: number; signal: AbortSignal }) => {
      const end = performance.now() + wait.milliseconds;
      const left = () => (wait.signal.aborted ? 0 : end - performance.now());
      let now = site;
      while (isUnderWay(now) && left() > 0) {
        await lane.ended(now, Math.min(left(), lookEvery), wait.signal);
        now = await find(expert, site.id);
      }
      return now;
    },
    /** Does nothing while a crawl waits or runs. @throws Fault `site_not_found` */
    crawl: async (expert: Expert, id: string) => {
      refuseOffline();
      await store.queue(await find(expert, id), clock.now());
      const site = await find(expert, id);
      lane.wake();
      return site;
    },
    ...endings(find, { store, lane, clock }),
  };
}

function endings(
  find: (expert: Expert, id: string) => Promise<Site>,
  { store, lane, clock }: Pick<SiteServiceParts, "store" | "lane" | "clock">,
) {
  return {
    /** Also pauses the schedule until the next requested crawl. @throws Fault `site_not_found` */
    cancel: async (expert: Expert, id: string) => {
      const site = await find(expert, id);
      await lane.interrupt(site);
      await store.cancel(site, clock.now());
      return find(expert, id);
    },
    /** Hides it at once; its sources are deleted soon after. @throws Fault `site_not_found` */
    remove: async (expert: Expert, id: string) => {
      const site = await find(expert, id);
      await store.hide(site);
      await lane.interrupt(site);
      lane.wake();
      return site;
    },
  };
}

function unknown({ slug }: Expert, id: string): never {
  throw new Fault("site_not_found", `There is no site "${id}" in the expert "${slug}".`, {
    hint: `GET /v1/experts/${slug}/sites lists them.`,
  });
}

function isUnderWay({ status }: Site): boolean {
  return status === "queued" || status === "processing";
}

function startOf(text: string): string {
  const url = URL.parse(text);
  if (url === null) throw invalidParameter("url", '"url" must be an http or https address.');
  if (url.username !== "" || url.password !== "")
    throw invalidParameter("url", '"url" must not hold a user name: it would be shown in citations.');
  url.hash = "";
  return url.href;
}

function offline(): Fault {
  return new Fault("url_sources_disabled", "This service is set to offline, so it does not fetch sites.", {
    param: "url",
    hint: "Download the pages and send them as files.",
  });
}
