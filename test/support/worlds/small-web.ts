/** Pages of a web that a test writes, with a fetcher that counts what is asked for. */
import type { FetchedPage, Validators } from "../../../src/sites/ports.ts";
import { FetchError } from "../../../src/sources/ingest/ingest-failure.ts";

export interface WebPage {
  readonly body?: string;
  readonly type?: string;
  readonly etag?: string;
  /** The target of a redirect. */
  readonly to?: string;
  readonly robots?: string;
  /** 404, or a failure that may pass. */
  readonly fails?: "gone" | "down";
}

export interface SmallWeb {
  readonly pages: Map<string, WebPage>;
  /** Addresses in the order in which they were asked for, `unchanged` ones with a sign. */
  readonly requests: string[];
  open(url: string, validators: Validators, signal: AbortSignal): Promise<FetchedPage>;
}

/** @param given address to page; text stands for a page of HTML. Other addresses do not exist. */
export function smallWeb(given: Readonly<Record<string, string | WebPage>>): SmallWeb {
  const pages = new Map(
    Object.entries(given).map(([url, page]) => [url, typeof page === "string" ? { body: page } : page]),
  );
  const requests: string[] = [];
  return {
    pages,
    requests,
    open: async (url, { etag }, signal) => {
      signal.throwIfAborted();
      const page = pages.get(url);
      const isUnchanged = page?.etag !== undefined && page.etag === etag;
      requests.push(isUnchanged ? `= ${url}` : url);
      if (page?.fails === "down") throw new FetchError(`${new URL(url).host} answered 503. Try again later.`, true);
      if (page === undefined || page.fails === "gone") return { kind: "gone" };
      if (page.to !== undefined) return { kind: "moved", url: page.to };
      return isUnchanged ? { kind: "unchanged" } : documentOf(page);
    },
  };
}

function documentOf({ body = "", type = "text/html", etag, robots }: WebPage): FetchedPage {
  const bytes = new TextEncoder().encode(body);
  return {
    kind: "document",
    content: (async function* () {
      yield bytes;
    })(),
    bytes: bytes.length,
    declaredType: type,
    filename: null,
    etag: etag ?? null,
    lastModified: null,
    robots: robots ?? null,
    discard: () => undefined,
  };
}
