import { Elysia } from "elysia";
import type { ExpertService } from "../../experts/expert-service.ts";
import { whenKnown } from "../../kernel/awaitable.ts";
import type { ExpertId, IdMint, KeyId } from "../../kernel/ids.ts";
import type { Log } from "../../kernel/log.ts";
import type { Access } from "../../keys/key.ts";

export interface FinishedRequest {
  readonly method: string;
  /** `none` without a route. Never the path, which contains names and ids. */
  readonly route: string;
  readonly status: number;
  readonly seconds: number;
  readonly requestId: string;
  readonly keyId: KeyId | null;
  readonly expertId: ExpertId | null;
}

export interface RequestWatch {
  /** Before anything is looked up. */
  readonly requestCame: () => void;
  readonly expertOf: (access: Access) => ExpertId | null;
  readonly watchers: readonly ((finished: FinishedRequest) => void)[];
}

const knownMethods = new Set(["GET", "HEAD", "POST", "PATCH", "DELETE", "OPTIONS", "PUT"]);

export function requestWatch({ requestCame, expertOf, watchers }: RequestWatch) {
  const began = new WeakMap<Request, number>();
  return new Elysia({ name: "request-watch" })
    .onRequest(({ request }) => {
      began.set(request, performance.now());
      requestCame();
    })
    .onAfterResponse({ as: "global" }, ({ request, route, set, responseValue, access = null }: AnsweredRequest) => {
      const finished: FinishedRequest = {
        method: knownMethods.has(request.method) ? request.method : "other",
        route: route || "none",
        status: responseValue instanceof Response ? responseValue.status : Number(set.status ?? 200),
        seconds: secondsSince(began.get(request)),
        requestId: String(set.headers["x-request-id"] ?? ""),
        keyId: access?.keyId ?? null,
        expertId: access === null ? null : expertOf(access),
      };
      for (const watcher of watchers) watcher(finished);
    });
}

function secondsSince(start = performance.now()): number {
  return (performance.now() - start) / 1000;
}

interface AnsweredRequest {
  readonly request: Request;
  readonly route?: string;
  readonly set: { readonly status?: number | string; readonly headers: Record<string, string | number> };
  readonly responseValue?: unknown;
  readonly access?: Access | null;
}

/** Monitors ask for these every few seconds; they are not logged. */
const quiet = new Set(["/healthz", "/readyz", "/metrics"]);

export function accessLog(log: Log): RequestWatch["watchers"][number] {
  return ({ method, route, status, seconds, requestId, keyId, expertId }) => {
    const ms = Math.round(seconds * 10_000) / 10;
    const line = { method, route, status, ms, request: requestId, key: keyId, expert: expertId };
    if (quiet.has(route)) log.debug("request", line);
    else log.info("request", line);
  };
}

/** Records which expert was last looked up with an access. Each request has its own access. */
export function notingExperts(experts: ExpertService) {
  const noted = new WeakMap<object, ExpertId>();
  const note = <T extends { readonly id: ExpertId } | null>(reach: object, found: T): T => {
    if (found !== null) noted.set(reach, found.id);
    return found;
  };
  return {
    experts: {
      ...experts,
      find: (reach, name) => whenKnown(experts.find(reach, name), (found) => note(reach, found)),
      lookUp: (reach, name) => whenKnown(experts.lookUp(reach, name), (found) => note(reach, found)),
    } satisfies ExpertService,
    expertOf: (access: Access) => noted.get(access) ?? null,
  };
}

const wellFormed = /^[A-Za-z0-9._:-]{1,128}$/;

export function requestIds(ids: IdMint) {
  return new Elysia({ name: "request-ids" }).onRequest(({ request, set }) => {
    const brought = request.headers.get("x-request-id");
    set.headers["x-request-id"] = brought !== null && wellFormed.test(brought) ? brought : ids.mint("request");
  });
}
