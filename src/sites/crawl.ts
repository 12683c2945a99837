import type { SourceId } from "../kernel/ids.ts";
import { FetchError } from "../sources/ingest/ingest-failure.ts";
import type { KeepingService } from "../sources/keeping-service.ts";
import { type ChangedPages, createChangedPages } from "./changed-pages.ts";
import { beginningOf, CrawlError, type Visit, type VisitParts, visitPage } from "./page-visit.ts";
import type { ReadRobots, RobotsRules } from "./ports.ts";
import type { SitePage } from "./site.ts";

export interface CrawlParts extends Omit<VisitParts, "holdOff" | "changed"> {
  readonly keeping: Pick<KeepingService, "release" | "replace">;
  /** @throws what ends the crawl, if its expert was deleted or another node continues it */
  readonly checkWanted: () => Promise<void>;
  readonly readRobots: ReadRobots;
  readonly pause: (milliseconds: number, signal: AbortSignal) => Promise<void>;
}

/** Milliseconds between requests to a site whose robots.txt states none. */
const betweenRequests = 1000;
/** The longest delay that a robots.txt can ask for. */
const longestDelay = 60_000;
/** Milliseconds before a page is offered again to a full queue. */
const queuePause = 10_000;
/** Milliseconds, redirects included. */
const pageDeadline = 60_000;
/** Bytes (RFC 9309, section 2.5: at least 500 KiB). */
const mostRobots = 512_000;
/** A source is deleted when its page was missing in this many crawls in a row. */
const missesUntilDeleted = 2;

/** Continues a crawl that was begun. @throws CrawlError if it cannot continue; the signal's reason when aborted */
export async function crawlSite(parts: CrawlParts): Promise<void> {
  const changed = createChangedPages(parts);
  try {
    const answered = await visitPages({ ...parts, changed });
    if (answered === 0) throw new CrawlError(nothingReached(parts));
    await applyChanges({ ...parts, changed });
    await deleteMissing(parts);
  } finally {
    changed.discard();
  }
}

type Crawling = CrawlParts & { readonly changed: ChangedPages };

async function applyChanges(parts: Crawling): Promise<void> {
  const { keeping, expert, site, pause, signal, changed } = parts;
  const mayReplace = async (sources: readonly SourceId[]) => (await keeping.replace(expert, site.id, sources)) === null;
  await changed.apply({ ...parts, holdOff: () => pause(queuePause, signal), mayReplace });
}

/** Returns the number of pages that the site answered. */
async function visitPages(given: Crawling): Promise<number> {
  const { store } = given;
  let parts = given;
  let rules = await robotsOf(parts);
  const counts = await countsOf(parts);
  const next = async () => (counts.visited < parts.site.maxPages ? nextPage(parts) : null);
  for (let page = await next(); page !== null; page = await next()) {
    const refusal = refusalOf(page, rules);
    if (refusal !== null) {
      await store.settle(page, { status: "refused", message: refusal });
      continue;
    }
    await waitForTurn(parts, counts.requests++ === 0 ? 0 : restBetween(rules));
    const { status, scope } = await visitWithin(parts, page);
    counts.visited += status === "skipped" ? 0 : 1;
    counts.answered += status === "failed" || status === "gone" ? 0 : 1;
    if (scope === undefined) continue;
    parts = { ...parts, site: { ...parts.site, scope } };
    await store.rescope(parts.site, scope);
    rules = await robotsOf(parts);
  }
  return counts.answered;
}

/** Includes what a killed process had done. */
async function countsOf({ store, site }: Crawling): Promise<{ requests: number; visited: number; answered: number }> {
  const { read = 0, unchanged = 0, skipped = 0, held = 0, gone = 0, failed = 0 } = await store.progress(site);
  const visited = read + unchanged + held;
  return { requests: 0, visited: visited + gone + failed, answered: visited + skipped };
}

/** Known sources come first, so that their fate is clear before new pages are added. */
async function nextPage(parts: Crawling): Promise<SitePage | null> {
  const page = await parts.store.nextPage(parts.site);
  if (page?.sourceId === null) await applyChanges(parts);
  return page;
}

function restBetween({ crawlDelay }: RobotsRules): number {
  return Math.min(Math.max((crawlDelay ?? 0) * 1000, betweenRequests), longestDelay);
}

async function waitForTurn({ pause, signal, checkWanted }: CrawlParts, milliseconds: number): Promise<void> {
  if (milliseconds > 0) await pause(milliseconds, signal);
  signal.throwIfAborted();
  await checkWanted();
}

async function deleteMissing({ store, site, keeping, expert }: CrawlParts): Promise<void> {
  const missing = await store.missing(site, missesUntilDeleted);
  const { held } = await keeping.release(expert, site.id, missing);
  if (held === null) for (const source of missing) await store.detach(site, source);
}

function refusalOf({ url, isWithdrawn }: SitePage, rules: RobotsRules): string | null {
  if (isWithdrawn) return "Its source was deleted. Add the site again to read it.";
  return rules.allows(url) ? null : "robots.txt does not allow it.";
}

async function visitWithin(parts: Crawling, page: SitePage): Promise<Visit> {
  const { store, site, signal, pause } = parts;
  const deadline = AbortSignal.timeout(pageDeadline);
  const holdOff = () => pause(queuePause, signal);
  const watched = AbortSignal.any([signal, deadline]);
  try {
    const visit = await visitPage({ ...parts, signal: watched, holdOff }, page);
    const { scope: _, ...result } = visit;
    await store.settle(page, result);
    if (result.status === "failed" && page.url === site.url && result.message !== null)
      throw new CrawlError(result.message);
    return visit;
  } catch (error) {
    signal.throwIfAborted();
    if (!deadline.aborted) throw error;
    const late = { status: "failed" as const, message: `It took longer than ${pageDeadline / 1000} seconds.` };
    await store.settle(page, late);
    return late;
  }
}

function nothingReached({ site }: CrawlParts): string {
  return `No page of ${new URL(site.url).host} could be read. Check the address, and whether its robots.txt allows it.`;
}

/** Without robots.txt all is allowed; if it cannot be fetched, nothing (RFC 9309, 2.3.1). @throws CrawlError */
async function robotsOf(parts: CrawlParts): Promise<RobotsRules> {
  const { fetcher, site, signal, readRobots } = parts;
  const address = new URL("/robots.txt", site.scope).href;
  const noRules = readRobots(address, "");
  try {
    const within = AbortSignal.any([signal, AbortSignal.timeout(pageDeadline)]);
    const fetched = await fetcher.open(address, { etag: null, lastModified: null }, within);
    if (fetched.kind !== "document") return noRules;
    return readRobots(address, new TextDecoder().decode(await beginningOf(fetched.content, mostRobots)));
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof FetchError && !error.retryable) return noRules;
    const reason = error instanceof FetchError ? error.message : "It took too long.";
    throw new CrawlError(`${address} could not be read, so nothing may be. ${reason}`, error);
  }
}
