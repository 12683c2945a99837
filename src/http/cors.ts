/** Cross-origin requests from the configured origins; from any other, none (WHATWG Fetch, section 3.2). */
import { Elysia } from "elysia";

const methods = "GET, HEAD, POST, PATCH, DELETE, OPTIONS";
const exposed = "x-request-id, location, retry-after, x-should-retry, x-source-version, idempotent-replayed";

/** Also answers every OPTIONS request, which needs no key. */
export function crossOrigin(origins: readonly string[]) {
  const allowed = new Set(origins);
  return new Elysia({ name: "cross-origin" }).onRequest(({ request, set }) => {
    const origin = request.headers.get("origin");
    if (allowed.size > 0) set.headers.vary = "Origin";
    if (origin !== null && allowed.has(origin)) {
      set.headers["access-control-allow-origin"] = origin;
      set.headers["access-control-expose-headers"] = exposed;
    }
    if (request.method !== "OPTIONS") return;
    if (origin !== null && allowed.has(origin)) {
      set.headers["access-control-allow-methods"] = methods;
      set.headers["access-control-allow-headers"] = request.headers.get("access-control-request-headers") ?? "*";
      set.headers["access-control-max-age"] = "600";
    }
    set.headers.allow = methods;
    set.status = 204;
    return "";
  });
}
