import type { Static } from "@sinclair/typebox";
import { heldView } from "../../api/keeper-schemas.ts";
import { deletedView, listView, pageRequestFrom } from "../../api/native-views.ts";
import { listQuery } from "../../api/schema-parts.ts";
import { DeletedSite, NewSite, SiteList, SiteObject, siteRequestFrom } from "../../api/site-schemas.ts";
import { SourceQuery } from "../../api/source-schemas.ts";
import type { Expert } from "../../experts/expert.ts";
import { timestamp } from "../../kernel/clock.ts";
import type { KeyId } from "../../kernel/ids.ts";
import type { Site, SiteRequest } from "../../sites/site.ts";
import type { SiteService } from "../../sites/site-service.ts";
import type { HeldChange } from "../../sources/mass-change.ts";
import { readStoredJson } from "../body/request-body.ts";
import type { RepeatableReply, RepeatableTask } from "../edge/idempotency.ts";
import { routesOf } from "../route.ts";
import { reading } from "./source-content-routes.ts";

const route = routesOf("Sites");
const SiteListQuery = listQuery("site");
const notFound = ["expert_not_found", "site_not_found"] as const;

interface NewSiteTask {
  readonly expert: Expert;
  readonly keyId: KeyId;
  readonly site: SiteRequest;
  readonly waiting: { readonly milliseconds: number; readonly signal: AbortSignal };
}

export function addingTask(sites: SiteService, { expert, keyId, site, waiting }: NewSiteTask): RepeatableTask<Site> {
  return {
    fingerprinted: site,
    begin: () => sites.addition(expert, keyId, site),
    reply: replyTo,
    settled: async (added) => replyTo(await sites.waitFor(expert, added, waiting)),
  };
}

function replyTo(site: Site): RepeatableReply {
  const status = site.status === "ready" ? 201 : 202;
  return { status, location: `/v1/experts/${site.expertId}/sites/${site.id}`, body: siteView(site) };
}

function siteView(site: Site, held: HeldChange | null = null): Static<typeof SiteObject> {
  const { found, visited, sources, failed } = site.counts;
  const percent = found === 0 ? 0 : Math.floor((100 * visited) / found);
  return {
    id: site.id,
    object: "site",
    expert_id: site.expertId,
    type: "site",
    url: site.url,
    max_pages: site.maxPages,
    max_depth: site.maxDepth,
    every_hours: site.everyHours,
    status: site.status,
    progress: { done: visited, total: found, unit: "pages", percent },
    pages: { found, sources, failed },
    held: heldView(held),
    error: site.failure === null ? null : { message: site.failure },
    created_at: timestamp(site.createdAt),
    updated_at: timestamp(site.updatedAt),
    crawled_at: site.crawledAt === null ? null : timestamp(site.crawledAt),
    next_crawl_at: site.nextAt === null ? null : timestamp(site.nextAt),
  };
}

const addSite = route("POST /v1/experts/:id/sites", "addSite", {
  summary: "Add a site",
  scope: "ingest",
  query: SourceQuery,
  repeatable: true,
  description:
    "Reads the pages below the folder of a start address, or those of a sitemap, each as a source of its own: one " +
    "request a second at most, fewer where robots.txt asks for it, and never what robots.txt or the page itself " +
    "excludes. Later crawls fetch only what has changed. The source of a page that is gone in two crawls in a row is deleted; a mass change is held until it is confirmed.",
  body: { "application/json": NewSite },
  answers: {
    201: { says: "The site, crawled while the request waited.", schema: SiteObject },
    202: { says: "The site, durably stored and waiting to be crawled.", schema: SiteObject },
  },
  errors: ["overloaded", "expert_not_found", "url_sources_disabled", "storage_full"],
  lane: "documents",
  answer: async ({ access, request, readQuery, findExpert, repeatable }, { sites, replies }) => {
    const expert = await findExpert();
    return replies.answer(repeatable(expert), async () => {
      const { wait = 0 } = readQuery();
      const site = siteRequestFrom(await readStoredJson(request));
      const waiting = { milliseconds: wait * 1000, signal: request.signal };
      return addingTask(sites, { expert, keyId: access.keyId, site, waiting });
    });
  },
});

const listSites = route("GET /v1/experts/:id/sites", "listSites", {
  summary: "List sites",
  description: "By creation.",
  scope: reading,
  query: SiteListQuery,
  answers: { 200: { says: "A page of sites.", schema: SiteList } },
  errors: ["expert_not_found"],
  answer: async ({ readQuery, findExpert }, { sites, keeping }) => {
    const query = readQuery();
    const expert = await findExpert();
    const held = new Map((await keeping.list(expert)).map((each) => [each.keeper, each.held]));
    const page = await sites.list(expert, pageRequestFrom(query));
    return listView(page, (site) => siteView(site, held.get(site.id) ?? null));
  },
});

const getSite = route("GET /v1/experts/:id/sites/:site", "getSite", {
  summary: "Get a site",
  description: "`wait` holds the reply back until its crawl has ended.",
  scope: reading,
  query: SourceQuery,
  answers: { 200: { says: "The site.", schema: SiteObject } },
  errors: notFound,
  answer: async ({ params, request, readQuery, findExpert }, { sites, keeping }) => {
    const { wait = 0 } = readQuery();
    const expert = await findExpert();
    const site = await sites.find(expert, params.site);
    const waited = await sites.waitFor(expert, site, { milliseconds: wait * 1000, signal: request.signal });
    return siteView(waited, (await keeping.find(expert, site.id))?.held ?? null);
  },
});

const asItIsNow = { 200: { says: "The current state of the site.", schema: SiteObject } };

const crawlSite = route("POST /v1/experts/:id/sites/:site/crawl", "crawlSite", {
  summary: "Crawl a site again",
  description: "Does nothing while it waits or is being crawled.",
  scope: "ingest",
  answers: asItIsNow,
  errors: [...notFound, "url_sources_disabled", "storage_full"],
  answer: async ({ params, findExpert }, { sites }) => siteView(await sites.crawl(await findExpert(), params.site)),
});

const cancelSite = route("POST /v1/experts/:id/sites/:site/cancel", "cancelSite", {
  summary: "Stop the crawl of a site",
  description: "Pages that are sources stay. The site is not crawled again until this is requested.",
  scope: "ingest",
  answers: asItIsNow,
  errors: [...notFound, "storage_full"],
  answer: async ({ params, findExpert }, { sites }) => siteView(await sites.cancel(await findExpert(), params.site)),
});

const deleteSite = route("DELETE /v1/experts/:id/sites/:site", "deleteSite", {
  summary: "Delete a site",
  scope: "ingest",
  description: "The sources that only this site keeps are deleted soon after.",
  answers: { 200: { says: "It is gone.", schema: DeletedSite } },
  errors: [...notFound, "storage_full"],
  answer: async ({ params, findExpert }, { sites }) =>
    deletedView("site", (await sites.remove(await findExpert(), params.site)).id),
});

export const sitesRoutes = [addSite, listSites, getSite, deleteSite, crawlSite, cancelSite];
