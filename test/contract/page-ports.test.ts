/** What crawls are promised by what fetches pages and by what reads their links. */
import { afterAll, describe, expect, test } from "bun:test";
import { createPageReader } from "../../src/extraction/page-links.ts";
import { addressGuard } from "../../src/providers/address-guard.ts";
import { guardedFetch } from "../../src/providers/guarded-fetch.ts";
import { pageFetcher } from "../../src/providers/page-fetcher.ts";
import { robotsReader } from "../../src/providers/robots-rules.ts";
import { FetchError } from "../../src/sources/ingest/ingest-failure.ts";

const moment = "Sat, 21 Nov 2026 08:00:00 GMT";
const server = Bun.serve({
  hostname: "127.0.0.1",
  port: 0,
  fetch: ({ url, headers }): Response => {
    switch (new URL(url).pathname) {
      case "/page": {
        const isKnown = headers.get("if-none-match") === '"1"' && headers.get("if-modified-since") === moment;
        const validators = { etag: '"1"', "last-modified": moment };
        return isKnown
          ? new Response(null, { status: 304, headers: validators })
          : new Response("<p>Hi.</p>", {
              headers: { ...validators, "content-type": "text/html", "x-robots-tag": "nofollow" },
            });
      }
      case "/moved":
        return Response.redirect("/page", 302);
      case "/lost":
        return Response.redirect("/nowhere", 302);
      case "/broken":
        return new Response("no", { status: 500 });
      case "/closed":
        return new Response("no", { status: 403 });
      default:
        return new Response("no", { status: new URL(url).pathname === "/deleted" ? 410 : 404 });
    }
  },
});
afterAll(() => server.stop(true));

const base = `http://127.0.0.1:${server.port}`;
const never = new AbortController().signal;
const unknown = { etag: null, lastModified: null };
const fetcher = pageFetcher(guardedFetch(addressGuard(["127.0.0.1"]), "docent/test"));

async function textOf(content: AsyncIterable<Uint8Array>): Promise<string> {
  return Buffer.concat(await Array.fromAsync(content)).toString();
}

describe("PageFetcher: over HTTP", () => {
  test("a page with its validators, and nothing while they hold", async () => {
    const page = await fetcher.open(`${base}/page`, unknown, never);
    if (page.kind !== "document") throw new Error(page.kind);
    expect(page).toMatchObject({ etag: '"1"', lastModified: moment, robots: "nofollow", declaredType: "text/html" });
    expect(await textOf(page.content)).toBe("<p>Hi.</p>");
    const { etag, lastModified } = page;
    expect(await fetcher.open(`${base}/page`, { etag, lastModified }, never)).toEqual({ kind: "unchanged" });
  });

  test("a redirect is told with its target; a page that is gone, as gone", async () => {
    expect(await fetcher.open(`${base}/moved`, unknown, never)).toEqual({ kind: "moved", url: `${base}/page` });
    const gone = ["/nowhere", "/deleted", "/lost"].map((path) => fetcher.open(`${base}${path}`, unknown, never));
    expect(await Promise.all(gone)).toEqual(Array(3).fill({ kind: "gone" }));
  });

  test("failures tell whether trying again could help", async () => {
    const failure = (path: string) => fetcher.open(`${base}${path}`, unknown, never).catch((error: unknown) => error);
    expect(await failure("/broken")).toBeInstanceOf(FetchError);
    expect([await failure("/broken"), await failure("/closed")]).toMatchObject([
      { retryable: true },
      { retryable: false },
    ]);
    const reason = new Error("the service stops");
    await expect(fetcher.open(`${base}/page`, unknown, AbortSignal.abort(reason))).rejects.toBe(reason);
  });

  test("addresses of private networks are refused as for documents", async () => {
    const guarded = pageFetcher(guardedFetch(addressGuard([]), "docent/test"));
    await expect(guarded.open(`${base}/page`, unknown, never)).rejects.toThrow("private network");
  });
});

