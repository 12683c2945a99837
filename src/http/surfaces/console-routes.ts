/** The console's page and files, embedded and precompressed. */
import { Elysia } from "elysia";
import { Fault } from "../../kernel/fault.ts";
import { pageHeaders } from "../edge/security-headers.ts";

export interface ConsoleFile {
  readonly type: string;
  /** Its name contains a hash, so it can be cached permanently. */
  readonly isHashed: boolean;
  /** With quotes, as in `ETag`. */
  readonly etag: string;
  readonly plain: Uint8Array<ArrayBuffer>;
  readonly gzip: Uint8Array<ArrayBuffer>;
  readonly brotli: Uint8Array<ArrayBuffer>;
}

/** The page is made for the address that asks. */
type ServedFile = Omit<ConsoleFile, "brotli"> & { readonly brotli: ConsoleFile["brotli"] | null };

export type ConsoleFiles = () => Promise<ReadonlyMap<string, ConsoleFile>>;

export const pageName = "console.html";

/** The browser decides which part is shown. */
const pages = ["/", "/experts", "/experts/*", "/c/*", "/usage", "/keys", "/system", "/handbook", "/handbook/*"];

/**
 * Scripts only from our files, no markup from strings (Trusted Types), connections only to this service. The one named
 * policy starts the thread that draws PDF pages.
 */
const policy =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; " +
  "base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types docent-threads";

const hidden = { detail: { hide: true } };

export function consoleRoutes(files: ConsoleFiles) {
  const app = new Elysia({ name: "console-routes" });
  const page = async ({ request }: { readonly request: Request }) =>
    sent(request, pageAt(new URL(request.url).pathname, (await files()).get(pageName)));
  for (const path of pages) app.get(path, page, hidden);
  return app.get(
    "/assets/:name",
    async ({ request, params }) => sent(request, (await files()).get(params.name)),
    hidden,
  );
}

/** The console's own "Page not found" for an unknown address. Undefined unless a browser asks for a page. */
export function lostPage(files: ConsoleFiles) {
  return (request: Request): Promise<Response> | undefined => {
    const { method, url, headers } = request;
    const { pathname } = new URL(url);
    const isFollowed = method === "GET" && headers.get("accept")?.includes("text/html") === true;
    if (!isFollowed || pathname.startsWith("/v1/")) return undefined;
    return files().then((all) => sent(request, pageAt(pathname, all.get(pageName)), 404));
  };
}

/** The page names its files relative to `assets` at the root of the service, perhaps below a proxy's path. */
function pageAt(path: string, page: ConsoleFile | undefined): ServedFile | undefined {
  if (page === undefined) return undefined;
  const steps = path.split("/").length - 2;
  const html = new TextDecoder().decode(page.plain).replaceAll('="./', `="./${"../".repeat(steps)}assets/`);
  const plain = new TextEncoder().encode(html);
  const etag = `${page.etag.slice(0, -1)}-${steps}"`;
  return { ...page, etag, plain, gzip: Bun.gzipSync(plain), brotli: null };
}

function sent(request: Request, file: ServedFile | undefined, status = 200): Response {
  if (file === undefined)
    throw new Fault("route_not_found", "The console has no such file.", { hint: "Load its page again." });
  const headers = {
    ...pageHeaders,
    "content-security-policy": policy,
    "cache-control": file.isHashed ? "public, max-age=31536000, immutable" : "no-cache",
    vary: "accept-encoding",
    etag: file.etag,
  };
  if (request.headers.get("if-none-match") === file.etag) return new Response(null, { status: 304, headers });
  const { body, encoding } = encodedFor(request, file);
  return new Response(body, {
    status,
    headers: { ...headers, "content-type": file.type, ...(encoding === null ? {} : { "content-encoding": encoding }) },
  });
}

function encodedFor(request: Request, { plain, gzip, brotli }: ServedFile) {
  const accepted = (request.headers.get("accept-encoding") ?? "")
    .split(",")
    .map((coding) => coding.trim().toLowerCase())
    .filter((coding) => !/;\s*q=0(?:\.0*)?$/.test(coding))
    .map((coding) => coding.split(";")[0]);
  if (brotli !== null && accepted.includes("br")) return { body: brotli, encoding: "br" };
  return accepted.includes("gzip") ? { body: gzip, encoding: "gzip" } : { body: plain, encoding: null };
}
