/** Keys over HTTP: creation, lists, revocation, and the limits of delegation. */
import { afterEach, beforeEach, expect, test } from "bun:test";
import { type Static, Type } from "@sinclair/typebox";
import { DeletedKey, KeyObject, NewKeyObject } from "../../../src/api/key-schemas.ts";
import { sortableIds } from "../../../src/kernel/ids.ts";
import { hashSecret } from "../../../src/keys/key-secret.ts";
import { createKeyService } from "../../../src/keys/key-service.ts";
import { clockAt, repeatableRandom, startOfTime, startService, type TestService } from "../../support/service.ts";

let service: TestService;
beforeEach(async () => {
  service = await startService({ ingesting: false, clock: clockAt(startOfTime) });
});
afterEach(() => service.close());

const hour = 3_600_000;
const later = (hours: number) => new Date(Date.parse(startOfTime) + hours * hour).toISOString();
const make = async (body: object, key = service.owner) =>
  (await service.request("POST", "/v1/keys", { key, body: { name: "made", scopes: ["query"], ...body } })).as(
    NewKeyObject,
  );
const refusal = async (body: object, key: string) => {
  const asked = { name: "made", scopes: ["query"], ...body };
  const { error } = await service.request("POST", "/v1/keys", { key, body: asked });
  return [error.code, error.param];
};
const status = async (key: string, path = "/v1/experts") => (await service.request("GET", path, { key })).status;
const expert = (name: string) =>
  service.docent.experts.create({ workspaceId: service.workspace, expertIds: null }, { name });
const listed = async (query = "", key = service.owner): Promise<Static<typeof KeyObject>[]> =>
  (await service.request("GET", `/v1/keys${query}`, { key })).pageOf(KeyObject).data;

test("a key is shown once, works at once, and is listed without its secret", async () => {
  const { id: manual } = await expert("Manual");
  const body = { name: "kiosk", scopes: ["query", "ingest"], expert_ids: ["manual", manual], expires_at: later(2) };
  const reply = await service.request("POST", "/v1/keys", { body });
  const { secret, ...shown } = reply.as(NewKeyObject);
  expect(reply.headers.get("location")).toBe(`/v1/keys/${shown.id}`);
  expect(reply.headers.get("cache-control")).toBe("no-store");
  expect(shown).toEqual({
    id: shown.id,
    object: "key",
    name: "kiosk",
    prefix: secret.slice(0, 8),
    scopes: ["query", "ingest"],
    expert_ids: [manual],
    created_at: startOfTime,
    last_used_at: null,
    expires_at: later(2),
    revoked_at: null,
  });
  expect(await status(secret)).toBe(200);
  const used = { ...shown, last_used_at: startOfTime };
  expect((await service.request("GET", `/v1/keys/${shown.id}`)).json).toEqual(used);
  expect((await listed())[0]).toEqual(used);
  service.clock.advance(2 * hour);
  expect(await status(secret)).toBe(401);
});

test("a revoked key no longer works, and stays in the list", async () => {
  const { id, secret } = await make({});
  const gone = (await service.request("DELETE", `/v1/keys/${id}`)).as(DeletedKey);
  expect(gone).toEqual({ id, object: "key.deleted", deleted: true });
  expect(await status(secret)).toBe(401);
  expect((await listed())[0]?.revoked_at).toBe(startOfTime);
  const again = await service.request("DELETE", `/v1/keys/${id}`);
  expect([again.status, again.error.code]).toEqual([404, "key_not_found"]);
});

test("the list has pages", async () => {
  const ids = [(await make({})).id, (await make({})).id, (await make({})).id] as const;
  const owner = (await listed("?order=asc"))[0]?.id ?? "";
  const page = async (query: string) => {
    const { data, has_more, total_count, first_id, last_id } = (
      await service.request("GET", `/v1/keys${query}`)
    ).pageOf(KeyObject);
    expect([first_id, last_id]).toEqual([data[0]?.id ?? null, data.at(-1)?.id ?? null]);
    return [data.map(({ id }) => id), has_more, total_count];
  };
  expect(await page("?limit=2")).toEqual([[ids[2], ids[1]], true, 4]);
  expect(await page(`?limit=2&after=${ids[1]}`)).toEqual([[ids[0], owner], false, 4]);
  expect(await page(`?order=asc&after=${ids[0]}`)).toEqual([[ids[1], ids[2]], false, 4]);
});

test("a key that is limited to some experts grants no other expert, and sees no key that reaches one", async () => {
  const [mine, other] = [await expert("Mine"), await expert("Other")];
  const limited = (await make({ scopes: ["admin"], expert_ids: [mine.id] })).secret;
  const own = await listed("", limited);
  expect(own.map(({ expert_ids }) => expert_ids)).toEqual([[mine.id]]);

  expect((await make({}, limited)).expert_ids).toEqual([mine.id]);
  expect(await refusal({ expert_ids: [other.id] }, limited)).toEqual(["expert_not_found", "expert_ids[0]"]);

  const [whole, both] = [await make({}), await make({ expert_ids: [mine.id, other.id] })];
  for (const { id } of [whole, both]) {
    for (const method of ["GET", "DELETE"]) {
      const reply = await service.request(method, `/v1/keys/${id}`, { key: limited });
      expect([reply.status, reply.error.code]).toEqual([404, "key_not_found"]);
    }
  }
  expect((await listed("", limited)).length).toBe(2);
});

