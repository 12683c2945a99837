/** Signing in to the console: codes, keys, the two halves of a session, and its end. */
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { NewSessionObject, SessionObject } from "../../../src/api/key-schemas.ts";
import { type RequestOptions, startService, type TestService } from "../../support/service.ts";

let service: TestService;
beforeEach(async () => {
  service = await startService();
});
afterEach(() => service.close());

/** As a browser would send it from then on. */
interface Session {
  readonly token: string;
  readonly cookie: string;
}

async function signIn(body: Readonly<Record<string, string>>): Promise<Session> {
  const reply = await service.request("POST", "/session", { key: null, body });
  expect(reply.status).toBe(201);
  const { token } = reply.as(NewSessionObject);
  return { token, cookie: reply.headers.get("set-cookie")?.split(";")[0] ?? "" };
}

const whole = ({ token, cookie }: Session): RequestOptions => ({ key: token, headers: { cookie } });
const ask = async (asked: RequestOptions, path = "/v1/session") => service.request("GET", path, asked);
const code = async () => (await service.docent.sessions.issueCode(service.workspace)) ?? "";
const minutes = (number: number) => number * 60_000;

describe("a sign-in code", () => {
  test("opens a session with all rights, once", async () => {
    const issued = await code();
    const session = await signIn({ code: issued });
    const { scopes, expert_ids, expires_at, key_name } = (await ask(whole(session))).as(SessionObject);
    expect({ scopes, expert_ids, key_name }).toEqual({
      scopes: ["query", "ingest", "manage", "admin"],
      expert_ids: null,
      key_name: "test",
    });
    expect(expires_at).toBe("2026-12-05T08:00:00.000Z");
    const again = await service.request("POST", "/session", { key: null, body: { code: issued } });
    expect([again.status, again.error.code]).toEqual([401, "invalid_sign_in_code"]);
    expect(again.headers.get("set-cookie")).toBeNull();
  });

  test("works for ten minutes", async () => {
    const [early, late] = [await code(), await code()];
    service.clock.advance(minutes(10) - 1);
    await signIn({ code: early });
    service.clock.advance(1);
    const reply = await service.request("POST", "/session", { key: null, body: { code: late } });
    expect(reply.error.code).toBe("invalid_sign_in_code");
  });

  test("is not issued if no key has all rights", async () => {
    const { id } = await service.docent.workspaces.create("limited");
    await service.key({ workspace: id, scopes: ["manage"] });
    await service.key({ workspace: id, expiresAt: service.clock.now() });
    expect(await service.docent.sessions.issueCode(id)).toBeNull();
  });

  test("fails once its key is revoked", async () => {
    const issued = await code();
    const { id } = (await service.docent.keys.list(service.workspace))[0]!;
    await service.docent.keys.revoke(service.workspace, id);
    const reply = await service.request("POST", "/session", { key: null, body: { code: issued } });
    expect(reply.error.code).toBe("invalid_api_key");
  });
});

