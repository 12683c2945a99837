/** Cross-origin requests from the configured origins; from any other, none (WHATWG Fetch, section 3.2). */
import { Elysia } from "elysia";

const methods = "GET, HEAD, POST, PATCH, DELETE, OPTIONS";
const exposed =
  "x-request-id, location, retry-after, x-should-retry, x-source-version, idempotent-replayed, " +
  "x-ratelimit-limit-requests, x-ratelimit-remaining-requests, x-ratelimit-reset-requests";

/** Also answers every OPTIONS request, which needs no key. @param origins asked anew for every request. */
export function crossOrigin(origins: () => readonly string[]) {
  return new Elysia({ name: "cross-origin" }).onRequest(({ request, set }) => {
    const origin = request.headers.get("origin");
    const allowed = origins();
    if (allowed.length > 0) set.headers.vary = "Origin";
    if (origin !== null && allowed.includes(origin)) {
      set.headers["access-control-allow-origin"] = origin;
      set.headers["access-control-expose-headers"] = exposed;
    }
    if (request.method !== "OPTIONS") return;
    if (origin !== null && allowed.includes(origin)) {
      set.headers["access-control-allow-methods"] = methods;
      set.headers["access-control-allow-headers"] = request.headers.get("access-control-request-headers") ?? "*";
      set.headers["access-control-max-age"] = "600";
    }
    set.headers.allow = methods;
    set.status = 204;
    return "";
  });
}
