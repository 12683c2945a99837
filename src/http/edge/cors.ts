/** WHATWG Fetch, section 3.2. */
import { Elysia } from "elysia";
import { unroutable } from "./faults.ts";
import type { RouteMap } from "./route-map.ts";

const exposed =
  "x-request-id, location, retry-after, x-should-retry, x-source-version, idempotent-replayed, " +
  "x-ratelimit-limit-requests, x-ratelimit-remaining-requests, x-ratelimit-reset-requests";

/** Also answers OPTIONS, without a key. @param origins read again for every request */
export function crossOrigin(origins: () => readonly string[], routes: RouteMap) {
  return new Elysia({ name: "cross-origin" }).onRequest(({ request, set }) => {
    const allowed = origins();
    if (allowed.length > 0) set.headers.vary = "Origin";
    const origin = request.headers.get("origin");
    const isAllowed = origin !== null && allowed.includes(origin);
    if (isAllowed) {
      set.headers["access-control-allow-origin"] = origin;
      set.headers["access-control-expose-headers"] = exposed;
    }
    if (request.method !== "OPTIONS") return;
    Object.assign(set.headers, options(request, isAllowed, routes));
    set.status = 204;
    return "";
  });
}

/** @throws Fault `route_not_found` */
function options(request: Request, isAllowed: boolean, routes: RouteMap): Record<string, string> {
  const path = new URL(request.url).pathname;
  const methods = routes.methodsAt(path).join(", ");
  // Succeeds for an unknown path, so that the page can read the 404.
  const isPreflight = isAllowed && request.headers.has("access-control-request-method");
  if (methods === "" && !isPreflight) throw unroutable("OPTIONS", path, routes);
  return {
    ...(methods !== "" && { allow: methods }),
    ...(isAllowed && {
      "access-control-allow-methods": methods || "*",
      "access-control-allow-headers": request.headers.get("access-control-request-headers") ?? "*",
      "access-control-max-age": "600",
    }),
  };
}
