/** The pages of sites, with the result of each visit. */
import { and, asc, eq, gte, isNotNull, ne, sql } from "drizzle-orm";
import type { SiteStore } from "../../sites/ports.ts";
import { missesAfter, mostKnown, type Site } from "../../sites/site.ts";
import { storable } from "../answers/chunk-rows.ts";
import type { Orm, PostgresDatabase } from "../postgres-database.ts";
import { sitePages, sources } from "./source-tables.ts";

type PageStore = Pick<SiteStore, "nextPage" | "addPages" | "settle" | "twin" | "missing" | "detach">;

export function pagesInPostgres({ read, transact, write }: PostgresDatabase): PageStore {
  return {
    nextPage: (site) =>
      read(async (orm) => {
        const [row] = await selectPages(orm)
          .where(and(eq(sitePages.siteNo, site.no), eq(sitePages.status, "waiting")))
          .orderBy(sql`${sitePages.sourceId} IS NULL`, sitePages.depth, sitePages.no)
          .limit(1);
        return row ?? null;
      }),
    addPages: async (site, urls, depth) => {
      if (urls.length > 0) await transact((orm) => addPages(orm, site, { urls, depth }));
    },
    settle: (page, { status, message, source, ...facts }) => {
      const held = source === undefined ? {} : { sourceId: source };
      const said = message && storable(message);
      const change = { ...facts, ...held, status, message: said, misses: missesAfter(page, status) };
      return write(async (orm) => void (await orm.update(sitePages).set(change).where(eq(sitePages.no, page.no))));
    },
    twin: (site, page, sha256) =>
      read(async (orm) => {
        const same = and(
          eq(sitePages.siteNo, site.no),
          eq(sitePages.sha256, sha256),
          isNotNull(sitePages.sourceId),
          ne(sitePages.no, page.no),
        );
        const [twin] = await orm
          .select({ url: sitePages.url })
          .from(sitePages)
          .where(same)
          .orderBy(asc(sitePages.no))
          .limit(1);
        return twin?.url ?? null;
      }),
    missing: (site, misses) => {
      const isKept = sql`${sources.keepers}::jsonb @> ${JSON.stringify([site.id])}::text::jsonb`;
      const lost = and(eq(sitePages.siteNo, site.no), gte(sitePages.misses, misses), isKept);
      return read(async (orm) => {
        const pages = await selectPages(orm).where(lost).orderBy(sitePages.no);
        return pages.flatMap(({ sourceId }) => sourceId ?? []);
      });
    },
    detach: (site, source) => {
      const held = and(eq(sitePages.siteNo, site.no), eq(sitePages.sourceId, source));
      const nothing = { sourceId: null, misses: 0, sha256: null, etag: null, lastModified: null };
      return write(async (orm) => void (await orm.update(sitePages).set(nothing).where(held)));
    },
  };
}

function selectPages(orm: Orm) {
  const { no, url, depth, sourceId, misses, etag, lastModified } = sitePages;
  const isWithdrawn = sql<boolean>`${sitePages.sourceId} IS NOT NULL AND ${sources.no} IS NULL`;
  return orm
    .select({ no, url, depth, sourceId, misses, etag, lastModified, isWithdrawn })
    .from(sitePages)
    .leftJoin(sources, eq(sources.id, sitePages.sourceId));
}

interface FoundPages {
  readonly urls: readonly string[];
  readonly depth: number;
}

/** In the order in which they stand on the page. */
async function addPages(orm: Orm, { no, maxPages }: Site, { urls, depth }: FoundPages): Promise<void> {
  const [known] = await orm.select({ n: sql<number>`count(*)::int` }).from(sitePages).where(eq(sitePages.siteNo, no));
  const room = Math.max(mostKnown(maxPages) - (known?.n ?? 0), 0);
  const found = JSON.stringify([...new Set(urls)]);
  await orm.execute(sql`
    INSERT INTO site_pages (site_no, url, depth, status)
    SELECT ${no}::bigint, url, ${depth}::bigint, 'waiting'
    FROM jsonb_array_elements_text(${found}::text::jsonb) WITH ORDINALITY AS found (url, at)
    WHERE NOT EXISTS (SELECT 1 FROM site_pages p WHERE p.site_no = ${no} AND p.url = found.url)
    ORDER BY at LIMIT ${room}::bigint
    ON CONFLICT (site_no, url) DO NOTHING`);
}
