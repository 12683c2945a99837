import type { Awaitable } from "../kernel/awaitable.ts";
import type { ExpertId, SiteId, SourceId } from "../kernel/ids.ts";
import type { Page, PageRequest } from "../kernel/stores/page.ts";
import type { Write } from "../kernel/stores/write.ts";
import type { FetchedDocument } from "../sources/ports/document-ports.ts";
import type { PageStatus, Site, SitePage } from "./site.ts";

export type NewSite = Pick<
  Site,
  "id" | "workspaceId" | "expertId" | "keyId" | "url" | "scope" | "maxPages" | "maxDepth" | "everyHours"
>;

export interface PageResult {
  readonly status: Exclude<PageStatus, "waiting">;
  /** A sentence for the person who added the site; null: nothing to say. */
  readonly message: string | null;
  readonly source?: SourceId;
  readonly sha256?: string;
  readonly etag?: string | null;
  readonly lastModified?: string | null;
}

export interface SiteStore {
  addition(site: NewSite, at: number): Write<Site>;
  byId(expert: ExpertId, id: SiteId): Awaitable<Site | null>;
  list(expert: ExpertId, page: PageRequest): Awaitable<Page<Site>>;
  /** A site to crawl now: queued, due, or abandoned. Leased to one node for a minute. */
  due(at: number, except: ReadonlySet<number>): Awaitable<Site | null>;
  /** Renews the lease. False: the crawl must end (canceled, removed, or another node has it). */
  hold(site: Site): Awaitable<boolean>;
  leave(site: Site): Awaitable<void>;
  /** False: it already waits or is being crawled. */
  queue(site: Site, at: number): Awaitable<boolean>;
  cancel(site: Site, at: number): Awaitable<void>;
  /** Begins a crawl, or continues one: all known pages and the start address wait to be visited. */
  begin(site: Site, at: number): Awaitable<void>;
  /** Forgets addresses that were found but not visited. Does nothing if another node continues the crawl. */
  end(site: Site, end: CrawlEnd): Awaitable<void>;
  /** For a start address that redirects. */
  rescope(site: Site, scope: string): Awaitable<void>;
  /** The next page to visit: pages that are sources first, then by depth. */
  nextPage(site: Site): Awaitable<SitePage | null>;
  progress(site: Site): Awaitable<Partial<Record<PageStatus, number>>>;
  /** Adds unknown addresses, up to a multiple of the site's pages. */
  addPages(site: Site, urls: readonly string[], depth: number): Awaitable<void>;
  settle(page: SitePage, result: PageResult): Awaitable<void>;
  /** The address of another page of the site with these bytes that is a source; null: none. */
  twin(site: Site, page: SitePage, sha256: string): Awaitable<string | null>;
  /** Sources that only this site keeps, of pages that were missing in `misses` crawls in a row. */
  missing(site: Site, misses: number): Awaitable<SourceId[]>;
  hide(site: Site): Awaitable<void>;
  nextRemoval(): Awaitable<{ readonly site: Site; readonly source: SourceId | null } | null>;
  detach(site: Site, source: SourceId): Awaitable<void>;
  drop(site: Site): Awaitable<void>;
}

export interface CrawlEnd {
  readonly status: "ready" | "failed" | "canceled";
  readonly failure: string | null;
  readonly at: number;
}

export interface PageFetcher {
  /** @throws FetchError; the signal's reason when aborted */
  open(url: string, validators: Validators, signal: AbortSignal): Promise<FetchedPage>;
}

export interface Validators {
  readonly etag: string | null;
  readonly lastModified: string | null;
}

export type FetchedPage =
  /** HTTP 304. */
  | { readonly kind: "unchanged" }
  | { readonly kind: "gone" }
  /** A redirect; nothing was read. */
  | { readonly kind: "moved"; readonly url: string }
  | PageDocument;

export interface PageDocument extends FetchedDocument, Validators {
  readonly kind: "document";
  readonly robots: string | null;
  discard(): void;
}

/** Reads what leads from one page to others. Inputs are untrusted and may be cut anywhere. */
export interface PageReader {
  /** @param base the address of the page */
  links(html: Uint8Array, base: string): Promise<PageLinks>;
  sitemap(xml: Uint8Array): Promise<SitemapEntries | null>;
}

export interface PageLinks {
  /** Absolute. */
  readonly urls: readonly string[];
  readonly canonical: string | null;
  readonly robots: string | null;
}

export interface SitemapEntries {
  readonly pages: readonly string[];
  readonly sitemaps: readonly string[];
}

/** RFC 9309, for this program. */
export interface RobotsRules {
  allows(url: string): boolean;
  readonly crawlDelay: number | null;
}

export type ReadRobots = (address: string, text: string) => RobotsRules;
