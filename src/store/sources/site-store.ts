/** Only the process with a site's lease begins or ends its crawl. */
import {
  and,
  count,
  eq,
  getTableColumns,
  inArray,
  isNotNull,
  lte,
  ne,
  notInArray,
  notLike,
  or,
  sql,
} from "drizzle-orm";
import type { ExpertId } from "../../kernel/ids.ts";
import type { Page, PageRequest } from "../../kernel/stores/page.ts";
import type { CrawlEnd, SiteStore } from "../../sites/ports.ts";
import type { Site } from "../../sites/site.ts";
import { afterOf, orderOf, pageOf } from "../paging.ts";
import type { Tables } from "../tables.ts";
import { all, counted, done, first, hasRows, type Orm, preparedWrite, rowsOf, type Store, type Work } from "../work.ts";
import { pageStore } from "./site-page-store.ts";

const msPerHour = 3_600_000;
const pagesAtOnce = 2000;
/** Milliseconds; `hold` renews it. */
const leaseLength = 60_000;

export function siteStore(store: Store): SiteStore {
  const { read, write, free, leases, tables } = store;
  const { sites } = tables;
  return {
    ...pageStore(store),
    addition: ({ workspaceId: _, ...site }, at) =>
      preparedWrite(function* (orm) {
        const row = { ...site, status: "queued" as const, createdAt: at, updatedAt: at };
        const added = yield* first(orm.insert(sites).values(row).returning({ no: sites.no }));
        const found = yield* first(selectSites(tables, orm).where(eq(sites.no, added?.no ?? 0)));
        if (found === undefined) throw new Error("a site vanished inside a transaction");
        return siteOf(found);
      }),
    byId: (expert, id) =>
      read(function* (orm) {
        const mine = and(eq(sites.expertId, expert), eq(sites.id, id), isVisible(tables));
        const row = yield* first(selectSites(tables, orm).where(mine));
        return row === undefined ? null : siteOf(row);
      }),
    list: (expert, page) => read((orm) => list(tables, orm, expert, page)),
    due: (at, except) => store.claim((orm) => claim(store, orm, at, except)),
    hold: (site) => store.claim((orm) => hold(store, orm, site)),
    leave: (site) => store.claim(() => leases.leave(leaseOf(site.no))),
    queue: (site, at) => write("power", (orm) => queue(tables, orm, site, at)),
    cancel: (site, at) => write("power", (orm) => cancel(tables, orm, site, at)),
    begin: (site, at) => write("power", (orm) => begin(store, orm, site, at)),
    end: (site, end) => write("power", (orm) => finish(store, orm, site, end)),
    rescope: (site, scope) =>
      write("process", (orm) => done(orm.update(sites).set({ scope }).where(eq(sites.no, site.no)))),
    hide: (site) =>
      free("power", (orm) => done(orm.update(sites).set({ status: "removed" }).where(eq(sites.no, site.no)))),
    nextRemoval: () => read((orm) => nextRemoval(tables, orm)),
    drop: (site) => free("process", () => drop(store, site)),
  };
}

/** Experts being deleted or imported are in workspaces with a colon in the name; their sites rest. */
function isVisible({ sites, workspaces }: Tables) {
  return and(ne(sites.status, "removed"), notLike(workspaces.name, "%:%"));
}

function selectSites({ sites, sitePages, experts, workspaces }: Tables, orm: Orm) {
  const numberOf = (condition: ReturnType<typeof sql>) => {
    const pages = sql`(SELECT count(*) FROM ${sitePages} WHERE ${sitePages.siteNo} = ${sites.no} AND ${condition})`;
    return pages.mapWith(Number);
  };
  return orm
    .select({
      ...getTableColumns(sites),
      workspaceId: experts.workspaceId,
      found: numberOf(sql`true`),
      visited: numberOf(sql`${sitePages.status} <> 'waiting'`),
      sources: numberOf(sql`${sitePages.sourceId} IS NOT NULL`),
      failed: numberOf(sql`${sitePages.status} = 'failed'`),
    })
    .from(sites)
    .innerJoin(experts, eq(experts.id, sites.expertId))
    .innerJoin(workspaces, eq(workspaces.id, experts.workspaceId));
}

type SiteRow = ReturnType<ReturnType<typeof selectSites>["all"]>[number];

function siteOf({ found, visited, sources, failed, status, ...row }: SiteRow): Site {
  // Removed sites are only read to delete them.
  const shown = status === "removed" ? "canceled" : status;
  return { ...row, status: shown, counts: { found, visited, sources, failed } };
}

function* list(tables: Tables, orm: Orm, expert: ExpertId, page: PageRequest): Work<Page<Site>> {
  const { sites } = tables;
  const mine = eq(sites.expertId, expert);
  const rows = yield* all(
    selectSites(tables, orm)
      .where(and(mine, isVisible(tables), afterOf(sites.id, page)))
      .orderBy(orderOf(sites.id, page))
      .limit(page.limit + 1),
  );
  const shown = and(mine, ne(sites.status, "removed"));
  const total = yield* counted(orm.select({ n: count() }).from(sites).where(shown));
  return pageOf(rows.map(siteOf), page, total);
}

const leaseOf = (no: number) => `site ${no}`;

