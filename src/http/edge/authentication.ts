/** Converts the bearer token of a key or session to an Access, and a route's `scope` to a check. */
import { bearer } from "@elysiajs/bearer";
import { Elysia } from "elysia";
import type { Awaitable } from "../../kernel/awaitable.ts";
import { Fault } from "../../kernel/fault.ts";
import { type Access, requireScope, type Scope } from "../../keys/key.ts";
import { type KeyService, keyChallenge } from "../../keys/key-service.ts";
import type { SessionService } from "../../keys/session-service.ts";
import { credentialsOf } from "../console/session-cookie.ts";
import type { Throttle, Throttled } from "./throttle.ts";

/** `any`: every key is allowed, but a key is needed. */
export type RouteScope = Scope | "any" | readonly Scope[];

/**
 * A route with a `scope` needs a key with that scope, and gets the key's `access` in its context. The check runs before a
 * body is read, because routes read their bodies themselves.
 */
export function authentication(keys: KeyService, sessions: SessionService, throttle: Throttle) {
  const accessWith = (request: Request, token: string | undefined, expert?: string): Awaitable<Access> =>
    token !== undefined && sessions.isToken(token)
      ? sessions.authenticate(credentialsOf(request, token))
      : keys.authenticate(token, expert);
  const tokenOf = tokenReader();
  return new Elysia({ name: "authentication" }).macro({
    scope: (scope: RouteScope) => ({
      // Properties are named one by one: if the whole context is passed on, the framework prepares all of it.
      resolve: async ({ request, server, set, params, route }: Arriving): Promise<{ access: Access }> => {
        refuseTokenInAddress(request);
        const arriving = { request, server, set };
        const expert = route?.startsWith("/v1/experts/:id") === true ? params?.id : undefined;
        const token = () => bearerToken(request, tokenOf(request));
        const access = await throttle.tries(arriving, () => accessWith(request, token(), expert));
        throttle.asks(arriving, access);
        if (scope !== "any") requireScope(access, typeof scope === "string" ? [scope] : scope);
        return { access };
      },
    }),
  });
}

/**
 * The plugin's reading of a request. As a part of the app, the plugin would have the framework copy all headers and take the
 * address apart for every route, even for those that need no key. @throws TypeError if the plugin has come to read in another way
 */
function tokenReader(): (request: Request) => string | undefined {
  const [derivation] = bearer().event.transform ?? [];
  if (derivation === undefined) throw new TypeError("the bearer plugin derives nothing from a request");
  const derive: unknown = derivation.fn;
  return (request) =>
    (derive as Derive)({ headers: { authorization: request.headers.get("authorization") ?? "" }, query: {} }).bearer;
}

/** What the plugin makes of a request's headers and query. */
type Derive = (read: { readonly headers: { readonly authorization: string }; readonly query: object }) => {
  readonly bearer?: string;
};

interface Arriving extends Throttled {
  /** The pattern of the route, and what the path has in its places. */
  readonly route?: string;
  readonly params?: Readonly<Record<string, string>>;
}

/**
 * The token of the header; undefined without any key. @param found what the plugin found
 * @throws Fault `missing_api_key` if a key was sent in an unsupported way
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

/** The token of the header; undefined without such a header. */
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

/** The plugin would also accept a key in the query string, which proxies and browser histories record. */
function refuseTokenInAddress(request: Request): void {
  if (!/[?&]access_token=/.test(request.url)) return;
  throw new Fault("invalid_parameter", "An API key must not be sent in the address: addresses end up in logs.", {
    param: "access_token",
    hint: "Send it as `Authorization: Bearer <key>`, and replace the key that was sent this way.",
  });
}
