import { createTurnTaking, type TurnTaking } from "../kernel/mutex.ts";
import type { PageLinks, PageReader, SitemapEntries } from "../sites/ports.ts";

/** A page with more is a trap or a directory. */
const mostLinks = 5000;
const mostEntries = 50_000;

/** Characters, in one turn of the event loop. */
const readAtOnce = 20_000;
/** A sitemap nests four elements; deep nesting takes the parser quadratic time. */
const deepest = 100;

export function createPageReader(turns: TurnTaking = createTurnTaking()): PageReader {
  return { links, sitemap: (xml) => sitemap(xml, turns) };
}

async function links(html: Uint8Array, base: string): Promise<PageLinks> {
  const hrefs: string[] = [];
  const [bases, canonicals, robots]: [string[], string[], string[]] = [[], [], []];
  const rewriter = new HTMLRewriter()
    .on("base[href]", { element: (element) => keep(bases, element.getAttribute("href")) })
    .on("a[href], area[href]", {
      element: (element) => {
        const isFollowed = !/\bnofollow\b/i.test(element.getAttribute("rel") ?? "");
        if (isFollowed && hrefs.length < mostLinks) keep(hrefs, element.getAttribute("href"));
      },
    })
    .on('link[rel="canonical"]', { element: (element) => keep(canonicals, element.getAttribute("href")) })
    .on("meta[name]", {
      element: (element) => {
        const name = element.getAttribute("name")?.toLowerCase();
        if (name === "robots" || name === "docent") keep(robots, element.getAttribute("content"));
      },
    });
  await rewriter.transform(new Response(html)).arrayBuffer();
  const root = URL.parse(bases[0] ?? "", base)?.href ?? base;
  const absolute = (href: string) => URL.parse(decoded(href).trim(), root)?.href;
  const [canonical] = canonicals;
  return {
    urls: [...new Set(hrefs.map(absolute).filter((url) => url !== undefined))],
    canonical: canonical === undefined ? null : (absolute(canonical) ?? null),
    robots: robots.length === 0 ? null : robots.join(","),
  };
}

function keep(values: string[], value: string | null): void {
  if (value !== null) values.push(value);
}

function decoded(href: string): string {
  return href.replace(/&(?:amp|#38|#x26);/gi, "&");
}

async function sitemap(xml: Uint8Array, turns: TurnTaking): Promise<SitemapEntries | null> {
  const text = new TextDecoder().decode(xml);
  if (!/<(?:urlset|sitemapindex)[\s>]/.test(text.slice(0, 2000))) return null;
  const [pages, sitemaps]: [string[], string[]] = [[], []];
  const path: string[] = [];
  const { Parser } = await import("htmlparser2");
  let location = "";
  const parser = new Parser(
    {
      onopentag: (name) => {
        path.push(name);
        if (name === "loc") location = "";
      },
      ontext: (piece) => {
        if (path.at(-1) === "loc") location += piece;
      },
      onclosetag: (name) => {
        path.pop();
        const list = path.at(-1) === "url" ? pages : path.at(-1) === "sitemap" ? sitemaps : null;
        if (name === "loc" && list !== null && list.length < mostEntries) list.push(location.trim());
      },
    },
    { xmlMode: true, decodeEntities: true },
  );
  for (let at = 0; at < text.length; at += readAtOnce) {
    if (path.length > deepest) return null;
    await turns.next();
    parser.write(text.slice(at, at + readAtOnce));
  }
  parser.end();
  return { pages, sitemaps };
}
