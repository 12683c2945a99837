/** A site: a start address or a sitemap whose pages are read, each as a source of its own, and kept in step. */
import type { ExpertId, KeyId, SiteId, SourceId, WorkspaceId } from "../kernel/ids.ts";

export const siteStatuses = ["queued", "processing", "ready", "failed", "canceled"] as const;
/** `ready`: the last crawl was completed. Its pages are sources with states of their own. */
export type SiteStatus = (typeof siteStatuses)[number];

export interface SiteRequest {
  readonly url: string;
  readonly maxPages: number;
  /** Links from the start address; 0 reads that page alone. Ignored for the pages of a sitemap. */
  readonly maxDepth: number;
  /** Null: only on request. */
  readonly everyHours: number | null;
}

export interface Site extends SiteRequest {
  readonly no: number;
  readonly id: SiteId;
  readonly workspaceId: WorkspaceId;
  readonly expertId: ExpertId;
  readonly keyId: KeyId;
  /** Addresses that begin with it belong to the site. */
  readonly scope: string;
  readonly status: SiteStatus;
  /** Why the last crawl failed; null: it did not, or there was none. */
  readonly failure: string | null;
  readonly counts: SiteCounts;
  readonly createdAt: number;
  readonly updatedAt: number;
  readonly crawledAt: number | null;
  readonly nextAt: number | null;
}

export interface SiteCounts {
  readonly found: number;
  /** Pages visited in the present or the last crawl. */
  readonly visited: number;
  readonly sources: number;
  readonly failed: number;
}

/** `refused`: by its owner. `skipped`: no document of its own. `changed`: waits for other pages. `held`: for a person. */
export type PageStatus =
  | "waiting"
  | "read"
  | "unchanged"
  | "gone"
  | "refused"
  | "skipped"
  | "failed"
  | "changed"
  | "held";

export interface SitePage {
  readonly no: number;
  readonly url: string;
  readonly depth: number;
  readonly sourceId: SourceId | null;
  readonly isWithdrawn: boolean;
  readonly misses: number;
  /** Validators of the last answer (RFC 9110, section 8.8). */
  readonly etag: string | null;
  readonly lastModified: string | null;
}

export const siteLimits = { pages: 10_000, depth: 20, hours: 8760 } as const;
export const siteDefaults = { maxPages: 200, maxDepth: 3 } as const;

/** Crawls in a row in which the page was missing. A page that could not be fetched may still exist. */
export function missesAfter({ misses }: SitePage, status: PageStatus): number {
  if (status === "gone" || status === "refused") return misses + 1;
  return status === "failed" ? misses : 0;
}

export function mostKnown(maxPages: number): number {
  return maxPages * 5 + 500;
}