describe("a session", () => {
  test("has the current rights of its key", async () => {
    const secret = await service.key({ scopes: ["query"] });
    const session = await signIn({ key: secret });
    expect((await ask(whole(session))).as(SessionObject).scopes).toEqual(["query"]);
    expect((await ask(whole(session), "/v1/keys")).error.code).toBe("insufficient_scope");
    await service.docent.keys.revoke(service.workspace, (await service.docent.keys.find(secret))!.id);
    expect((await ask(whole(session))).error.code).toBe("invalid_api_key");
  });

  test("ends no later than its key", async () => {
    const session = await signIn({ key: await service.key({ expiresAt: service.clock.now() + minutes(5) }) });
    expect((await ask(whole(session))).as(SessionObject).expires_at).toBe("2026-11-21T08:05:00.000Z");
    service.clock.advance(minutes(5));
    expect((await ask(whole(session))).status).toBe(401);
  });

  test("ends after two weeks", async () => {
    const session = await signIn({ code: await code() });
    service.clock.advance(14 * 24 * minutes(60) - 1);
    expect((await ask(whole(session))).status).toBe(200);
    service.clock.advance(1);
    expect((await ask(whole(session))).error.code).toBe("invalid_api_key");
  });

  test("is refused with one half, or with halves of two sessions", async () => {
    const [session, other] = [await signIn({ code: await code() }), await signIn({ code: await code() })];
    const [name = "", secret = ""] = session.cookie.split("=");
    const wrong: RequestOptions[] = [
      { key: session.token },
      { key: null, headers: { cookie: session.cookie } },
      { key: secret, headers: { cookie: session.cookie } },
      { key: session.token, headers: { cookie: other.cookie } },
      { key: session.token, headers: { cookie: `${name}=${other.cookie.split("=")[1]}` } },
      { key: session.token, headers: { cookie: `${name}=` } },
    ];
    for (const asked of wrong) expect((await ask(asked)).status).toBe(401);
    expect((await ask({ key: session.token, headers: { cookie: `a=b; ${session.cookie}; c=d` } })).status).toBe(200);
  });

  test("survives a restart", async () => {
    const session = await signIn({ code: await code() });
    await service.stop();
    service = await startService({ resume: service });
    expect((await ask(whole(session))).status).toBe(200);
  });

  test("ends at sign-out, for copies too", async () => {
    const session = await signIn({ code: await code() });
    const out = await service.request("DELETE", "/session", whole(session));
    expect(out.status).toBe(200);
    expect(out.headers.get("set-cookie")).toStartWith(`${session.cookie.split("=")[0]}=; Path=/; Max-Age=0`);
    expect((await ask(whole(session))).status).toBe(401);
    expect((await service.request("DELETE", "/session", whole(session))).status).toBe(200);
  });

  test("does not affect other sessions or keys at sign-out", async () => {
    const [session, other] = [await signIn({ code: await code() }), await signIn({ code: await code() })];
    await service.request("DELETE", "/session", { key: session.token, headers: { cookie: other.cookie } });
    await service.request("DELETE", "/session");
    for (const asked of [whole(session), whole(other), {}]) expect((await ask(asked)).status).toBe(200);
  });

  test("is stored as a hash, and deleted after it ended when another begins", async () => {
    const session = await signIn({ code: await code() });
    const stored = JSON.stringify(service.contents());
    expect(stored).not.toContain(session.token);
    expect(stored).not.toContain(session.cookie.split("=")[1] ?? "");
    service.clock.advance(14 * 24 * minutes(60));
    await signIn({ code: await code() });
    expect(service.contents().sessions).toHaveLength(1);
  });
});

test("the cookie is hidden from scripts and other sites, and limited to TLS if there is TLS", async () => {
  const cookieOf = async (from: TestService) =>
    (await from.request("POST", "/session", { key: null, body: { key: from.owner } })).headers.get("set-cookie");
  const attributes = "Path=/; Max-Age=1209600; HttpOnly; SameSite=Strict";
  expect(await cookieOf(service)).toMatch(new RegExp(`^docent-[0-9a-f]{16}=[0-9A-Za-z]{43}; ${attributes}$`));
  const behindTls = await startService({ settings: { DOCENT_PUBLIC_URL: "https://docent.example" } });
  expect(await cookieOf(behindTls)).toEndWith(`; ${attributes}; Secure`);
  await behindTls.close();
});

test("two sessions in one browser do not overwrite each other's cookie", async () => {
  const [one, two] = [await signIn({ code: await code() }), await signIn({ code: await code() })];
  const cookie = `${one.cookie}; ${two.cookie}`;
  for (const { token } of [one, two]) expect((await ask({ key: token, headers: { cookie } })).status).toBe(200);
});

test("a wrong key signs nobody in, and counts as a wrong key", async () => {
  await service.close();
  service = await startService({ settings: { DOCENT_FAILED_AUTH_LIMIT: "2" } });
  const attempt = async () =>
    (await service.request("POST", "/session", { key: null, body: { key: "dk_wrong" } })).error;
  expect([(await attempt()).code, (await attempt()).code, (await attempt()).code]).toEqual([
    "invalid_api_key",
    "invalid_api_key",
    "rate_limit_exceeded",
  ]);
});

test.each([{}, { key: "a", code: "b" }, { code: "" }, { token: "a" }])("a sign-in with %j is refused", async (body) => {
  const reply = await service.request("POST", "/session", { key: null, body });
  expect([reply.status, reply.error.type]).toEqual([400, "invalid_request_error"]);
});

test("a form of another site cannot sign anybody in: it sends no JSON", async () => {
  const headers = { "content-type": "text/plain" };
  const reply = await service.request("POST", "/session", {
    key: null,
    headers,
    body: JSON.stringify({ code: await code() }),
  });
  expect(reply.error.code).toBe("invalid_json");
});

test("a request with a key reports the key", async () => {
  const session = (await ask({})).as(SessionObject);
  expect([session.key_name, session.expires_at]).toEqual(["test", null]);
});
