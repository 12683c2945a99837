/** The life of sites: added, listed, crawled again, canceled, removed. */
import type { Expert } from "../experts/expert.ts";
import type { Clock } from "../kernel/clock.ts";
import { Fault, invalidParameter } from "../kernel/fault.ts";
import { type IdMint, isId, type KeyId } from "../kernel/ids.ts";
import type { Page, PageRequest } from "../kernel/page.ts";
import type { Write } from "../kernel/stores/write.ts";
import { scopeOf } from "./crawl-scope.ts";
import type { SiteStore } from "./ports.ts";
import type { Site, SiteRequest } from "./site.ts";
import type { SiteLane } from "./site-lane.ts";

export interface SiteService {
  /** Adds a site, which then waits to be crawled. @throws Fault `invalid_parameter`, `url_sources_disabled` */
  addition(expert: Expert, key: KeyId, request: SiteRequest): SiteAddition;
  /** @throws Fault `site_not_found` */
  find(expert: Expert, id: string): Site;
  list(expert: Expert, page: PageRequest): Page<Site>;
  /** The site once its crawl has ended or `milliseconds` have passed. */
  waitFor(expert: Expert, site: Site, wait: { milliseconds: number; signal: AbortSignal }): Promise<Site>;
  /** Requests another crawl; does nothing while one waits or runs. @throws Fault `site_not_found` */
  crawl(expert: Expert, id: string): Site;
  /** Ends its crawl, and the schedule until the next one that is asked for. @throws Fault `site_not_found` */
  cancel(expert: Expert, id: string): Promise<Site>;
  /** Hides it at once; the sources that it created are deleted soon after. @throws Fault `site_not_found` */
  remove(expert: Expert, id: string): Promise<Site>;
}

export interface SiteAddition {
  readonly write: Write<Site>;
  /** The site is written. */
  committed(): void;
}

interface SiteServiceParts {
  readonly store: SiteStore;
  readonly lane: SiteLane;
  readonly clock: Clock;
  readonly ids: IdMint;
  readonly fetchesUrls: boolean;
}

export function createSiteService({ store, lane, clock, ids, fetchesUrls }: SiteServiceParts): SiteService {
  const find = (expert: Expert, id: string): Site => {
    const site = isId("site", id) ? store.byId(expert.id, id) : null;
    if (site !== null) return site;
    throw new Fault("site_not_found", `There is no site "${id}" in the expert "${expert.slug}".`, {
      hint: `GET /v1/experts/${expert.slug}/sites lists them.`,
    });
  };
  const refuseOffline = () => {
    if (!fetchesUrls) throw offline();
  };
  return {
    addition: (expert, keyId, request) => {
      refuseOffline();
      const url = startOf(request.url);
      const facts = { ...request, url, scope: scopeOf(url), keyId };
      const { workspaceId, id: expertId } = expert;
      const write = store.addition({ ...facts, id: ids.mint("site"), workspaceId, expertId }, clock.now());
      return { write, committed: lane.wake };
    },
    find,
    list: (expert, page) => store.list(expert.id, page),
    waitFor: async (expert, site, { milliseconds, signal }) => {
      if (milliseconds === 0) return site;
      await lane.ended(site, milliseconds, signal);
      return find(expert, site.id);
    },
    crawl: (expert, id) => {
      refuseOffline();
      store.queue(find(expert, id), clock.now());
      lane.wake();
      return find(expert, id);
    },
    cancel: async (expert, id) => {
      const site = find(expert, id);
      await lane.interrupt(site);
      store.cancel(site, clock.now());
      return find(expert, id);
    },
    remove: async (expert, id) => {
      const site = find(expert, id);
      store.hide(site);
      await lane.interrupt(site);
      lane.wake();
      return site;
    },
  };
}

/** @throws Fault `invalid_parameter` */
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
