/** Sites. Their pages are in site-page-rows.ts. */
import { and, count, eq, getTableColumns, inArray, isNotNull, lte, ne, notInArray, or, sql } from "drizzle-orm";
import type { Immediate } from "../../kernel/awaitable.ts";
import type { CrawlEnd, SiteStore } from "../../sites/ports.ts";
import type { Site } from "../../sites/site.ts";
import type { Database, Drizzle } from "../database.ts";
import { afterOf, orderOf, pageOf } from "../paging.ts";
import { experts, workspaces } from "../schema.ts";
import { sqliteWrite } from "../sqlite-write.ts";
import { pageRows } from "./site-page-rows.ts";
import { sitePages, sites } from "./site-tables.ts";

const msPerHour = 3_600_000;
/** Page rows of a removed site that are deleted at once: a few milliseconds of work. */
const pagesAtOnce = 2000;

export function siteRows(database: Database): Immediate<SiteStore> {
  const { orm, write, reserve } = database;
  return {
    ...pageRows(database),
    addition: ({ workspaceId: _, ...site }, at) =>
      sqliteWrite(() => {
        const row = { ...site, status: "queued" as const, createdAt: at, updatedAt: at };
        const { no } = orm.insert(sites).values(row).returning({ no: sites.no }).get();
        return siteNumbered(orm, no);
      }),
    byId: (expert, id) => {
      const row = selectSites(orm)
        .where(and(eq(sites.expertId, expert), eq(sites.id, id), isVisible))
        .get();
      return row === undefined ? null : siteOf(row);
    },
    list: (expert, page) => {
      const mine = and(eq(sites.expertId, expert), isVisible);
      const rows = selectSites(orm)
        .where(and(mine, afterOf(sites.id, page)))
        .orderBy(orderOf(sites.id, page))
        .limit(page.limit + 1)
        .all();
      const shown = and(eq(sites.expertId, expert), ne(sites.status, "removed"));
      const total = orm.select({ n: count() }).from(sites).where(shown).get()?.n ?? 0;
      return pageOf(rows.map(siteOf), page, total);
    },
    due: (at, except) => {
      const waits = inArray(sites.status, ["queued", "processing"]);
      const row = selectSites(orm)
        .where(and(isVisible, or(waits, lte(sites.nextAt, at)), notInArray(sites.no, [...except])))
        .orderBy(sites.updatedAt)
        .limit(1)
        .get();
      return row === undefined ? null : siteOf(row);
    },
    hold: (site) => isWanted(orm, site),
    leave: () => undefined,
    queue: (site, at) =>
      write("power", () => {
        const isIdle = and(eq(sites.no, site.no), inArray(sites.status, ["ready", "failed", "canceled"]));
        const change = { status: "queued" as const, failure: null, updatedAt: at };
        return orm.update(sites).set(change).where(isIdle).returning({ no: sites.no }).all().length === 1;
      }),
    cancel: (site, at) => {
      const status = sql`CASE WHEN ${sites.status} IN ('queued', 'processing') THEN 'canceled' ELSE ${sites.status} END`;
      const change = { status, nextAt: null, updatedAt: at };
      write("power", () => {
        orm.update(sites).set(change).where(eq(sites.no, site.no)).run();
        forgetUnvisited(orm, site);
      });
    },
    begin: (site, at) => write("power", () => begin(orm, site, at)),
    end: (site, end) => write("power", () => finish(orm, site, end)),
    rescope: (site, scope) => {
      write("process", () => orm.update(sites).set({ scope }).where(eq(sites.no, site.no)).run());
    },
    hide: (site) => {
      reserve.freeing(() =>
        write("power", () => orm.update(sites).set({ status: "removed" }).where(eq(sites.no, site.no)).run()),
      );
    },
    nextRemoval: () => {
      const row = selectSites(orm).where(eq(sites.status, "removed")).limit(1).get();
      if (row === undefined) return null;
      const own = and(eq(sitePages.siteNo, row.no), isNotNull(sitePages.sourceId));
      const page = orm.select({ id: sitePages.sourceId }).from(sitePages).where(own).limit(1).get();
      return { site: siteOf(row), source: page?.id ?? null };
    },
    drop: (site) => {
      reserve.freeing(() => write("process", () => drop(orm, site)));
    },
  };
}