describe("PageReader: over HTML and XML", () => {
  const reader = createPageReader();
  const bytes = (text: string) => new TextEncoder().encode(text);

  test("links are absolute, each once, without those that ask not to be followed", async () => {
    const html = `<a href="b?x=1&amp;y=2">b</a><a href=" /c ">c</a><a href="b?x=1&y=2">again</a>
      <a rel="ugc nofollow" href="/ad">ad</a><a>none</a><area href="//h.test/d"><a href="http://[">bad</a>
      <a href="javascript:void 0">js</a><a href="mailto:a@b.test">mail</a>`;
    const { urls } = await reader.links(bytes(html), "https://a.test/docs/");
    expect(urls).toEqual([
      "https://a.test/docs/b?x=1&y=2",
      "https://a.test/c",
      "https://h.test/d",
      "javascript:void 0",
      "mailto:a@b.test",
    ]);
  });

  test("the base, the canonical address and the directives of a page", async () => {
    const html = `<base href="/root/"><link rel="canonical" href="main"><meta name="ROBOTS" content="noindex">
      <meta name="docent" content="nofollow"><a href="x">x</a>`;
    expect(await reader.links(bytes(html), "https://a.test/docs/")).toEqual({
      urls: ["https://a.test/root/x"],
      canonical: "https://a.test/root/main",
      robots: "noindex,nofollow",
    });
    expect(await reader.links(bytes("plain < text & more"), "https://a.test/")).toEqual({
      urls: [],
      canonical: null,
      robots: null,
    });
  });

  test("a page of any bytes, cut anywhere, gives links or none", async () => {
    const html = bytes('<p>x</p><a href="one">one</a><a href="two">');
    for (let end = 0; end <= html.length; end++)
      expect((await reader.links(html.subarray(0, end), "https://a.test/")).urls.length).toBeLessThanOrEqual(2);
    const noise = new Uint8Array(5000).map((_, i) => (i * 7919) % 256);
    expect((await reader.links(noise, "https://a.test/")).urls).toEqual([]);
  });

  test("a sitemap of a million open elements is none, and is left after the first thousands", async () => {
    expect(await reader.sitemap(bytes(`<urlset>${"<a>".repeat(1_000_000)}`))).toBeNull();
  });

  test("sitemaps give their addresses, other XML and text none", async () => {
    const map = `<?xml version="1.0"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
      <url><loc>https://a.test/?a=1&amp;b=2</loc><lastmod>2026-11-21</lastmod></url>
      <url><loc><![CDATA[https://a.test/b]]></loc><image><loc>https://a.test/i.png</loc></image></url>`;
    expect(await reader.sitemap(bytes(map))).toEqual({
      pages: ["https://a.test/?a=1&b=2", "https://a.test/b"],
      sitemaps: [],
    });
    const index = "<sitemapindex><sitemap><loc>https://a.test/1.xml</loc></sitemap></sitemapindex>";
    expect(await reader.sitemap(bytes(index))).toEqual({ pages: [], sitemaps: ["https://a.test/1.xml"] });
    expect([await reader.sitemap(bytes("<rss></rss>")), await reader.sitemap(bytes("urlset"))]).toEqual([null, null]);
  });
});

describe("RobotsRules: of robots.txt", () => {
  const read = robotsReader("docent");
  const address = "https://a.test/robots.txt";

  test("the group of this program counts before that of all", () => {
    const rules = read(address, "User-agent: *\nDisallow: /\n\nUser-agent: Docent\nDisallow: /x\nCrawl-delay: 2\n");
    expect([rules.allows("https://a.test/y"), rules.allows("https://a.test/x/z"), rules.crawlDelay]).toEqual([
      true,
      false,
      2,
    ]);
  });

  test("no rules allow everything", () => {
    const rules = read(address, "<html>Not found</html>");
    expect([rules.allows("https://a.test/y"), rules.crawlDelay]).toEqual([true, null]);
  });
});