/** Always ends: the next look sees a lease that another node takes between the two statements. */
function* claim({ tables, leases }: Store, orm: Orm, at: number, except: ReadonlySet<number>): Work<Site | null> {
  const { sites } = tables;
  const waits = or(inArray(sites.status, ["queued", "processing"]), lte(sites.nextAt, at));
  const isFree = sql`NOT ${leases.isElsewhere(sql`'site ' || ${sites.no}`)}`;
  const due = and(isVisible(tables), waits, notInArray(sites.no, [...except]), isFree);
  for (;;) {
    const row = yield* first(selectSites(tables, orm).where(due).orderBy(sites.updatedAt, sites.no).limit(1));
    if (row === undefined) return null;
    if (yield* leases.take(leaseOf(row.no), leaseLength)) return siteOf(row);
  }
}

function* hold({ tables: { sites }, leases }: Store, orm: Orm, { no }: Site): Work<boolean> {
  const wanted = and(eq(sites.no, no), notInArray(sites.status, ["canceled", "removed"]));
  if (!(yield* hasRows(orm.select({ no: sites.no }).from(sites).where(wanted)))) return false;
  return (yield* leases.isOurs(leaseOf(no))) && (yield* leases.take(leaseOf(no), leaseLength));
}

function* queue({ sites }: Tables, orm: Orm, site: Site, at: number): Work<boolean> {
  const isIdle = and(eq(sites.no, site.no), inArray(sites.status, ["ready", "failed", "canceled"]));
  const change = { status: "queued" as const, failure: null, updatedAt: at };
  return yield* hasRows(orm.update(sites).set(change).where(isIdle).returning({ no: sites.no }));
}

function* cancel({ sites }: Tables, orm: Orm, site: Site, at: number): Work<void> {
  const status = sql`CASE WHEN ${sites.status} IN ('queued', 'processing') THEN 'canceled' ELSE ${sites.status} END`;
  yield* done(orm.update(sites).set({ status, nextAt: null, updatedAt: at }).where(eq(sites.no, site.no)));
  yield* forgetUnvisited(site);
}

function* begin({ tables, leases }: Store, orm: Orm, site: Site, at: number): Work<void> {
  if (!(yield* leases.isOurs(leaseOf(site.no)))) return;
  const { sites, sitePages } = tables;
  const change = { status: "processing" as const, failure: null, nextAt: null, updatedAt: at };
  const isIdle = and(eq(sites.no, site.no), notInArray(sites.status, ["processing", "removed"]));
  const begun = yield* all(orm.update(sites).set(change).where(isIdle).returning({ no: sites.no }));
  const mine = eq(sitePages.siteNo, site.no);
  if (begun.length === 0) {
    const changed = and(mine, eq(sitePages.status, "changed"));
    yield* done(orm.update(sitePages).set({ status: "waiting" }).where(changed));
    return;
  }
  yield* done(orm.update(sitePages).set({ status: "waiting", message: null }).where(mine));
  const start = { siteNo: site.no, url: site.url, depth: 0, status: "waiting" as const };
  yield* done(orm.insert(sitePages).values(start).onConflictDoNothing());
}

function* finish({ tables: { sites }, leases }: Store, orm: Orm, site: Site, end: CrawlEnd): Work<void> {
  if (!(yield* leases.isOurs(leaseOf(site.no)))) return;
  const { status, failure, at } = end;
  const nextAt = site.everyHours === null ? null : at + site.everyHours * msPerHour;
  const isRunning = and(eq(sites.no, site.no), eq(sites.status, "processing"));
  yield* done(orm.update(sites).set({ status, failure, nextAt, crawledAt: at, updatedAt: at }).where(isRunning));
  yield* forgetUnvisited(site);
  yield* leases.leave(leaseOf(site.no));
}

function forgetUnvisited({ no }: Site): Work<void> {
  return done(sql`DELETE FROM site_pages WHERE site_no = ${no} AND status = 'waiting' AND source_id IS NULL`);
}

function* nextRemoval(tables: Tables, orm: Orm): Work<Awaited<ReturnType<SiteStore["nextRemoval"]>>> {
  const { sites, sitePages } = tables;
  const row = yield* first(selectSites(tables, orm).where(eq(sites.status, "removed")).orderBy(sites.no).limit(1));
  if (row === undefined) return null;
  const own = and(eq(sitePages.siteNo, row.no), isNotNull(sitePages.sourceId));
  const page = yield* first(orm.select({ id: sitePages.sourceId }).from(sitePages).where(own).limit(1));
  return { site: siteOf(row), source: page?.id ?? null };
}

function* drop({ leases }: Store, { no }: Site): Work<void> {
  const some = sql`SELECT no FROM site_pages WHERE site_no = ${no} ORDER BY no LIMIT ${pagesAtOnce}`;
  yield* done(sql`DELETE FROM site_pages WHERE no IN (${some})`);
  const isEmpty = sql`NOT EXISTS (SELECT 1 FROM site_pages WHERE site_no = ${no})`;
  const dropped = yield* rowsOf(sql`DELETE FROM sites WHERE no = ${no} AND ${isEmpty} RETURNING no`);
  if (dropped.length > 0) yield* leases.leave(leaseOf(no));
}
