/** Checks every redirect. Errors say whether another attempt could help. */
import { untilAborted } from "../kernel/pause.ts";
import { FetchError } from "../sources/ingest/ingest-failure.ts";
import type { AddressGuard, GuardedTarget } from "./address-guard.ts";

const maxRedirects = 5;
const redirects = new Set([301, 302, 303, 307, 308]);

export interface GuardedResponse {
  readonly response: Response;
  readonly url: URL;
}

export interface RequestManner {
  readonly signal: AbortSignal;
  readonly headers?: Readonly<Record<string, string>>;
}

/** @throws FetchError; the signal's reason when aborted */
export type GuardedFetch = (address: string, manner: RequestManner) => Promise<GuardedResponse>;

/** @param userAgent a name and a version (RFC 9110, section 10.1.5) */
export function guardedFetch(guard: AddressGuard, userAgent: string): GuardedFetch {
  return async (address, { signal, headers = {} }) => {
    let url = new URL(address);
    for (let hops = 0; hops <= maxRedirects; hops++) {
      const manner = { signal, headers: { ...headers, "user-agent": userAgent } };
      signal.throwIfAborted();
      // A look-up cannot be canceled, so it is left behind.
      const response = await request(await untilAborted(guard.check(url), signal), manner);
      const next = redirects.has(response.status) ? response.headers.get("location") : null;
      if (next === null) return { response, url };
      await response.body?.cancel();
      url = resolveRedirect(next, url);
    }
    throw new FetchError(`${url.host} redirects more than ${maxRedirects} times.`, false);
  };
}

function resolveRedirect(location: string, from: URL): URL {
  const url = URL.parse(location, from.href);
  if (url === null) throw new FetchError(`${from.host} redirects to something that is not an address.`, false);
  return url;
}

async function request(
  { url, addresses }: GuardedTarget,
  { headers, signal }: Required<RequestManner>,
): Promise<Response> {
  const named = new URL(url);
  named.username = named.password = "";
  let cause: unknown;
  for (const address of addresses) {
    try {
      return await fetchFrom(address, named, { headers: { accept: "*/*", ...headers }, signal });
    } catch (error) {
      signal.throwIfAborted();
      cause = error;
    }
  }
  throw new FetchError(`${url.host} cannot be reached.${reasonOf(cause)}`, true, cause);
}

export function fetchFrom(address: string, { href, host, hostname }: URL, sent: AddressedRequest): Promise<Response> {
  const target = new URL(href);
  target.hostname = address.includes(":") ? `[${address}]` : address;
  return fetch(target.href, {
    ...sent,
    headers: { ...sent.headers, host },
    redirect: "manual",
    // The certificate must be for the name.
    tls: { serverName: hostname.replace(/^\[|\]$/g, "") },
    // A proxy would resolve the name itself.
    proxy: false,
    keepalive: false,
  });
}

interface AddressedRequest extends Pick<RequestInit, "method" | "body"> {
  readonly headers: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
}

function reasonOf(cause: unknown): string {
  const code = cause instanceof Error && "code" in cause ? String(cause.code) : "";
  if (/CERT|TLS|SSL|ISSUER/i.test(code)) return " Its certificate is not valid.";
  return code === "ECONNREFUSED" ? " It refuses connections." : "";
}
