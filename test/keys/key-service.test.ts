/** Keys: their form, their storage and their rights. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import fc from "fast-check";
import { Fault } from "../../src/kernel/fault.ts";
import { isIntact, newSecret, secretPrefix } from "../../src/keys/key-secret.ts";
import { clockAt, type MovableClock, repeatableRandom, startService, type TestService } from "../support/service.ts";

let service: TestService;
let clock: MovableClock;
beforeAll(async () => {
  clock = clockAt("2026-11-21T08:00:00.000Z");
  service = await startService({ ingesting: false, clock });
});
afterAll(() => service.close());

const keys = () => service.docent.keys;
const make = (more: object = {}) => keys().create({ workspaceId: service.workspace, name: "test", ...more });
const refusal = async (secret: string | undefined): Promise<string> => {
  try {
    await keys().authenticate(secret);
  } catch (error) {
    if (error instanceof Fault) return error.code;
    throw error;
  }
  return "none";
};

describe("a secret", () => {
  test("is dk_, 43 digits and a checksum that finds every typo", () => {
    fc.assert(
      fc.property(fc.nat(0xffffff), fc.nat(48), fc.constantFrom("0", "Z", "z", "!"), (seed, at, letter) => {
        const secret = newSecret(repeatableRandom(seed + 1));
        expect(secret).toMatch(/^dk_[0-9A-Za-z]{49}$/);
        expect(isIntact(secret)).toBe(true);
        const place = 3 + at;
        const slipped = secret.slice(0, place) + letter + secret.slice(place + 1);
        expect(isIntact(slipped)).toBe(slipped === secret);
        expect(isIntact(secret.slice(0, -1))).toBe(false);
        expect(isIntact(`${secret}0`)).toBe(false);
      }),
    );
  });

  test("reveals little when shown", async () => {
    expect(["dk_0123456789", "sixteen-letters!", "abcd", ""].map(secretPrefix)).toEqual(["dk_", "sixt", "a", ""]);
    expect(secretPrefix((await make()).secret)).toHaveLength(8);
  });
});

test("only the hash of a key is stored", async () => {
  const { secret, key } = await make();
  const hash = new Bun.CryptoHasher("sha256").update(secret).digest("hex");
  const rows = service.contents().api_keys as { id: string; hash: Uint8Array }[];
  expect(Buffer.from(rows.find(({ id }) => id === key.id)?.hash ?? []).toString("hex")).toBe(hash);
  expect(JSON.stringify(service.contents())).not.toContain(secret);
  expect(Buffer.from(JSON.stringify(await keys().list(service.workspace))).includes(secret)).toBe(false);
});

test("a key identifies the caller", async () => {
  const { secret, key } = await make({ scopes: ["query", "ingest"], expertIds: [] });
  expect(await keys().authenticate(secret)).toEqual({
    keyId: key.id,
    workspaceId: service.workspace,
    scopes: ["query", "ingest"],
    expertIds: [],
  });
});

test("a key that the owner chose works like a generated one", async () => {
  const { key } = await make({ secret: "correct horse battery staple" });
  expect((await keys().authenticate("correct horse battery staple")).keyId).toBe(key.id);
  expect(await refusal("correct horse battery stapl")).toBe("invalid_api_key");
});

test("a missing, unknown, revoked or expired key is refused", async () => {
  expect([await refusal(undefined), await refusal("")]).toEqual(["missing_api_key", "missing_api_key"]);
  expect(await refusal(newSecret(repeatableRandom(99)))).toBe("invalid_api_key");
  const revoked = await make();
  await keys().revoke(service.workspace, revoked.key.id);
  expect(await refusal(revoked.secret)).toBe("invalid_api_key");
  await expect(keys().revoke(service.workspace, revoked.key.id)).rejects.toThrow(
    `There is no active key ${revoked.key.id}`,
  );
  const expiring = await make({ expiresAt: clock.now() + 1000 });
  clock.advance(999);
  expect(await refusal(expiring.secret)).toBe("none");
  clock.advance(1);
  expect(await refusal(expiring.secret)).toBe("expired_api_key");
});

test("a key of another workspace cannot be revoked", async () => {
  const other = (await service.docent.workspaces.create("other")).id;
  const { secret, key } = await make({ workspaceId: other });
  await expect(keys().revoke(service.workspace, key.id)).rejects.toThrow("no active key");
  expect(await refusal(secret)).toBe("none");
  expect((await keys().list(other)).map(({ id }) => id)).toEqual([key.id]);
});

test("the last use is recorded once a minute", async () => {
  const { secret, key } = await make();
  const lastUsed = async () => (await keys().list(service.workspace)).find(({ id }) => id === key.id)?.lastUsedAt;
  expect(await lastUsed()).toBeNull();
  const first = clock.now();
  await keys().authenticate(secret);
  clock.advance(59_999);
  await keys().authenticate(secret);
  expect(await lastUsed()).toBe(first);
  clock.advance(1);
  await keys().authenticate(secret);
  expect(await lastUsed()).toBe(first + 60_000);
});
