/** Converts a bearer token to an Access, and a route's `scope` to a check. */
import { bearer } from "@elysiajs/bearer";
import { Elysia } from "elysia";
import type { Awaitable } from "../../kernel/awaitable.ts";
import { Fault } from "../../kernel/fault.ts";
import { type Access, requireScope, type Scope } from "../../keys/key.ts";
import { type KeyService, keyChallenge } from "../../keys/key-service.ts";
import type { SessionService } from "../../keys/session-service.ts";
import { credentialsOf } from "../surfaces/session-cookie.ts";
import type { Throttle, Throttled } from "./throttle.ts";

export type RouteScope = Scope | "any" | readonly Scope[];

/** A route with a `scope` gets the key's `access` in its context. The check runs before a body is read. */
export function authentication(keys: KeyService, sessions: SessionService, throttle: Throttle) {
  const accessWith = (request: Request, token: string | undefined, expert?: string): Awaitable<Access> =>
    token !== undefined && sessions.isToken(token)
      ? sessions.authenticate(credentialsOf(request, token))
      : keys.authenticate(token, expert);
  const tokenOf = tokenReader();
  return new Elysia({ name: "authentication" }).macro({
    scope: (scope: RouteScope) => ({
      // Properties are named one by one: the framework would prepare a whole context.
      resolve: async ({ request, server, set, params, route }: Arriving): Promise<{ access: Access }> => {
        refuseTokenInAddress(request);
        const arriving = { request, server, set };
        const expert = route?.startsWith("/v1/experts/:id") === true ? params?.id : undefined;
        const token = () => bearerToken(request, tokenOf(request));
        const access = await throttle.tries(arriving, () => accessWith(request, token(), expert));
        throttle.asks(arriving, access);
        return permitted(access, scope);
      },
    }),
  });
}

/** The same for requests from inside of this process, which bring no key. */
export function knownAccess(accessOf: (request: Request) => Access): ReturnType<typeof authentication> {
  return new Elysia({ name: "authentication" }).macro({
    scope: (scope: RouteScope) => ({
      resolve: async ({ request }: Arriving): Promise<{ access: Access }> => permitted(accessOf(request), scope),
    }),
  });
}

function permitted(access: Access, scope: RouteScope): { access: Access } {
  if (scope !== "any") requireScope(access, typeof scope === "string" ? [scope] : scope);
  return { access };
}

/**
 * The plugin is used by itself: as a part of the app it would copy the headers for every route.
 * @throws TypeError if the plugin reads in another way
 */
function tokenReader(): (request: Request) => string | undefined {
  const [derivation] = bearer().event.transform ?? [];
  if (derivation === undefined) throw new TypeError("the bearer plugin derives nothing from a request");
  const derive: unknown = derivation.fn;
  return (request) =>
    (derive as Derive)({ headers: { authorization: request.headers.get("authorization") ?? "" }, query: {} }).bearer;
}

type Derive = (read: { readonly headers: { readonly authorization: string }; readonly query: object }) => {
  readonly bearer?: string;
};

interface Arriving extends Throttled {
  readonly route?: string;
  readonly params?: Readonly<Record<string, string>>;
}

/** @param found what the plugin found @throws Fault `missing_api_key` if a key was sent in an unsupported way */
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

export function tokenIn(request: Request, found?: string): string | undefined {
  // The plugin expects one space; RFC 6750, section 2.1 allows several.
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

/** The plugin knows only the canonical spelling; RFC 9110, section 11.1 allows any case. */
function lowerCaseToken(request: Request): string | undefined {
  return request.headers.get("authorization")?.replace(/^bearer +/i, "");
}

/** Proxies and browser histories record addresses. */
function refuseTokenInAddress(request: Request): void {
  if (!/[?&]access_token=/.test(request.url)) return;
  throw new Fault("invalid_parameter", "An API key must not be sent in the address: addresses end up in logs.", {
    param: "access_token",
    hint: "Send it as `Authorization: Bearer <key>`, and replace the key that was sent this way.",
  });
}
