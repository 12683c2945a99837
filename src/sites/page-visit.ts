import type { Expert } from "../experts/expert.ts";
import { NamedError } from "../kernel/error-code.ts";
import { Fault } from "../kernel/fault.ts";
import { FetchError } from "../sources/ingest/ingest-failure.ts";
import type { ReceivedFile } from "../sources/ports/store-ports.ts";
import type { Source } from "../sources/source.ts";
import type { SourceService } from "../sources/source-service.ts";
import { addressInScope, differInQuery, scopeOf } from "./crawl-scope.ts";
import type { PageDocument, PageFetcher, PageReader, PageResult, SiteStore } from "./ports.ts";
import type { Site, SitePage } from "./site.ts";

export interface VisitParts {
  readonly store: SiteStore;
  readonly fetcher: PageFetcher;
  readonly reader: PageReader;
  readonly sources: Pick<SourceService, "receive" | "add" | "list" | "original">;
  readonly changed: { put(page: SitePage, content: ReplacingContent, bytes: Uint8Array): Promise<void> };
  readonly expert: Expert;
  readonly site: Site;
  readonly signal: AbortSignal;
  readonly holdOff: () => Promise<void>;
}

/** Bytes in which links are looked for. */
const mostRead = 4_000_000;
/** Other documents are not kept in memory. */
const readable = /^(?:text\/(?:html|plain|markdown|xml|csv)|application\/(?:xhtml\+xml|xml|rss\+xml|atom\+xml))$/;
const documents =
  /^(?:application\/(?:pdf|epub\+zip|json|octet-stream|vnd\.openxmlformats-officedocument\.\S+)|message\/rfc822)$/;

export interface Visit extends PageResult {
  /** Set when the start address redirects. */
  readonly scope?: string;
}

export function visitPage(parts: VisitParts, page: SitePage): Promise<Visit> {
  return visited(parts.signal, () => visit(parts, page));
}

/** Returns an error that is about the page as its result. @throws as `visitPage` */
export async function visited<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T | PageResult> {
  try {
    return await work();
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof FetchError) return { status: "failed", message: error.message };
    if (!(error instanceof Fault)) throw error;
    if (error.code === "kept_elsewhere") return { status: "skipped", message: error.message };
    if (error.code === "quota_exceeded" || error.code === "storage_full") throw new CrawlError(error.message, error);
    return { status: "failed", message: error.message };
  }
}

async function visit(parts: VisitParts, page: SitePage): Promise<Visit> {
  const fetched = await parts.fetcher.open(page.url, page, parts.signal);
  switch (fetched.kind) {
    case "unchanged":
      return { status: "unchanged", message: null };
    case "gone":
      return { status: "gone", message: "The page does not exist any more." };
    case "moved":
      return moved(parts, page, fetched.url);
    case "document":
      return read(parts, page, fetched);
  }
}

async function moved({ store, site }: VisitParts, page: SitePage, target: string): Promise<Visit> {
  const isStart = page.url === site.url;
  const scope = isStart ? scopeOf(target) : site.scope;
  const address = addressInScope(target, scope);
  if (address === null) return { status: "skipped", message: "It redirects to an address outside of the site." };
  await store.addPages(site, [address], page.depth);
  return { status: "skipped", message: `It redirects to ${address}.`, ...(isStart && { scope }) };
}

async function read(parts: VisitParts, page: SitePage, document: PageDocument): Promise<Visit> {
  const type = document.declaredType?.split(";")[0]?.trim().toLowerCase() ?? "text/html";
  if (!readable.test(type) && !documents.test(type)) {
    document.discard();
    return { status: "skipped", message: `Its type is ${type}.` };
  }
  const kept = new KeptBytes(readable.test(type) ? mostRead : 0);
  const file = await parts.sources.receive(kept.passing(document.content));
  let isPut = false;
  try {
    const verdict = await followed(parts, page, document, type, kept.bytes());
    if (verdict !== null) return verdict;
    const twin = page.sourceId === null ? await parts.store.twin(parts.site, page, file.sha256) : null;
    if (twin !== null) return { status: "skipped", message: `It is the same as ${twin}.` };
    const existing = await sourceAt(parts, page);
    if (!isReplaced(existing, file)) return await keepPage(parts, page, { document, file, existing });
    await parts.changed.put(page, { document, file, existing }, kept.bytes());
    isPut = true;
    return { status: "changed", message: null };
  } finally {
    if (!isPut) file.discard();
  }
}

function isReplaced(existing: Source | null, { sha256 }: ReceivedFile): existing is Source {
  return existing?.sha256 != null && existing.sha256 !== sha256;
}

async function sourceAt({ sources, expert }: VisitParts, { url }: SitePage): Promise<Source | null> {
  const filter = { status: null, externalId: url };
  return (await sources.list(expert, filter, { limit: 1, order: "asc", after: null })).items[0] ?? null;
}

