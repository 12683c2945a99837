import type { Static } from "@sinclair/typebox";
import { Elysia } from "elysia";
import { heldView } from "../../api/keeper-schemas.ts";
import { deletedView, listView, pageRequestFrom } from "../../api/native-views.ts";
import { listQuery } from "../../api/schema-parts.ts";
import { DeletedSite, NewSite, SiteList, SiteObject, siteRequestFrom } from "../../api/site-schemas.ts";
import { SourceQuery } from "../../api/source-schemas.ts";
import { checked } from "../../api/validation.ts";
import type { Expert } from "../../experts/expert.ts";
import { timestamp } from "../../kernel/clock.ts";
import type { KeyId } from "../../kernel/ids.ts";
import type { Site, SiteRequest } from "../../sites/site.ts";
import type { SiteService } from "../../sites/site-service.ts";
import type { HeldChange } from "../../sources/mass-change.ts";
import { readQuery, readStoredJson } from "../body/request-body.ts";
import { operationsOf } from "../description/operation.ts";
import type { RepeatableReply, RepeatableTask } from "../edge/idempotency.ts";
import type { RouteParts } from "../route-parts.ts";
import { reading } from "./source-content-routes.ts";

const operation = operationsOf("Sites");
const SiteListQuery = listQuery("site");
const siteListQuery = checked(SiteListQuery);
const siteQuery = checked(SourceQuery);
const notFound = ["expert_not_found", "site_not_found"] as const;

export function sitesRoutes(parts: RouteParts) {
  return new Elysia({ name: "sites-routes" }).use(collectionRoutes(parts)).use(siteRoutes(parts));
}

function collectionRoutes({ auth, guard, experts, sites, keeping, replies }: RouteParts) {
  return new Elysia({ name: "site-collection-routes", prefix: "/v1/experts/:id/sites" })
    .use(auth)
    .use(guard)
    .post(
      "",
      async ({ access, params, request, set }) => {
        const expert = await experts.find(access, params.id);
        const call = { request, access, set, route: `POST /v1/experts/${expert.id}/sites` };
        return replies.answer(call, async () => {
          const { wait = 0 } = readQuery(request, siteQuery);
          const site = siteRequestFrom(await readStoredJson(request));
          const waiting = { milliseconds: wait * 1000, signal: request.signal };
          return addingTask(sites, { expert, keyId: access.keyId, site, waiting });
        });
      },
      { ...addSite(), lane: "documents" },
    )
    .get(
      "",
      async ({ access, params, request }) => {
        const query = readQuery(request, siteListQuery);
        const expert = await experts.find(access, params.id);
        const held = new Map((await keeping.list(expert)).map((each) => [each.keeper, each.held]));
        const page = await sites.list(expert, pageRequestFrom(query));
        return listView(page, (site) => siteView(site, held.get(site.id) ?? null));
      },
      listSites(),
    );
}

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

function siteRoutes({ auth, experts, sites, keeping }: RouteParts) {
  return new Elysia({ name: "site-routes", prefix: "/v1/experts/:id/sites/:site" })
    .use(auth)
    .get(
      "",
      async ({ access, params, request }) => {
        const { wait = 0 } = readQuery(request, siteQuery);
        const expert = await experts.find(access, params.id);
        const site = await sites.find(expert, params.site);
        const waited = await sites.waitFor(expert, site, { milliseconds: wait * 1000, signal: request.signal });
        return siteView(waited, (await keeping.find(expert, site.id))?.held ?? null);
      },
      getSite(),
    )
    .delete(
      "",
      async ({ access, params }) =>
        deletedView("site", (await sites.remove(await experts.find(access, params.id), params.site)).id),
      deleteSite(),
    )
    .post(
      "/crawl",
      async ({ access, params }) => siteView(await sites.crawl(await experts.find(access, params.id), params.site)),
      crawlSite(),
    )
    .post(
      "/cancel",
      async ({ access, params }) => siteView(await sites.cancel(await experts.find(access, params.id), params.site)),
      cancelSite(),
    );
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

const addSite = operation("addSite", {
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
});

const listSites = operation("listSites", {
  summary: "List sites",
  description: "By creation.",
  scope: reading,
  query: SiteListQuery,
  answers: { 200: { says: "A page of sites.", schema: SiteList } },
  errors: ["expert_not_found"],
});

const getSite = operation("getSite", {
  summary: "Get a site",
  description: "`wait` holds the reply back until its crawl has ended.",
  scope: reading,
  query: SourceQuery,
  answers: { 200: { says: "The site.", schema: SiteObject } },
  errors: notFound,
});

function action(
  id: string,
  summary: string,
  { description, errors }: { description: string; errors: readonly "url_sources_disabled"[] },
) {
  return operation(id, {
    summary,
    description,
    scope: "ingest",
    answers: { 200: { says: "The current state of the site.", schema: SiteObject } },
    errors: [...notFound, ...errors, "storage_full"],
  });
}

const crawlSite = action("crawlSite", "Crawl a site again", {
  description: "Does nothing while it waits or is being crawled.",
  errors: ["url_sources_disabled"],
});

const cancelSite = action("cancelSite", "Stop the crawl of a site", {
  description: "Pages that are sources stay. The site is not crawled again until this is requested.",
  errors: [],
});

const deleteSite = operation("deleteSite", {
  summary: "Delete a site",
  scope: "ingest",
  description: "The sources that only this site keeps are deleted soon after.",
  answers: { 200: { says: "It is gone.", schema: DeletedSite } },
  errors: [...notFound, "storage_full"],
});
