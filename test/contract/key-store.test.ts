/** The contracts of the stores of workspaces, keys and sessions. */
import { afterEach, describe, expect, test } from "bun:test";
import type { Awaitable } from "../../src/kernel/awaitable.ts";
import type { KeyId, WorkspaceId } from "../../src/kernel/ids.ts";
import type { ApiKey } from "../../src/keys/key.ts";
import type { KeyStore, SessionStore, WorkspaceStore } from "../../src/keys/ports.ts";
import { sessionStore, workspaceStore } from "../../src/store/account-stores.ts";
import { keysInPostgres } from "../../src/store/postgres/rows/key-rows.ts";
import { storeInPostgres } from "../../src/store/postgres/store-dialect.ts";
import { openDatabase } from "../../src/store/sqlite/database.ts";
import { keyRows } from "../../src/store/sqlite/rows/key-rows.ts";
import { storeInSqlite } from "../../src/store/sqlite/store-dialect.ts";
import { answeringLate } from "../support/fakes/late-stores.ts";
import { openTestPostgres, overPostgres } from "../support/worlds/postgres-world.ts";

interface Subject {
  readonly workspaces: WorkspaceStore;
  readonly keys: KeyStore;
  readonly sessions: SessionStore;
}

const toClose: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of toClose.splice(0)) await close();
});

const home = "ws_home" as WorkspaceId;
const elsewhere = "ws_elsewhere" as WorkspaceId;

function overDatabase(): Subject {
  const database = openDatabase(":memory:");
  toClose.push(() => database.close());
  const workspaces = workspaceStore(storeInSqlite(database));
  for (const id of [home, elsewhere]) void workspaces.add({ id, name: id, createdAt: 0 });
  return { workspaces, keys: keyRows(database), sessions: sessionStore(storeInSqlite(database)) };
}

function answeringLater(): Subject {
  const { workspaces, keys, sessions } = overDatabase();
  return { workspaces: answeringLate(workspaces), keys: answeringLate(keys), sessions: answeringLate(sessions) };
}

async function openInPostgres(): Promise<Subject> {
  const database = await openTestPostgres();
  toClose.push(database.close);
  const workspaces = workspaceStore(storeInPostgres(database, "node"));
  for (const id of [home, elsewhere]) await workspaces.add({ id, name: id, createdAt: 0 });
  return { workspaces, keys: keysInPostgres(database), sessions: sessionStore(storeInPostgres(database, "node")) };
}

const subjects: readonly (readonly [string, () => Awaitable<Subject>])[] = [
  ["the database", overDatabase],
  ["the database, answering late", answeringLater],
  ...overPostgres(openInPostgres),
];

const keyOf = (id: string, more: Partial<ApiKey> = {}): ApiKey => ({
  id: id as KeyId,
  workspaceId: home,
  name: id,
  prefix: "dk_abcde",
  scopes: ["query", "ingest"],
  expertIds: null,
  createdAt: 1000,
  lastUsedAt: null,
  expiresAt: null,
  revokedAt: null,
  ...more,
});
const hashOf = (text: string) => new Bun.CryptoHasher("sha256").update(text).digest();

describe.each(subjects)("WorkspaceStore: %s", (_name, open) => {
  test("a workspace is found by its name and listed by its id", async () => {
    const { workspaces } = await open();
    expect(await workspaces.byName(home)).toEqual({ id: home, name: home, createdAt: 0 });
    expect(await workspaces.byName("nobody")).toBeNull();
    expect((await workspaces.list()).map(({ id }) => id)).toEqual([elsewhere, home]);
  });

  test("a name is unique, and a name with a colon is not listed", async () => {
    const { workspaces } = await open();
    expect(await workspaces.add({ id: "ws_other" as WorkspaceId, name: home, createdAt: 1 })).toBe(false);
    expect(await workspaces.add({ id: "ws_import" as WorkspaceId, name: "import:1", createdAt: 1 })).toBe(true);
    expect(await workspaces.list()).toHaveLength(2);
  });
});

