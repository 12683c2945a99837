import type { FetchedPage, PageFetcher, Validators } from "../sites/ports.ts";
import type { GuardedFetch } from "./guarded-fetch.ts";
import { documentOf } from "./url-fetcher.ts";

export function pageFetcher(fetchGuarded: GuardedFetch): PageFetcher {
  return {
    open: async (address, validators, signal): Promise<FetchedPage> => {
      const fetched = await fetchGuarded(address, { signal, headers: conditions(validators) });
      const { response, url } = fetched;
      const { status, headers } = response;
      const discard = () => void response.body?.cancel().catch(() => {});
      const isElsewhere = url.href !== new URL(address).href;
      if (status === 304 || status === 404 || status === 410 || (isElsewhere && response.ok)) {
        discard();
        if (isElsewhere && response.ok) return { kind: "moved", url: url.href };
        return { kind: status === 304 ? "unchanged" : "gone" };
      }
      return {
        ...documentOf(fetched, signal),
        kind: "document",
        etag: headers.get("etag"),
        lastModified: headers.get("last-modified"),
        robots: headers.get("x-robots-tag"),
        discard,
      };
    },
  };
}

/** RFC 9110, 13.1.2 and 13.1.3. */
function conditions({ etag, lastModified }: Validators): Record<string, string> {
  return {
    accept: "text/html, application/xhtml+xml, text/plain, text/markdown, application/pdf, application/xml, */*;q=0.1",
    ...(etag !== null && { "if-none-match": etag }),
    ...(lastModified !== null && { "if-modified-since": lastModified }),
  };
}
