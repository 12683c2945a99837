import { Elysia } from "elysia";
import { Fault } from "../../kernel/fault.ts";
import { requireScope } from "../../keys/key.ts";
import type { KeyService } from "../../keys/key-service.ts";
import { keylessOperation } from "../description/operation.ts";
import { bearerToken } from "../edge/authentication.ts";
import { asSent } from "../edge/readable-address.ts";
import type { Throttle, Throttled } from "../edge/throttle.ts";

export interface MetricsParts {
  readonly keys: KeyService;
  readonly throttle: Throttle;
  readonly expose: () => Promise<string>;
  readonly access: () => "loopback" | "key" | "off";
}

export function metricsRoute(parts: MetricsParts) {
  return new Elysia({ name: "metrics-route" }).get(
    "/metrics",
    async ({ request, server, set }) => {
      await authorizeScrape(parts, { request, server, set });
      set.headers["content-type"] = "text/plain; version=0.0.4; charset=utf-8";
      return parts.expose();
    },
    getMetrics(),
  );
}

const getMetrics = keylessOperation("getMetrics", {
  tag: "System",
  summary: "Get the metrics",
  description:
    "By default, requests from the same machine need no key, and all others need an `admin` key. DOCENT_METRICS changes this.",
  answers: { 200: { says: "The metrics, in Prometheus' text format 0.0.4.", media: ["text/plain"] } },
  errors: ["missing_api_key", "invalid_api_key", "expired_api_key", "insufficient_scope", "route_not_found"],
});

async function authorizeScrape({ keys, throttle, access }: MetricsParts, caller: Throttled): Promise<void> {
  const allowed = access();
  if (allowed === "off") throw new Fault("route_not_found", "There is no route at /metrics.");
  if (allowed === "loopback" && isLocal(caller)) return;
  const key = await throttle.tries(caller, () => keys.authenticate(bearerToken(caller.request)));
  requireScope(key, ["admin"]);
}

/** Not through a proxy on this machine, and not with a key, which must be valid if it is sent (RFC 5735, RFC 4291). */
function isLocal({ request, server }: Throttled): boolean {
  const headers = ["authorization", "forwarded", "x-forwarded-for", "x-real-ip", "via"];
  const address = server?.requestIP(asSent(request))?.address ?? "";
  return /^(?:::ffff:)?127\.|^::1$/.test(address) && headers.every((name) => !request.headers.has(name));
}
