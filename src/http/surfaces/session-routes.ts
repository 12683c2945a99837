import type { Static } from "@sinclair/typebox";
import { EndedSession, NewSessionObject, SessionObject, SignIn, SignInCode } from "../../api/key-schemas.ts";
import { timestamp } from "../../kernel/clock.ts";
import { invalidParameter } from "../../kernel/fault.ts";
import type { ApiKey } from "../../keys/key.ts";
import type { OpenedSession, SessionService } from "../../keys/session-service.ts";
import { bearerToken, tokenIn } from "../edge/authentication.ts";
import { routesOf } from "../route.ts";
import { credentialsOf, sessionCookie } from "./session-cookie.ts";

const route = routesOf("Sessions");

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

const createSession = route("POST /session", "createSession", {
  summary: "Sign in to the console",
  description:
    "Takes a key, or the code of the address that `serve` and `login` print, which works once and for ten minutes. The session has " +
    "two halves: `token`, sent as the bearer token, and a cookie that scripts cannot read. Programs use keys instead.",
  body: { "application/json": SignIn },
  answers: { 201: { says: "The session. It may what its key may, and ends with it.", schema: NewSessionObject } },
  errors: ["invalid_api_key", "expired_api_key", "invalid_sign_in_code", "rate_limit_exceeded"],
  scope: null,
  answer: async (call, { sessions, throttle, clock, secure }) => {
    const proof = await call.readBody();
    const opened = await throttle.tries(call, () => openedBy(sessions, proof));
    call.set.headers["cache-control"] = "no-store";
    const seconds = Math.ceil((opened.expiresAt - clock.now()) / 1000);
    call.set.headers["set-cookie"] = sessionCookie({ ...opened, seconds, secure });
    return { ...sessionView(opened.key, opened.expiresAt), token: opened.token };
  },
});

const createSignInCode = route("POST /v1/session/code", "createSignInCode", {
  summary: "Get a code that signs in to the console once",
  scope: "any",
  description: "Within ten minutes, with the rights of the key that asks: `ADDRESS/#code=CODE` opened in a browser.",
  answers: { 201: { says: "The code.", schema: SignInCode } },
  answer: async ({ access, set }, { sessions }) => {
    const { code, expiresAt } = await sessions.issueCodeOf(access);
    set.headers["cache-control"] = "no-store";
    return { object: "sign_in_code", code, expires_at: timestamp(expiresAt) };
  },
});

const endSession = route("DELETE /session", "endSession", {
  summary: "Sign out of the console",
  description: "Ends the session of this token and cookie. Without a session, it does nothing.",
  answers: { 200: { says: "There is no such session any more.", schema: EndedSession } },
  scope: null,
  answer: async ({ request, set }, { sessions, secure }) => {
    const token = tokenIn(request) ?? "";
    if (sessions.isToken(token)) {
      await sessions.close(credentialsOf(request, token));
      set.headers["set-cookie"] = sessionCookie({ token, secret: null, seconds: 0, secure });
    }
    return { id: "session", object: "session.deleted", deleted: true };
  },
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

export const sessionRoutes = [createSession, endSession, getSession, createSignInCode];
