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
  /** A sentence for the person who added the site; null if there is nothing to say. */
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
  /** A site to crawl now: queued, due, or left by an earlier process. One node gets it, for a minute. */
  due(at: number, except: ReadonlySet<number>): Awaitable<Site | null>;
  /** Keeps the site another minute. False: the crawl is to end (canceled, removed, or another node has it). */
  hold(site: Site): Awaitable<boolean>;
  leave(site: Site): Awaitable<void>;
  /** Marks it as queued. False if it is already waiting or being crawled. */
  queue(site: Site, at: number): Awaitable<boolean>;
  cancel(site: Site, at: number): Awaitable<void>;
  /** Begins a crawl: every known page waits to be visited, and the start address with them. Continues one that was begun. */
  begin(site: Site, at: number): Awaitable<void>;
  /** Ends it, unless another node continues it. Addresses that were found but not visited are forgotten. */
  end(site: Site, end: CrawlEnd): Awaitable<void>;
  /** The scope follows a start address that redirects. */
  rescope(site: Site, scope: string): Awaitable<void>;
  /** The next page to visit: pages that are sources first, then by depth. */
  nextPage(site: Site): Awaitable<SitePage | null>;
  /** How many pages of the crawl have come to each status. */
  progress(site: Site): Awaitable<Partial<Record<PageStatus, number>>>;
  /** Adds addresses that are not known yet, up to a bound of a multiple of the site's pages. */
  addPages(site: Site, urls: readonly string[], depth: number): Awaitable<void>;
  settle(page: SitePage, result: PageResult): Awaitable<void>;
  /** Of a page that is a source and has these bytes; null if there is none. */
  twin(site: Site, page: SitePage, sha256: string): Awaitable<string | null>;
  /** The sources that the site keeps of pages that were missing in that many crawls in a row. */
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
  /** 304: as the validators say. */
  | { readonly kind: "unchanged" }
  | { readonly kind: "gone" }
  /** It redirects to another address; nothing was read. */
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
  /** Absolute, as they stand in the page. */
  readonly urls: readonly string[];
  readonly canonical: string | null;
  /** The content of `<meta name="robots">`. */
  readonly robots: string | null;
}

export interface SitemapEntries {
  readonly pages: readonly string[];
  readonly sitemaps: readonly string[];
}

/** The rules of a robots.txt file (RFC 9309) for this program. */
export interface RobotsRules {
  allows(url: string): boolean;
  readonly crawlDelay: number | null;
}

export type ReadRobots = (address: string, text: string) => RobotsRules;