describe.each(subjects)("KeyStore: %s", (_name, open) => {
  test("a key is found with all fields by its hash and by its id, and only in its workspace", async () => {
    const { keys } = await open();
    const key = keyOf("key_1", { expertIds: ["exp_1" as never], expiresAt: 2000 });
    await keys.add(key, hashOf("one"));
    expect((await keys.byHash(hashOf("one")))?.key).toEqual(key);
    expect(Buffer.from((await keys.byHash(hashOf("one")))!.hash)).toEqual(Buffer.from(hashOf("one")));
    expect(await keys.byId(home, key.id)).toEqual(key);
    expect([await keys.byHash(hashOf("two")), await keys.byId(elsewhere, key.id)]).toEqual([null, null]);
  });

  test("the list has the workspace's keys, newest first, including revoked ones", async () => {
    const { keys } = await open();
    for (const id of ["key_1", "key_2", "key_3"]) await keys.add(keyOf(id), hashOf(id));
    await keys.add(keyOf("key_4", { workspaceId: elsewhere }), hashOf("key_4"));
    await keys.revoke(home, "key_2" as KeyId, 5000);
    expect((await keys.list(home)).map(({ id, revokedAt }) => [String(id), revokedAt])).toEqual([
      ["key_3", null],
      ["key_2", 5000],
      ["key_1", null],
    ]);
  });

  test("a key is revoked once, only in its workspace, and is still found by its hash", async () => {
    const { keys } = await open();
    await keys.add(keyOf("key_1"), hashOf("one"));
    expect((await keys.byHash(hashOf("one")))?.key.revokedAt).toBeNull();
    const revoke = (workspace: WorkspaceId, at: number) => keys.revoke(workspace, "key_1" as KeyId, at);
    expect([await revoke(elsewhere, 1), await revoke(home, 2), await revoke(home, 3)]).toEqual([false, true, false]);
    expect((await keys.byHash(hashOf("one")))?.key.revokedAt).toBe(2);
  });

  test("a key is changed in its workspace until it is revoked, and found as it is now", async () => {
    const { keys } = await open();
    const key = keyOf("key_1", { expiresAt: 2000 });
    await keys.add(key, hashOf("one"));
    await keys.byHash(hashOf("one"));
    expect(await keys.edit(elsewhere, key.id, { name: "none" })).toBe("missing");
    expect(await keys.edit(home, key.id, {})).toBe("edited");
    expect(await keys.edit(home, key.id, { name: "new" })).toBe("edited");
    expect(await keys.edit(home, key.id, { expiresAt: 3000 })).toBe("edited");
    expect((await keys.byHash(hashOf("one")))?.key).toEqual({ ...key, name: "new", expiresAt: 3000 });
    await keys.revoke(home, key.id, 5000);
    expect(await keys.edit(home, key.id, { expiresAt: null })).toBe("missing");
  });

  test("the last lasting key keeps its rights without end, also of two that change at once", async () => {
    const { keys } = await open();
    const ids = ["key_1", "key_2"] as KeyId[];
    for (const id of ids) await keys.add(keyOf(id, { scopes: ["admin"] }), hashOf(id));
    const outcomes = await Promise.all(ids.map(async (id) => keys.edit(home, id, { expiresAt: 9000 })));
    expect(outcomes.toSorted()).toEqual(["edited", "last"]);
    expect(await keys.edit(home, ids[outcomes.indexOf("last")]!, { name: "new", expiresAt: null })).toBe("edited");
  });

  test("of two lasting keys that are revoked at once, one stays", async () => {
    const { keys } = await open();
    const ids = ["key_1", "key_2"] as KeyId[];
    for (const id of ids) await keys.add(keyOf(id, { scopes: ["admin"] }), hashOf(id));
    await keys.add(keyOf("key_3", { scopes: ["admin"], expiresAt: 9000 }), hashOf("key_3"));
    await keys.add(keyOf("key_4", { scopes: ["admin"], workspaceId: elsewhere }), hashOf("key_4"));
    const outcomes = await Promise.all(ids.map(async (id) => keys.revokeUnlessLast(home, id, 5000)));
    expect(outcomes.toSorted()).toEqual(["last", "revoked"]);
    const left = (await keys.list(home)).filter(({ revokedAt }) => revokedAt === null);
    expect(left.map(({ id }) => id).toSorted()).toEqual([ids[outcomes.indexOf("last")]!, "key_3" as KeyId]);
  });

  test("a key that is not the last lasting one is revoked once, in its workspace", async () => {
    const { keys } = await open();
    await keys.add(keyOf("key_1", { scopes: ["admin"] }), hashOf("one"));
    await keys.add(keyOf("key_2"), hashOf("two"));
    const revoke = (workspace: WorkspaceId) => keys.revokeUnlessLast(workspace, "key_2" as KeyId, 5000);
    expect([await revoke(elsewhere), await revoke(home), await revoke(home)]).toEqual([
      "missing",
      "revoked",
      "missing",
    ]);
  });

  test("a use is visible at once, by hash and in the list", async () => {
    const { keys } = await open();
    await keys.add(keyOf("key_1"), hashOf("one"));
    await keys.byHash(hashOf("one"));
    await keys.touch("key_1" as KeyId, 7000);
    expect([(await keys.byHash(hashOf("one")))?.key.lastUsedAt, (await keys.list(home))[0]?.lastUsedAt]).toEqual([
      7000, 7000,
    ]);
  });
});

describe.each(subjects)("SessionStore: %s", (_name, open) => {
  const sessionOf = (name: string, createdAt: number) => ({
    hash: hashOf(name),
    keyId: "key_1" as KeyId,
    createdAt,
    expiresAt: createdAt + 100,
  });

  test("a session is found with the current state of its key, until it is removed", async () => {
    const { keys, sessions } = await open();
    await keys.add(keyOf("key_1"), hashOf("one"));
    await sessions.add(sessionOf("a", 1000));
    expect(await sessions.find(hashOf("a"))).toEqual({ key: keyOf("key_1"), expiresAt: 1100 });
    await keys.revoke(home, "key_1" as KeyId, 1050);
    expect((await sessions.find(hashOf("a")))?.key.revokedAt).toBe(1050);
    await sessions.remove(hashOf("a"));
    expect([await sessions.find(hashOf("a")), await sessions.find(hashOf("b"))]).toEqual([null, null]);
  });

  test("a new session deletes expired ones", async () => {
    const { keys, sessions } = await open();
    await keys.add(keyOf("key_1"), hashOf("one"));
    await sessions.add(sessionOf("a", 1000));
    await sessions.add(sessionOf("b", 1050));
    await sessions.add(sessionOf("c", 1120));
    const ends: (number | null)[] = [];
    for (const name of ["a", "b", "c"]) ends.push((await sessions.find(hashOf(name)))?.expiresAt ?? null);
    expect(ends).toEqual([null, 1150, 1220]);
  });
});
