import { and, asc, count, eq, gte, isNotNull, ne, sql } from "drizzle-orm";
import type { SiteStore } from "../../sites/ports.ts";
import { missesAfter, mostKnown, type Site } from "../../sites/site.ts";
import { all, counted, done, first, type Orm, one, type Store, type Work } from "../work.ts";

type PageStore = Pick<SiteStore, "nextPage" | "progress" | "addPages" | "settle" | "twin" | "missing" | "detach">;

/** Need not survive a crash: an interrupted crawl visits the last pages again. */
export function pageStore(store: Store): PageStore {
  const { read, dialect } = store;
  const { sitePages, sources } = store.tables;
  return {
    nextPage: (site) =>
      read((orm) =>
        one(
          selectPages(store, orm)
            .where(and(eq(sitePages.siteNo, site.no), sql`${sitePages.status} = 'waiting'`))
            .orderBy(sql`${sitePages.sourceId} IS NULL`, sitePages.depth, sitePages.no)
            .limit(1),
        ),
      ),
    progress: (site) =>
      read(function* (orm) {
        const { status, siteNo } = sitePages;
        const perStatus = orm.select({ status, n: count() }).from(sitePages).where(eq(siteNo, site.no)).groupBy(status);
        return Object.fromEntries((yield* all(perStatus)).map((row) => [row.status, row.n]));
      }),
    ...visits(store),
    twin: (site, page, sha256) =>
      read(function* (orm) {
        const { no, url, siteNo, sourceId } = sitePages;
        const same = and(eq(siteNo, site.no), eq(sitePages.sha256, sha256), isNotNull(sourceId), ne(no, page.no));
        return (yield* first(orm.select({ url }).from(sitePages).where(same).orderBy(asc(no)).limit(1)))?.url ?? null;
      }),
    missing: (site, misses) =>
      read(function* (orm) {
        const isKept = dialect.has(sources.keepers, site.id);
        const lost = and(eq(sitePages.siteNo, site.no), gte(sitePages.misses, misses), isKept);
        const pages = yield* all(selectPages(store, orm).where(lost).orderBy(sitePages.no));
        return pages.flatMap(({ sourceId }) => sourceId ?? []);
      }),
  };
}

function visits(store: Store): Pick<PageStore, "addPages" | "settle" | "detach"> {
  const { write, dialect, tables } = store;
  const { sitePages } = tables;
  return {
    addPages: (site, urls, depth) =>
      urls.length === 0 ? undefined : write("process", (orm) => addPages(store, orm, site, urls, depth)),
    settle: (page, { status, message, source, ...facts }) => {
      const held = source === undefined ? {} : { sourceId: source };
      const said = message && dialect.storable(message);
      const change = { ...facts, ...held, status, message: said, misses: missesAfter(page, status) };
      return write("process", (orm) => done(orm.update(sitePages).set(change).where(eq(sitePages.no, page.no))));
    },
    detach: (site, source) => {
      const held = and(eq(sitePages.siteNo, site.no), eq(sitePages.sourceId, source));
      const nothing = { sourceId: null, misses: 0, sha256: null, etag: null, lastModified: null };
      return write("power", (orm) => done(orm.update(sitePages).set(nothing).where(held)));
    },
  };
}

function selectPages({ tables: { sitePages, sources } }: Store, orm: Orm) {
  const { no, url, depth, sourceId, misses, etag, lastModified } = sitePages;
  const isWithdrawn = sql<boolean>`${sitePages.sourceId} IS NOT NULL AND ${sources.no} IS NULL`.mapWith(Boolean);
  return orm
    .select({ no, url, depth, sourceId, misses, etag, lastModified, isWithdrawn })
    .from(sitePages)
    .leftJoin(sources, eq(sources.id, sitePages.sourceId));
}

function* addPages(
  { dialect, tables: { sitePages } }: Store,
  orm: Orm,
  { no, maxPages }: Site,
  urls: readonly string[],
  depth: number,
): Work<void> {
  const known = yield* counted(orm.select({ n: count() }).from(sitePages).where(eq(sitePages.siteNo, no)));
  const room = Math.max(mostKnown(maxPages) - known, 0);
  const found = dialect.each(sql`${JSON.stringify([...new Set(urls)])}`);
  yield* done(sql`
    INSERT INTO site_pages (site_no, url, depth, status)
    SELECT CAST(${no} AS bigint), value, CAST(${depth} AS bigint), 'waiting' FROM ${found}
    WHERE value NOT IN (SELECT url FROM site_pages WHERE site_no = ${no})
    LIMIT ${room} ON CONFLICT DO NOTHING`);
}
