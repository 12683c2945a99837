/** Turns the bearer token into an Access, and a route's `scope` into a check. */
import { bearer } from "@elysiajs/bearer";
import { Elysia } from "elysia";
import { Fault } from "../../kernel/fault.ts";
import { type Access, requireScope, type Scope } from "../../keys/key.ts";
import type { KeyService } from "../../keys/key-service.ts";
import type { Throttle, Throttled } from "./throttle.ts";

/** `any`: every key may; the key is still needed. */
export type RouteScope = Scope | "any" | readonly Scope[];

/**
 * A route that names a `scope` is answered only with a key that has it, and finds the key's `access` in its context.
 * It runs before a body is read: the routes read their bodies themselves.
 */
export function authentication(keys: KeyService, throttle: Throttle) {
  return new Elysia({ name: "authentication" }).use(bearer()).macro({
    scope: (scope: RouteScope) => ({
      // Named one by one: of a context that is passed on whole, the framework would prepare everything.
      resolve: ({ bearer: token, request, server, set }: Arriving): { access: Access } => {
        refuseTokenInAddress(request);
        const arriving = { request, server, set };
        const access = throttle.tries(arriving, () => keys.authenticate(bearerToken(request, token)));
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

/** The token of the header; undefined without one. @param found what the plugin found */
export function bearerToken(request: Request, found?: string): string | undefined {
  return schemeIsBearer(request) ? (found ?? lowerCaseToken(request)) : undefined;
}

function schemeIsBearer(request: Request): boolean {
  return /^bearer +\S/i.test(request.headers.get("authorization") ?? "");
}

/** Schemes are case-insensitive (RFC 9110, section 11.1); the plugin knows only the canonical spelling. */
function lowerCaseToken(request: Request): string | undefined {
  return request.headers
    .get("authorization")
    ?.replace(/^bearer +/i, "")
    .trim();
}

/** The plugin would take a key from the query string too, where proxies and histories keep it. */
function refuseTokenInAddress(request: Request): void {
  if (!/[?&]access_token=/.test(request.url)) return;
  throw new Fault("invalid_parameter", "An API key must not be sent in the address: addresses end up in logs.", {
    param: "access_token",
    hint: "Send it as `Authorization: Bearer <key>`, and replace the key that was sent this way.",
  });
}
