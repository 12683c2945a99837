/**
 * Sites. Their pages are in site-page-store.ts. A site is crawled by the node that has its lease, and a node that lost it
 * neither begins nor ends a crawl any more.
 */
import {
  and,
  asc,
  count,
  desc,
  eq,
  getTableColumns,
  gt,
  inArray,
  isNotNull,
  lt,
  lte,
  ne,
  notInArray,
  or,
  sql,
} from "drizzle-orm";
import type { ExpertId } from "../../kernel/ids.ts";
import type { Page, PageRequest } from "../../kernel/stores/page.ts";
import type { CrawlEnd, SiteStore } from "../../sites/ports.ts";
import type { Site } from "../../sites/site.ts";
import { experts } from "../accounts/account-tables.ts";
import { firstRow } from "../plain-statements.ts";
import type { Orm, PostgresDatabase } from "../postgres-database.ts";
import { workspaces } from "../postgres-tables.ts";
import { postgresWrite } from "../postgres-write.ts";
import { pagesInPostgres } from "./site-page-store.ts";
import { sitePages, sites } from "./source-tables.ts";

const msPerHour = 3_600_000;
/** Page rows of a removed site that are deleted at once: a few milliseconds of work. */
const pagesAtOnce = 2000;
/** Milliseconds for which a site is its node's; `hold` renews them. */
const leaseLength = 60_000;
const now = sql`(extract(epoch FROM clock_timestamp()) * 1000)::bigint`;

/** @param node another text for every process: the holder of its leases. */
export function sitesInPostgres(database: PostgresDatabase, node: string): SiteStore {
  const { read, transact } = database;
  return {
    ...pagesInPostgres(database),
    addition: ({ workspaceId: _, ...site }, at) =>
      postgresWrite(async (orm) => {
        const row = { ...site, status: "queued" as const, createdAt: at, updatedAt: at };
        const [added] = await orm.insert(sites).values(row).returning({ no: sites.no });
        return siteNumbered(orm, added?.no ?? 0);
      }),
    byId: (expert, id) =>
      read(async (orm) => {
        const [row] = await selectSites(orm).where(and(eq(sites.expertId, expert), eq(sites.id, id), isVisible));
        return row === undefined ? null : siteOf(row);
      }),
    list: (expert, page) => read((orm) => list(orm, expert, page)),
    due: (at, except) => transact((orm) => claim(orm, { at, except, node })),
    hold: (site) => transact((orm) => hold(orm, site, node)),
    leave: (site) => transact((orm) => leave(orm, site, node)),
    queue: (site, at) =>
      transact(async (orm) => {
        const isIdle = and(eq(sites.no, site.no), inArray(sites.status, ["ready", "failed", "canceled"]));
        const change = { status: "queued" as const, failure: null, updatedAt: at };
        return (await orm.update(sites).set(change).where(isIdle).returning({ no: sites.no })).length === 1;
      }),
    cancel: (site, at) =>
      transact(async (orm) => {
        const status = sql`CASE WHEN ${sites.status} IN ('queued', 'processing') THEN 'canceled' ELSE ${sites.status} END`;
        await orm.update(sites).set({ status, nextAt: null, updatedAt: at }).where(eq(sites.no, site.no));
        await forgetUnvisited(orm, site);
      }),
    begin: (site, at) => transact((orm) => begin(orm, site, { node, at })),
    end: (site, end) => transact((orm) => finish(orm, site, { node, end })),
    rescope: (site, scope) =>
      transact(async (orm) => void (await orm.update(sites).set({ scope }).where(eq(sites.no, site.no)))),
    hide: (site) =>
      transact(async (orm) => void (await orm.update(sites).set({ status: "removed" }).where(eq(sites.no, site.no)))),
    nextRemoval: () => read(nextRemoval),
    drop: (site) => transact((orm) => drop(orm, site)),
  };
}

/** Experts that are being deleted or imported are in workspaces with a colon in their names, and their sites rest. */
const isVisible = and(ne(sites.status, "removed"), sql`position(':' IN ${workspaces.name}) = 0`);

const numberOf = (condition: ReturnType<typeof sql>) =>
  sql<number>`(SELECT count(*)::int FROM ${sitePages} WHERE ${sitePages.siteNo} = ${sites.no} AND ${condition})`;

function selectSites(orm: Orm) {
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
    .innerJoin(workspaces, eq(workspaces.id, experts.workspaceId))
    .$dynamic();
}

type Row = Awaited<ReturnType<typeof selectSites>>[number];

function siteOf({ found, visited, sources, failed, status, ...row }: Row): Site {
  // A removed site is only ever looked at to delete it.
  const shown = status === "removed" ? "canceled" : status;
  return { ...row, status: shown, counts: { found, visited, sources, failed } };
}

async function siteNumbered(orm: Orm, no: number): Promise<Site> {
  const [row] = await selectSites(orm).where(eq(sites.no, no));
  if (row === undefined) throw new Error(`site ${no} vanished inside a transaction`);
  return siteOf(row);
}

async function list(orm: Orm, expert: ExpertId, { order, after, limit }: PageRequest): Promise<Page<Site>> {
  const mine = eq(sites.expertId, expert);
  const beyond =
    after === null ? undefined : order === "asc" ? gt(sites.id, after as never) : lt(sites.id, after as never);
  const rows = await selectSites(orm)
    .where(and(mine, isVisible, beyond))
    .orderBy(order === "asc" ? asc(sites.id) : desc(sites.id))
    .limit(limit + 1);
  const shown = and(mine, ne(sites.status, "removed"));
  const [total] = await orm.select({ n: count() }).from(sites).where(shown);
  return { items: rows.slice(0, limit).map(siteOf), hasMore: rows.length > limit, totalCount: Number(total?.n ?? 0) };
}

