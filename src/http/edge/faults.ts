/** The only place where errors become responses. */

import { Elysia } from "elysia";
import { errorBody, faultOf } from "../../api/schema-parts.ts";
import { Fault, type FaultCode } from "../../kernel/fault.ts";
import type { Log } from "../../kernel/log.ts";
import type { RouteMap } from "./route-map.ts";
import { type ServiceState, shuttingDown } from "./service-state.ts";

export function errorHeaders(fault: Fault): Record<string, string> {
  return { ...fault.headers, ...("final" in fault.kind ? { "x-should-retry": "false" } : {}) };
}

/** States of the service, for which no log line is needed. */
const states: readonly FaultCode[] = ["overloaded", "shutting_down", "not_ready"];
/** nginx has this number for it, HTTP none. For log and metrics. */
const clientLeft = 499;

/** Registered first, so that it covers plugins. @param lostPage what a browser shows at an unknown address; undefined: no browser asks */
export function faultBoundary(
  log: Log,
  routes: RouteMap,
  state: ServiceState,
  lostPage: (request: Request) => Promise<Response> | undefined,
) {
  const boundary = new Elysia({ name: "fault-boundary" }).onError({ as: "global" }, ({ code, path, request }) =>
    code === "NOT_FOUND" && routes.methodsAt(path).length === 0 ? lostPage(request) : undefined,
  );
  return boundary.onError({ as: "global" }, ({ code, error, set, path, request }) => {
    const found = code === "NOT_FOUND" ? unroutable(request.method, path, routes) : faultOf(error);
    const { aborted } = request.signal;
    const { fault, status } = aborted ? withoutConnection(found, state) : { fault: found, status: found.kind.status };
    const requestId = String(set.headers["x-request-id"] ?? "");
    if (!aborted && isFailure(fault))
      log.error("request.failed", fault.cause ?? fault, { request: requestId, code: fault.code });
    set.status = status;
    Object.assign(set.headers, errorHeaders(fault));
    return { error: errorBody(fault, requestId) };
  });
}

/** Work that stopped because its connection is gone has not failed. */
function withoutConnection(found: Fault, { phase }: ServiceState): { readonly fault: Fault; readonly status: number } {
  if (found.code !== "internal_error") return { fault: found, status: found.kind.status };
  const cut = shuttingDown();
  return phase === "stopping" ? { fault: cut, status: cut.kind.status } : { fault: found, status: clientLeft };
}

function isFailure({ kind, code, cause }: Fault): boolean {
  return kind.status >= 500 && (cause !== undefined || !states.includes(code));
}

export function unroutable(method: string, path: string, { methodsAt, pathMeantBy }: RouteMap): Fault {
  const allowed = methodsAt(path);
  if (allowed.length === 0) {
    const meant = pathMeantBy(path);
    const base = meant?.endsWith(path) === true || path.startsWith("/v1/v1/") ? " The base address ends in /v1." : "";
    return new Fault("route_not_found", `There is no route at ${path}.`, {
      hint: meant === null ? "GET /openapi.json describes every route." : `Did you mean ${meant}?${base}`,
    });
  }
  return new Fault("method_not_allowed", `${path} does not accept ${method}.`, {
    hint: `It accepts ${allowed.filter((each) => each !== "HEAD" && each !== "OPTIONS").join(", ")}.`,
    headers: { allow: allowed.join(", ") },
  });
}
