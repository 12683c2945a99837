/** Turns the bearer token, of a key or of a session, into an Access, and a route's `scope` into a check. */
import { bearer } from "@elysiajs/bearer";
import { Elysia } from "elysia";
import { Fault } from "../../kernel/fault.ts";
import { type Access, requireScope, type Scope } from "../../keys/key.ts";
import { type KeyService, keyChallenge } from "../../keys/key-service.ts";
import type { SessionService } from "../../keys/session-service.ts";
import { halvesOf } from "../console/session-cookie.ts";
import type { Throttle, Throttled } from "./throttle.ts";

/** `any`: every key may; the key is still needed. */
export type RouteScope = Scope | "any" | readonly Scope[];

/**
 * A route that names a `scope` is answered only with a key that has it, and finds the key's `access` in its context.
 * It runs before a body is read: the routes read their bodies themselves.
 */
export function authentication(keys: KeyService, sessions: SessionService, throttle: Throttle) {
  const accessWith = (request: Request, token: string | undefined): Access =>
    token !== undefined && sessions.isToken(token)
      ? sessions.authenticate(halvesOf(request, token))
      : keys.authenticate(token);
  return new Elysia({ name: "authentication" }).use(bearer()).macro({
    scope: (scope: RouteScope) => ({
      // Named one by one: of a context that is passed on whole, the framework would prepare everything.
      resolve: ({ bearer: token, request, server, set }: Arriving): { access: Access } => {
        refuseTokenInAddress(request);
        const arriving = { request, server, set };
        const access = throttle.tries(arriving, () => accessWith(request, bearerToken(request, token)));
        throttle.asks(arriving, access);
        if (scope !== "any") requireScope(access, typeof scope === "string" ? [scope] : scope);
        return { access };
      },
    }),
  });
}

interface Arriving extends Throttled {
  readonly bearer: string | undefined;
}

/**
 * The token of the header; undefined without any key. @param found what the plugin found
 * @throws Fault `missing_api_key` where a key came in a way that is not read
 */
export function bearerToken(request: Request, found?: string): string | undefined {
  const token = tokenIn(request, found);
  if (token !== undefined) return token;
  const unread = unreadKey(request);
  if (unread === null) return undefined;
  throw new Fault("missing_api_key", unread, {
    hint: "Send the key as `Authorization: Bearer <key>`.",
    headers: keyChallenge,
  });
}

/** The token of the header; undefined where there is no such header, or another. */
export function tokenIn(request: Request, found?: string): string | undefined {
  // Between the scheme and the token there may be several spaces (RFC 6750, section 2.1); the plugin expects one.
  return schemeIsBearer(request) ? (found ?? lowerCaseToken(request))?.trim() : undefined;
}

function unreadKey({ headers }: Request): string | null {
  if ((headers.get("authorization") ?? "").trim() !== "") {
    return "The header `Authorization` does not begin with `Bearer` and a key.";
  }
  const other = ["x-api-key", "api-key"].find((name) => headers.has(name));
  return other === undefined ? null : `The header \`${other}\` is not read.`;
}

function schemeIsBearer(request: Request): boolean {
  return /^bearer +\S/i.test(request.headers.get("authorization") ?? "");
}

/** Schemes are case-insensitive (RFC 9110, section 11.1); the plugin knows only the canonical spelling. */
function lowerCaseToken(request: Request): string | undefined {
  return request.headers.get("authorization")?.replace(/^bearer +/i, "");
}

/** The plugin would take a key from the query string too, where proxies and histories keep it. */
function refuseTokenInAddress(request: Request): void {
  if (!/[?&]access_token=/.test(request.url)) return;
  throw new Fault("invalid_parameter", "An API key must not be sent in the address: addresses end up in logs.", {
    param: "access_token",
    hint: "Send it as `Authorization: Bearer <key>`, and replace the key that was sent this way.",
  });
}
