import { type Static, Type } from "@sinclair/typebox";
import { type SiteRequest, siteDefaults, siteLimits, siteStatuses } from "../sites/site.ts";
import { HeldObject } from "./keeper-schemas.ts";
import { deletedOf, instant, listOf, namedObject, nullable, oneOf, strict } from "./schema-parts.ts";
import { address } from "./source-schemas.ts";
import { checked } from "./validation.ts";

export const NewSite = Type.Object(
  {
    type: Type.Optional(Type.Literal("site")),
    url: Type.Unsafe<string>({ ...address, description: "Where the crawl starts: a page or a sitemap." }),
    max_pages: Type.Optional(Type.Integer({ minimum: 1, maximum: siteLimits.pages, default: siteDefaults.maxPages })),
    max_depth: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: siteLimits.depth,
        default: siteDefaults.maxDepth,
        description:
          "Links from the start address; 0 reads that page alone. From a sitemap, its pages are read and their links are not followed.",
      }),
    ),
    every_hours: Type.Optional(
      nullable(
        Type.Integer({
          minimum: 1,
          maximum: siteLimits.hours,
          description: "Hours between two crawls. Null: it is crawled only on request.",
        }),
      ),
    ),
  },
  {
    $id: "SiteRequest",
    ...strict,
    otherNames: {
      max_pages: ["limit", "pages", "maxpages"],
      max_depth: ["depth", "maxdepth"],
      every_hours: ["interval"],
    },
    examples: [{ type: "site", url: "https://example.org/docs/", max_pages: 100, max_depth: 2, every_hours: 24 }],
  },
);

export const SiteSource = Type.Object(
  { ...NewSite.properties, type: Type.Literal("site") },
  { $id: "SiteSourceRequest", ...strict, examples: NewSite.examples },
);

export const SiteObject = namedObject("Site", {
  id: Type.String({ examples: ["site_01kfs5n6w4q1v2m3c8r7t9x0ab"] }),
  object: Type.Literal("site"),
  expert_id: Type.String(),
  type: Type.Literal("site"),
  url: Type.String(),
  max_pages: Type.Integer(),
  max_depth: Type.Integer(),
  every_hours: nullable(Type.Integer()),
  status: oneOf(siteStatuses),
  progress: namedObject("SiteProgress", {
    done: Type.Integer(),
    total: Type.Integer(),
    unit: Type.Literal("pages"),
    percent: Type.Number(),
  }),
  pages: namedObject("SitePages", {
    found: Type.Integer({ description: "Addresses that are known." }),
    sources: Type.Integer({ description: "Pages that are sources; their `metadata.site` is the site's id." }),
    failed: Type.Integer({ description: "Pages that could not be fetched." }),
  }),
  held: nullable(HeldObject),
  error: nullable(namedObject("SiteFailure", { message: Type.String() })),
  created_at: instant,
  updated_at: instant,
  crawled_at: nullable(instant),
  next_crawl_at: nullable(instant),
});

export const SiteList = listOf(SiteObject, "SiteList");
export const DeletedSite = deletedOf("site", "DeletedSite");

const newSite = checked(NewSite);

export function siteRequestFrom(given: unknown): SiteRequest {
  const fields: Static<typeof NewSite> = newSite.parse(given);
  return {
    url: fields.url,
    maxPages: fields.max_pages ?? siteDefaults.maxPages,
    maxDepth: fields.max_depth ?? siteDefaults.maxDepth,
    everyHours: fields.every_hours ?? null,
  };
}