test("an expiring key creates no key that outlives it", async () => {
  const { secret } = await make({ scopes: ["admin"], expires_at: later(5) });
  expect((await make({}, secret)).expires_at).toBe(later(5));
  expect((await make({ expires_at: later(4) }, secret)).expires_at).toBe(later(4));
  expect(await refusal({ expires_at: later(6) }, secret)).toEqual(["insufficient_scope", "expires_at"]);
  expect(await refusal({ expires_at: null }, secret)).toEqual(["insufficient_scope", "expires_at"]);
});

test("the last key with all rights cannot be revoked over HTTP", async () => {
  await make({ scopes: ["admin"], expires_at: later(5) });
  const [owner] = await listed("?order=asc");
  const remove = () => service.request("DELETE", `/v1/keys/${owner?.id}`);
  const kept = await remove();
  expect([kept.status, kept.error.code, kept.headers.get("x-should-retry")]).toEqual([409, "last_admin_key", "false"]);
  const next = await make({ scopes: ["admin"] });
  expect((await remove()).status).toBe(200);
  expect(await status(service.owner)).toBe(401);
  expect(await status(next.secret, "/v1/keys")).toBe(200);
});

const edit = (id: string, body: object, key = service.owner) =>
  service.request("PATCH", `/v1/keys/${id}`, { key, body });

test("name and expiry change with the next request, and nothing else does", async () => {
  const { id, secret, ...made } = await make({ expires_at: later(1) });
  expect(await status(secret)).toBe(200);
  const used = { id, ...made, last_used_at: startOfTime };
  expect((await edit(id, {})).json).toEqual(used);
  expect((await edit(id, { name: "kitchen", expires_at: later(3) })).json).toEqual({
    ...used,
    name: "kitchen",
    expires_at: later(3),
  });
  service.clock.advance(2 * hour);
  expect(await status(secret)).toBe(200);
  expect((await edit(id, { expires_at: null })).as(KeyObject)).toMatchObject({ name: "kitchen", expires_at: null });
  await edit(id, { expires_at: later(4) });
  expect((await listed())[0]).toMatchObject({ id, name: "kitchen", expires_at: later(4) });
  service.clock.advance(2 * hour);
  expect(await status(secret)).toBe(401);
});

test("a key that is revoked is not changed", async () => {
  const { id, secret } = await make({});
  await service.request("DELETE", `/v1/keys/${id}`);
  const reply = await edit(id, { expires_at: null });
  expect([reply.status, reply.error.code, await status(secret)]).toEqual([404, "key_not_found", 401]);
});

test("an expiring key makes no key last longer than itself", async () => {
  const { secret } = await make({ scopes: ["admin"], expires_at: later(5) });
  const { id } = await make({ expires_at: later(2) });
  for (const expires_at of [null, later(6)]) {
    const { error } = await edit(id, { expires_at }, secret);
    expect([error.code, error.param]).toEqual(["insufficient_scope", "expires_at"]);
  }
  expect((await edit(id, { expires_at: later(5) }, secret)).as(KeyObject).expires_at).toBe(later(5));
});

test("the last key with all rights gets no end", async () => {
  const [owner] = await listed("?order=asc");
  const kept = await edit(owner!.id, { expires_at: later(1) });
  expect([kept.status, kept.error.code]).toEqual([409, "last_admin_key"]);
  expect((await edit(owner!.id, { name: "first", expires_at: null })).as(KeyObject).name).toBe("first");
  await make({ scopes: ["admin"] });
  expect((await edit(owner!.id, { expires_at: later(1) })).status).toBe(200);
});

test("times are RFC 3339, with any offset", async () => {
  expect((await make({ expires_at: "2027-01-31t13:00:00+01:00" })).expires_at).toBe("2027-01-31T12:00:00.000Z");
});

test("a key found by a partial hash is refused", async () => {
  const { key } = await service.docent.keys.create({
    workspaceId: service.workspace,
    name: "near",
    secret: "a-secret-of-somebody",
  });
  const near = hashSecret("a-secret-of-somebody");
  near[31] = near[31]! ^ 1;
  const keys = createKeyService({
    store: {
      add() {},
      touch() {},
      list: () => [],
      revoke: () => false,
      revokeUnlessLast: () => "missing",
      edit: () => "missing",
      byId: () => null,
      byHash: () => ({ key, hash: near }),
    },
    clock: service.clock,
    ids: sortableIds(service.clock, repeatableRandom()),
    random: repeatableRandom(),
  });
  expect(await keys.find("a-secret-of-somebody")).toBeNull();
  expect(async () => keys.authenticate("a-secret-of-somebody")).toThrow("unknown or revoked");
});

test("the description contains the secret in one place only", () => {
  expect(Type.Omit(NewKeyObject, ["secret"]).properties).toEqual(KeyObject.properties);
});