async function followed(
  parts: VisitParts,
  page: SitePage,
  document: PageDocument,
  type: string,
  bytes: Uint8Array,
): Promise<Visit | null> {
  if (type.endsWith("xml") && type !== "application/xhtml+xml") return sitemapResult(parts, page, bytes);
  if (type !== "text/html" && type !== "application/xhtml+xml") return null;
  const { site, store, reader } = parts;
  const { urls, canonical, robots } = await reader.links(bytes, page.url);
  const directives = `${document.robots ?? ""},${robots ?? ""}`.toLowerCase();
  const isFollowed = !/\b(?:nofollow|none)\b/.test(directives) && page.depth < site.maxDepth;
  if (isFollowed) await store.addPages(site, inScope(urls, site.scope), page.depth + 1);
  if (/\b(?:noindex|none)\b/.test(directives))
    return { status: "refused", message: "The page asks not to be indexed." };
  const main = canonical === null ? null : addressInScope(canonical, site.scope);
  if (main === null || !differInQuery(main, page.url)) return null;
  await store.addPages(site, [main], page.depth);
  return { status: "skipped", message: `Its canonical address is ${main}.` };
}

/** A sitemap may list any page of its host. Links in those pages are not followed: the sitemap is the list. */
async function sitemapResult({ store, site, reader }: VisitParts, page: SitePage, bytes: Uint8Array): Promise<Visit> {
  const entries = await reader.sitemap(bytes);
  if (entries === null) return { status: "skipped", message: "It is neither a page nor a sitemap." };
  const scope = `${new URL(page.url).origin}/`;
  await store.addPages(site, inScope(entries.sitemaps, scope), page.depth);
  if (site.maxDepth > page.depth) await store.addPages(site, inScope(entries.pages, scope), site.maxDepth);
  const isStart = page.depth === 0 && site.scope !== scope;
  return { status: "skipped", message: `It is a sitemap of ${entries.pages.length} pages.`, ...(isStart && { scope }) };
}

function inScope(urls: readonly string[], scope: string): string[] {
  return urls.map((url) => addressInScope(url, scope)).filter((url) => url !== null);
}

export interface PageContent {
  readonly document: PageDocument;
  readonly file: ReceivedFile;
  /** Null: the page is new. */
  readonly existing: Source | null;
}

export type ReplacingContent = PageContent & { readonly existing: Source };

export async function keepPage(parts: PageKeeping, page: SitePage, content: PageContent): Promise<PageResult> {
  const { sources, expert, site } = parts;
  const { document, file, existing } = content;
  const facts = {
    type: "url" as const,
    title: null,
    externalId: page.url,
    filename: document.filename,
    declaredType: document.declaredType,
    keeper: site.id,
    // Later edits by somebody else stay.
    url: existing === null ? page.url : null,
    metadata: existing === null ? { site: site.id } : null,
  };
  const { source, outcome } = await offered(parts, () => sources.add(expert, site.keyId, { facts, origin: { file } }));
  return {
    status: outcome === "duplicate" ? "unchanged" : "read",
    message: null,
    source: source.id,
    sha256: file.sha256,
    etag: document.etag,
    lastModified: document.lastModified,
  };
}

type PageKeeping = Pick<VisitParts, "sources" | "expert" | "site" | "holdOff" | "signal">;

/** Waits while the queue of sources is full. */
async function offered<T>(
  { holdOff, signal }: Pick<VisitParts, "holdOff" | "signal">,
  offer: () => Promise<T>,
): Promise<T> {
  for (;;) {
    try {
      return await offer();
    } catch (error) {
      if (!(error instanceof Fault) || error.code !== "queue_full") throw error;
    }
    await holdOff();
    signal.throwIfAborted();
  }
}

export async function beginningOf(content: AsyncIterable<Uint8Array>, most: number): Promise<Uint8Array> {
  const kept = new KeptBytes(most);
  for await (const _ of kept.passing(content)) if (kept.isFull) break;
  return kept.bytes();
}

class KeptBytes {
  readonly #most: number;
  readonly #pieces: Uint8Array[] = [];
  #length = 0;

  constructor(most: number) {
    this.#most = most;
  }

  async *passing(content: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    for await (const piece of content) {
      const room = this.#most - this.#length;
      if (room > 0) this.#keep(piece.slice(0, room));
      yield piece;
    }
  }

  #keep(piece: Uint8Array): void {
    this.#pieces.push(piece);
    this.#length += piece.byteLength;
  }

  get isFull(): boolean {
    return this.#length >= this.#most;
  }

  bytes(): Uint8Array {
    return Buffer.concat(this.#pieces);
  }
}

/** The message is for the person who added the site. */
export class CrawlError extends NamedError {}
