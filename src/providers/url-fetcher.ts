/** Fetches documents over HTTP: guarded at every redirect, and told apart by whether trying again could help. */
import { FetchError } from "../sources/fetch-error.ts";
import type { FetchedDocument, UrlFetcher } from "../sources/ports.ts";
import type { AddressGuard, GuardedTarget } from "./address-guard.ts";

const maxRedirects = 5;
const redirects = new Set([301, 302, 303, 307, 308]);

/** @param userAgent a name and a version (RFC 9110, section 10.1.5). */
export function urlFetcher(guard: AddressGuard, userAgent: string): UrlFetcher {
  return {
    open: async (address, signal) => {
      let url = new URL(address);
      for (let hops = 0; hops <= maxRedirects; hops++) {
        const response = await request(await guarded(guard, url, signal), { userAgent, signal });
        const next = redirects.has(response.status) ? response.headers.get("location") : null;
        if (next === null) return documentOf(response, url, signal);
        await response.body?.cancel();
        url = resolveRedirect(next, url);
      }
      throw new FetchError(`${url.host} redirects more than ${maxRedirects} times.`, false);
    },
  };
}

/** Names are resolved by a call that cannot be called off, so it is left behind. */
async function guarded(guard: AddressGuard, url: URL, signal: AbortSignal): Promise<GuardedTarget> {
  signal.throwIfAborted();
  const { promise, reject } = Promise.withResolvers<never>();
  const onAbort = () => reject(signal.reason);
  signal.addEventListener("abort", onAbort, { once: true });
  return Promise.race([guard.check(url), promise]).finally(() => signal.removeEventListener("abort", onAbort));
}

function resolveRedirect(location: string, from: URL): URL {
  const url = URL.parse(location, from.href);
  if (url === null) throw new FetchError(`${from.host} redirects to something that is not an address.`, false);
  return url;
}

interface Manner {
  readonly userAgent: string;
  readonly signal: AbortSignal;
}

/** To one address after the other, until one answers. */
async function request({ url, addresses }: GuardedTarget, { userAgent, signal }: Manner): Promise<Response> {
  let cause: unknown;
  for (const address of addresses) {
    const target = new URL(url);
    target.hostname = address.includes(":") ? `[${address}]` : address;
    target.username = target.password = "";
    try {
      return await fetch(target.href, {
        headers: { host: url.host, "user-agent": userAgent, accept: "*/*" },
        redirect: "manual",
        // The certificate is checked against the name, although the connection is to the address.
        tls: { serverName: url.hostname.replace(/^\[|\]$/g, "") },
        // A proxy would resolve and connect on its own.
        proxy: false,
        keepalive: false,
        signal,
      });
    } catch (error) {
      signal.throwIfAborted();
      cause = error;
    }
  }
  throw new FetchError(`${url.host} cannot be reached.${reasonOf(cause)}`, true, cause);
}

function reasonOf(cause: unknown): string {
  const code = cause instanceof Error && "code" in cause ? String(cause.code) : "";
  if (/CERT|TLS|SSL|ISSUER/i.test(code)) return " Its certificate is not valid.";
  return code === "ECONNREFUSED" ? " It refuses connections." : "";
}

function documentOf(response: Response, url: URL, signal: AbortSignal): FetchedDocument {
  const { status, headers, body } = response;
  if (status < 200 || status > 299 || body === null) {
    void body?.cancel();
    throw badAnswer(url, response);
  }
  // For a compressed document, the announced size is the compressed one.
  const length = headers.has("content-encoding") ? null : headers.get("content-length");
  return {
    content: readAll(body, url, signal),
    bytes: length === null ? null : Number(length),
    declaredType: headers.get("content-type"),
    filename: filenameOf(url),
  };
}

/** Timeouts and errors of the server (5xx) may be temporary; errors about the address (4xx) are not. */
function badAnswer({ host }: URL, { status, statusText, body }: Response): FetchError {
  if (body === null && status < 300) return new FetchError(`${host} answered without a document.`, false);
  const retryable = status >= 500 || status === 408 || status === 425 || status === 429;
  const hint = retryable ? "Try again later." : "Check that the address can be opened without signing in.";
  return new FetchError(`${host} answered ${`${status} ${statusText}`.trim()}. ${hint}`, retryable);
}

async function* readAll(body: ReadableStream<Uint8Array>, { host }: URL, signal: AbortSignal) {
  const pieces = body[Symbol.asyncIterator]();
  try {
    for (;;) {
      const { done, value } = await nextPiece(pieces, host, signal);
      if (done === true) return;
      yield value;
    }
  } finally {
    await pieces.return?.(undefined);
  }
}

async function nextPiece(pieces: AsyncIterator<Uint8Array>, host: string, signal: AbortSignal) {
  try {
    return await pieces.next();
  } catch (cause) {
    signal.throwIfAborted();
    throw new FetchError(
      `${host} ended the connection before the document was complete. Try again later.`,
      true,
      cause,
    );
  }
}

/** `…/docs/manual.pdf` ends in a file's name, `…/docs/manual` in a path's. */
function filenameOf({ pathname }: URL): string | null {
  const last = pathname.split("/").at(-1) ?? "";
  if (!/\.[A-Za-z0-9]{1,8}$/.test(last)) return null;
  try {
    return decodeURIComponent(last);
  } catch {
    return last; // damaged escapes: as it stands
  }
}
