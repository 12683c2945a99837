/** The one place where errors become responses: every surface, every producer, one envelope. */
import { Elysia } from "elysia";
import { Fault } from "../../kernel/fault.ts";
import type { Log } from "../../kernel/log.ts";

export interface ErrorBody {
  readonly message: string;
  readonly type: string;
  readonly param: string | null;
  readonly code: string;
  readonly request_id: string;
}

/** The inner object of the envelope, for a response or for an event in a stream. */
export function errorBody(fault: Fault, requestId: string): ErrorBody {
  const { message, kind, param, code } = fault;
  return { message, type: kind.type, param, code, request_id: requestId };
}

/** What a user may see of anything that was thrown. */
export function faultOf(error: unknown): Fault {
  if (error instanceof Fault) return error;
  return new Fault("internal_error", "Docent met an unexpected error.", {
    hint: "The service's log has the details: search it for the id of this request.",
    cause: error,
  });
}

export function errorHeaders(fault: Fault): Record<string, string> {
  return { ...fault.headers, ...("final" in fault.kind ? { "x-should-retry": "false" } : {}) };
}

/** Methods that some route answers at a path. */
export type MethodsAt = (path: string) => readonly string[];

/** Registered before every route, so that it also covers the plugins' own. */
export function faultBoundary(log: Log, methodsAt: MethodsAt) {
  return new Elysia({ name: "fault-boundary" }).onError({ as: "global" }, ({ code, error, set, path, request }) => {
    const fault = code === "NOT_FOUND" ? unroutable(request.method, path, methodsAt(path)) : faultOf(error);
    const requestId = String(set.headers["x-request-id"] ?? "");
    const isOurs = fault.kind.status >= 500 && fault.code !== "overloaded";
    // Of a client that has left, nobody is told, and work that stops for it has not failed.
    if (isOurs && !request.signal.aborted)
      log.error("request.failed", fault.cause ?? fault, { request: requestId, code: fault.code });
    set.status = fault.kind.status;
    Object.assign(set.headers, errorHeaders(fault));
    return { error: errorBody(fault, requestId) };
  });
}

function unroutable(method: string, path: string, allowed: readonly string[]): Fault {
  if (allowed.length === 0) {
    return new Fault("route_not_found", `There is no route at ${path}.`, {
      hint: "GET /openapi.json describes every route.",
    });
  }
  return new Fault("method_not_allowed", `${path} does not accept ${method}.`, {
    hint: `It accepts ${allowed.join(", ")}.`,
    headers: { allow: allowed.join(", ") },
  });
}