/** Experts that are being deleted or imported are in workspaces with a colon in their names, and their sites rest. */
const isVisible = and(ne(sites.status, "removed"), sql`instr(${workspaces.name}, ':') = 0`);

const numberOf = (condition: ReturnType<typeof sql>) =>
  sql<number>`(SELECT count(*) FROM ${sitePages} WHERE ${sitePages.siteNo} = ${sites.no} AND ${condition})`;

function selectSites(orm: Drizzle) {
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

type Row = NonNullable<ReturnType<ReturnType<typeof selectSites>["get"]>>;

function siteOf({ found, visited, sources, failed, status, ...row }: Row): Site {
  // A removed site is only ever looked at to delete it.
  const shown = status === "removed" ? "canceled" : status;
  return { ...row, status: shown, counts: { found, visited, sources, failed } };
}

function siteNumbered(orm: Drizzle, no: number): Site {
  const row = selectSites(orm).where(eq(sites.no, no)).get();
  if (row === undefined) throw new Error(`site ${no} vanished inside a transaction`);
  return siteOf(row);
}

function begin(orm: Drizzle, site: Site, at: number): void {
  const current = orm.select({ status: sites.status }).from(sites).where(eq(sites.no, site.no)).get();
  if (current === undefined || current.status === "removed") return;
  if (current.status === "processing") {
    visitAgain(orm, site);
    return;
  }
  const change = { status: "processing" as const, failure: null, nextAt: null, updatedAt: at };
  orm.update(sites).set(change).where(eq(sites.no, site.no)).run();
  orm.update(sitePages).set({ status: "waiting", message: null }).where(eq(sitePages.siteNo, site.no)).run();
  const start = { siteNo: site.no, url: site.url, depth: 0, status: "waiting" as const };
  orm.insert(sitePages).values(start).onConflictDoNothing().run();
}

/** What the process before had fetched of these pages is lost. */
function visitAgain(orm: Drizzle, { no }: Site): void {
  const changed = and(eq(sitePages.siteNo, no), eq(sitePages.status, "changed"));
  orm.update(sitePages).set({ status: "waiting" }).where(changed).run();
}

function finish(orm: Drizzle, site: Site, { status, failure, at }: CrawlEnd): void {
  const nextAt = site.everyHours === null ? null : at + site.everyHours * msPerHour;
  const isRunning = and(eq(sites.no, site.no), eq(sites.status, "processing"));
  const change = { status, failure, nextAt, crawledAt: at, updatedAt: at };
  orm.update(sites).set(change).where(isRunning).run();
  forgetUnvisited(orm, site);
}

function isWanted(orm: Drizzle, { no }: Site): boolean {
  const wanted = and(eq(sites.no, no), notInArray(sites.status, ["canceled", "removed"]));
  return orm.select({ no: sites.no }).from(sites).where(wanted).get() !== undefined;
}

function forgetUnvisited(orm: Drizzle, { no }: Site): void {
  orm.run(sql`DELETE FROM site_pages WHERE site_no = ${no} AND status = 'waiting' AND source_id IS NULL`);
}

function drop(orm: Drizzle, { no }: Site): void {
  const some = sql`SELECT no FROM site_pages WHERE site_no = ${no} LIMIT ${sql.raw(String(pagesAtOnce))}`;
  orm.run(sql`DELETE FROM site_pages WHERE no IN (${some})`);
  const left = orm.select({ no: sitePages.no }).from(sitePages).where(eq(sitePages.siteNo, no)).limit(1).get();
  if (left === undefined) orm.delete(sites).where(eq(sites.no, no)).run();
}
