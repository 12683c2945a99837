/** The pages of sites, with the result of each visit. */
import { and, eq, gte, isNotNull, ne, sql } from "drizzle-orm";
import type { Immediate } from "../../kernel/awaitable.ts";
import type { SiteStore } from "../../sites/ports.ts";
import { missesAfter, mostKnown, type Site } from "../../sites/site.ts";
import type { Database, Drizzle } from "../database.ts";
import { sources } from "../schema.ts";
import { sitePages } from "./site-tables.ts";

type PageStore = Pick<Immediate<SiteStore>, "nextPage" | "addPages" | "settle" | "twin" | "missing" | "detach">;

/** A crawl that is interrupted visits the last pages again, so its steps need not be on the disk. */
export function pageRows({ orm, write }: Database): PageStore {
  return {
    nextPage: (site) => {
      const row = selectPages(orm)
        .where(and(eq(sitePages.siteNo, site.no), sql`${sitePages.status} = 'waiting'`))
        .orderBy(sql`${sitePages.sourceId} IS NULL`, sitePages.depth, sitePages.no)
        .limit(1)
        .get();
      return row ?? null;
    },
    addPages: (site, urls, depth) => {
      if (urls.length > 0) write("process", () => addPages(orm, site, { urls, depth }));
    },
    settle: (page, { status, message, source, ...facts }) => {
      const held = source === undefined ? {} : { sourceId: source };
      const change = { ...facts, ...held, status, message, misses: missesAfter(page, status) };
      write("process", () => orm.update(sitePages).set(change).where(eq(sitePages.no, page.no)).run());
    },
    twin: (site, page, sha256) => {
      const same = and(
        eq(sitePages.siteNo, site.no),
        eq(sitePages.sha256, sha256),
        isNotNull(sitePages.sourceId),
        ne(sitePages.no, page.no),
      );
      return orm.select({ url: sitePages.url }).from(sitePages).where(same).limit(1).get()?.url ?? null;
    },
    missing: (site, misses) => {
      const isKept = sql`EXISTS (SELECT 1 FROM json_each(${sources.keepers}) k WHERE k.value = ${site.id})`;
      const lost = and(eq(sitePages.siteNo, site.no), gte(sitePages.misses, misses), isKept);
      return selectPages(orm)
        .where(lost)
        .all()
        .flatMap(({ sourceId }) => sourceId ?? []);
    },
    detach: (site, source) => {
      const held = and(eq(sitePages.siteNo, site.no), eq(sitePages.sourceId, source));
      const nothing = { sourceId: null, misses: 0, sha256: null, etag: null, lastModified: null };
      write("power", () => orm.update(sitePages).set(nothing).where(held).run());
    },
  };
}

function selectPages(orm: Drizzle) {
  const { no, url, depth, sourceId, misses, etag, lastModified } = sitePages;
  const isWithdrawn = sql<number>`${sitePages.sourceId} IS NOT NULL AND ${sources.no} IS NULL`.mapWith(Boolean);
  return orm
    .select({ no, url, depth, sourceId, misses, etag, lastModified, isWithdrawn })
    .from(sitePages)
    .leftJoin(sources, eq(sources.id, sitePages.sourceId));
}

interface FoundPages {
  readonly urls: readonly string[];
  readonly depth: number;
}

function addPages(orm: Drizzle, { no, maxPages }: Site, { urls, depth }: FoundPages): void {
  const known = orm.select({ n: sql<number>`count(*)` }).from(sitePages).where(eq(sitePages.siteNo, no)).get()?.n ?? 0;
  const room = mostKnown(maxPages) - known;
  orm.run(sql`
    INSERT OR IGNORE INTO site_pages (site_no, url, depth, status)
    SELECT ${no}, value, ${depth}, 'waiting' FROM json_each(${JSON.stringify(urls)})
    WHERE value NOT IN (SELECT url FROM site_pages WHERE site_no = ${no})
    LIMIT ${Math.max(room, 0)}`);
}
