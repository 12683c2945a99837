import type { Static } from "@sinclair/typebox";
import { Elysia } from "elysia";
import { EndedSession, NewSessionObject, SessionObject, SignIn, SignInCode } from "../../api/key-schemas.ts";
import { checked } from "../../api/validation.ts";
import { timestamp } from "../../kernel/clock.ts";
import { invalidParameter } from "../../kernel/fault.ts";
import type { ApiKey } from "../../keys/key.ts";
import type { OpenedSession, SessionService } from "../../keys/session-service.ts";
import { readBody } from "../body/request-body.ts";
import { keylessOperation } from "../description/operation.ts";
import { bearerToken, tokenIn } from "../edge/authentication.ts";
import type { Throttle, Throttled } from "../edge/throttle.ts";
import { routesOf } from "../route.ts";
import type { RouteParts } from "../route-parts.ts";
import { credentialsOf, sessionCookie } from "./session-cookie.ts";

const route = routesOf("Sessions");
const signIn = checked(SignIn);

interface SessionRoutesParts extends RouteParts {
  readonly throttle: Throttle;
  readonly secure: boolean;
}

export function sessionRoutes(parts: SessionRoutesParts) {
  const { sessions, secure } = parts;
  return new Elysia({ name: "session-routes" })
    .post("/session", ({ request, server, set }) => openSession(parts, { request, server, set }), createSession())
    .delete(
      "/session",
      async ({ request, set }) => {
        const token = tokenIn(request) ?? "";
        if (sessions.isToken(token)) {
          await sessions.close(credentialsOf(request, token));
          set.headers["set-cookie"] = sessionCookie({ token, secret: null, seconds: 0, secure });
        }
        return { id: "session", object: "session.deleted" as const, deleted: true as const };
      },
      endSession(),
    );
}

async function openSession(
  { sessions, throttle, clock, secure }: SessionRoutesParts,
  call: Throttled & { readonly set: { status?: number | string } },
) {
  const { request, set } = call;
  const proof = await readBody(request, signIn);
  const opened = await throttle.tries(call, () => openedBy(sessions, proof));
  set.status = 201;
  set.headers["cache-control"] = "no-store";
  const seconds = Math.ceil((opened.expiresAt - clock.now()) / 1000);
  set.headers["set-cookie"] = sessionCookie({ ...opened, seconds, secure });
  return newSessionView(opened);
}

async function openedBy(sessions: SessionService, { key, code }: Static<typeof SignIn>): Promise<OpenedSession> {
  if (key !== undefined) return sessions.openWithKey(key);
  if (code !== undefined) return sessions.openWithCode(code);
  throw invalidParameter("key", 'Either "key" or "code" is needed.');
}

function sessionView(key: ApiKey, expiresAt: number | null): Static<typeof SessionObject> {
  return {
    object: "session",
    workspace_id: key.workspaceId,
    key_id: key.id,
    key_name: key.name,
    scopes: [...key.scopes],
    expert_ids: key.expertIds === null ? null : [...key.expertIds],
    expires_at: expiresAt === null ? null : timestamp(expiresAt),
  };
}

function newSessionView({ key, token, expiresAt }: OpenedSession): Static<typeof NewSessionObject> {
  return { ...sessionView(key, expiresAt), token };
}

const createSession = keylessOperation("createSession", {
  tag: "Sessions",
  summary: "Sign in to the console",
  description:
    "Takes a key, or the code of the address that `serve` and `login` print, which works once and for ten minutes. The session has " +
    "two halves: `token`, sent as the bearer token, and a cookie that scripts cannot read. Programs use keys instead.",
  body: { "application/json": SignIn },
  answers: { 201: { says: "The session. It may what its key may, and ends with it.", schema: NewSessionObject } },
  errors: ["invalid_api_key", "expired_api_key", "invalid_sign_in_code", "rate_limit_exceeded"],
});

const createSignInCode = route("POST /v1/session/code", "createSignInCode", {
  summary: "Get a code that signs in to the console once",
  scope: "any",
  description: "Within ten minutes, with the rights of the key that asks: `ADDRESS/#code=CODE` opened in a browser.",
  answers: { 201: { says: "The code.", schema: SignInCode } },
  answer: async ({ access, set }, { sessions }) => {
    const { code, expiresAt } = await sessions.issueCodeOf(access);
    [set.status, set.headers["cache-control"]] = [201, "no-store"];
    return { object: "sign_in_code", code, expires_at: timestamp(expiresAt) };
  },
});

const endSession = keylessOperation("endSession", {
  tag: "Sessions",
  summary: "Sign out of the console",
  description: "Ends the session of this token and cookie. Without a session, it does nothing.",
  answers: { 200: { says: "There is no such session any more.", schema: EndedSession } },
});

const getSession = route("GET /v1/session", "getSession", {
  summary: "Get who is asking, and what they may do",
  description: "Of a session or of a key; a session ends at `expires_at`.",
  scope: "any",
  answers: { 200: { says: "The rights of the key or session that asks.", schema: SessionObject } },
  answer: async ({ access, request }, { sessions, delegation }) => {
    const token = bearerToken(request) ?? "";
    const key = await delegation.own(access);
    const expiry = sessions.isToken(token) ? await sessions.expiry(credentialsOf(request, token)) : key.expiresAt;
    return sessionView(key, expiry);
  },
});

export const ownSessionRoutes = [getSession, createSignInCode];
