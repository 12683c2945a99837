/** The console's page and its files: all embedded in the executable, precompressed, under the strictest policy. */
import { Elysia } from "elysia";
import { Fault } from "../../kernel/fault.ts";
import { pageHeaders } from "../edge/security-headers.ts";

/** A file of the console, ready to be sent. */
export interface ConsoleFile {
  readonly type: string;
  /** Whether its name contains a hash of its content, so that it can be cached permanently. */
  readonly isHashed: boolean;
  /** With quotes, as in `ETag`. */
  readonly etag: string;
  readonly plain: Uint8Array<ArrayBuffer>;
  readonly gzip: Uint8Array<ArrayBuffer>;
  readonly brotli: Uint8Array<ArrayBuffer>;
}

/** By name; `console.html` is the page. */
export type ConsoleFiles = () => Promise<ReadonlyMap<string, ConsoleFile>>;

export const pageName = "console.html";

/** All addresses of the page. The browser decides which part is shown. */
const pages = ["/", "/experts", "/experts/*", "/c/*", "/usage", "/keys", "/system", "/handbook", "/handbook/*"];

/**
 * Only scripts from the service's own files, no markup from strings (Trusted Types without any policy), connections only to
 * this service. PDF originals are shown in a frame by the browser's own viewer.
 */
const policy =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; frame-src 'self'; " +
  "base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'";

const hidden = { detail: { hide: true } };

export function consoleRoutes(files: ConsoleFiles) {
  const app = new Elysia({ name: "console-routes" });
  for (const path of pages) app.get(path, async ({ request }) => sent(request, (await files()).get(pageName)), hidden);
  return app.get(
    "/assets/:name",
    async ({ request, params }) => sent(request, (await files()).get(params.name)),
    hidden,
  );
}

function sent(request: Request, file: ConsoleFile | undefined): Response {
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
    headers: { ...headers, "content-type": file.type, ...(encoding === null ? {} : { "content-encoding": encoding }) },
  });
}

function encodedFor(request: Request, { plain, gzip, brotli }: ConsoleFile) {
  const accepted = (request.headers.get("accept-encoding") ?? "")
    .split(",")
    .map((coding) => coding.trim().toLowerCase())
    .filter((coding) => !/;\s*q=0(?:\.0*)?$/.test(coding))
    .map((coding) => coding.split(";")[0]);
  if (accepted.includes("br")) return { body: brotli, encoding: "br" };
  return accepted.includes("gzip") ? { body: gzip, encoding: "gzip" } : { body: plain, encoding: null };
}