const leaseOf = (no: number) => `site ${no}`;

interface Claim {
  readonly at: number;
  readonly except: ReadonlySet<number>;
  readonly node: string;
}

/** Ends: a lease that another node takes between the two statements is seen by the next look. */
async function claim(orm: Orm, { at, except, node }: Claim): Promise<Site | null> {
  const waits = inArray(sites.status, ["queued", "processing"]);
  const isHeld = sql`EXISTS (
    SELECT 1 FROM leases l WHERE l.name = 'site ' || ${sites.no} AND l.holder <> ${node} AND l.until > ${now})`;
  const due = and(isVisible, or(waits, lte(sites.nextAt, at)), notInArray(sites.no, [...except]), sql`NOT ${isHeld}`);
  for (;;) {
    const [row] = await selectSites(orm).where(due).orderBy(sites.updatedAt, sites.no).limit(1);
    if (row === undefined) return null;
    const taken = await firstRow(
      orm,
      sql`INSERT INTO leases (name, holder, until) VALUES (${leaseOf(row.no)}, ${node}, ${now} + ${leaseLength}::bigint)
        ON CONFLICT (name) DO UPDATE SET holder = excluded.holder, until = excluded.until
        WHERE leases.holder = excluded.holder OR leases.until <= ${now} RETURNING name`,
    );
    if (taken !== undefined) return siteOf(row);
  }
}

async function hold(orm: Orm, { no }: Site, node: string): Promise<boolean> {
  const held = await firstRow(
    orm,
    sql`UPDATE leases SET until = ${now} + ${leaseLength}::bigint WHERE name = ${leaseOf(no)} AND holder = ${node}
      AND EXISTS (SELECT 1 FROM sites WHERE no = ${no} AND status NOT IN ('canceled', 'removed')) RETURNING name`,
  );
  return held !== undefined;
}

async function leave(orm: Orm, { no }: Site, node: string): Promise<void> {
  await orm.execute(sql`DELETE FROM leases WHERE name = ${leaseOf(no)} AND holder = ${node}`);
}

/** Until the end of the transaction, no other node can take the site. */
async function isOurs(orm: Orm, { no }: Site, node: string): Promise<boolean> {
  const held = sql`SELECT name FROM leases WHERE name = ${leaseOf(no)} AND holder = ${node} FOR UPDATE`;
  return (await firstRow(orm, held)) !== undefined;
}

async function begin(orm: Orm, site: Site, { node, at }: { readonly node: string; readonly at: number }) {
  if (!(await isOurs(orm, site, node))) return;
  const change = { status: "processing" as const, failure: null, nextAt: null, updatedAt: at };
  const isIdle = and(eq(sites.no, site.no), notInArray(sites.status, ["processing", "removed"]));
  const begun = await orm.update(sites).set(change).where(isIdle).returning({ no: sites.no });
  // What the process before had fetched of these pages is lost.
  const changed = and(eq(sitePages.siteNo, site.no), eq(sitePages.status, "changed"));
  if (begun.length === 0) return void (await orm.update(sitePages).set({ status: "waiting" }).where(changed));
  await orm.update(sitePages).set({ status: "waiting", message: null }).where(eq(sitePages.siteNo, site.no));
  const start = { siteNo: site.no, url: site.url, depth: 0, status: "waiting" as const };
  await orm.insert(sitePages).values(start).onConflictDoNothing();
}

async function finish(orm: Orm, site: Site, { node, end }: { readonly node: string; readonly end: CrawlEnd }) {
  if (!(await isOurs(orm, site, node))) return;
  const { status, failure, at } = end;
  const nextAt = site.everyHours === null ? null : at + site.everyHours * msPerHour;
  const isRunning = and(eq(sites.no, site.no), eq(sites.status, "processing"));
  const change = { status, failure, nextAt, crawledAt: at, updatedAt: at };
  await orm.update(sites).set(change).where(isRunning);
  await forgetUnvisited(orm, site);
  await leave(orm, site, node);
}

async function forgetUnvisited(orm: Orm, { no }: Site): Promise<void> {
  await orm.execute(sql`DELETE FROM site_pages WHERE site_no = ${no} AND status = 'waiting' AND source_id IS NULL`);
}

async function nextRemoval(orm: Orm): Promise<Awaited<ReturnType<SiteStore["nextRemoval"]>>> {
  const [row] = await selectSites(orm).where(eq(sites.status, "removed")).orderBy(sites.no).limit(1);
  if (row === undefined) return null;
  const own = and(eq(sitePages.siteNo, row.no), isNotNull(sitePages.sourceId));
  const [page] = await orm.select({ id: sitePages.sourceId }).from(sitePages).where(own).limit(1);
  return { site: siteOf(row), source: page?.id ?? null };
}

async function drop(orm: Orm, { no }: Site): Promise<void> {
  await orm.execute(sql`
    DELETE FROM site_pages WHERE no IN (
      SELECT no FROM site_pages WHERE site_no = ${no} ORDER BY no LIMIT ${pagesAtOnce} FOR UPDATE)`);
  const isEmpty = sql`NOT EXISTS (SELECT 1 FROM site_pages WHERE site_no = ${no})`;
  const dropped = await firstRow(orm, sql`DELETE FROM sites WHERE no = ${no} AND ${isEmpty} RETURNING no`);
  if (dropped !== undefined) await orm.execute(sql`DELETE FROM leases WHERE name = ${leaseOf(no)}`);
}
