/** The contracts of the stores of workspaces, keys and sessions. */
import { afterEach, describe, expect, test } from "bun:test";
import type { KeyId, WorkspaceId } from "../../src/kernel/ids.ts";
import type { ApiKey } from "../../src/keys/key.ts";
import type { KeyStore, SessionStore, WorkspaceStore } from "../../src/keys/ports.ts";
import { openDatabase } from "../../src/storage/database.ts";
import { keyRows, sessionRows } from "../../src/storage/rows/key-rows.ts";
import { workspaceRows } from "../../src/storage/rows/workspace-rows.ts";

interface Subject {
  readonly workspaces: WorkspaceStore;
  readonly keys: KeyStore;
  readonly sessions: SessionStore;
}

const toClose: (() => void)[] = [];
afterEach(() => {
  for (const close of toClose.splice(0)) close();
});

const home = "ws_home" as WorkspaceId;
const elsewhere = "ws_elsewhere" as WorkspaceId;

function overDatabase(): Subject {
  const database = openDatabase(":memory:");
  toClose.push(() => database.close());
  const workspaces = workspaceRows(database);
  for (const id of [home, elsewhere]) workspaces.add({ id, name: id, createdAt: 0 });
  return { workspaces, keys: keyRows(database), sessions: sessionRows(database) };
}

const subjects = [["the database", overDatabase]] as const;

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
  test("a workspace is found by its name and listed by its id", () => {
    const { workspaces } = open();
    expect(workspaces.byName(home)).toEqual({ id: home, name: home, createdAt: 0 });
    expect(workspaces.byName("nobody")).toBeNull();
    expect(workspaces.list().map(({ id }) => id)).toEqual([elsewhere, home]);
  });

  test("a name is unique, and a name with a colon is not listed", () => {
    const { workspaces } = open();
    expect(workspaces.add({ id: "ws_other" as WorkspaceId, name: home, createdAt: 1 })).toBe(false);
    expect(workspaces.add({ id: "ws_import" as WorkspaceId, name: "import:1", createdAt: 1 })).toBe(true);
    expect(workspaces.list()).toHaveLength(2);
  });
});

describe.each(subjects)("KeyStore: %s", (_name, open) => {
  test("a key is found with all fields by its hash and by its id, and only in its workspace", () => {
    const { keys } = open();
    const key = keyOf("key_1", { expertIds: ["exp_1" as never], expiresAt: 2000 });
    keys.add(key, hashOf("one"));
    expect(keys.byHash(hashOf("one"))?.key).toEqual(key);
    expect(Buffer.from(keys.byHash(hashOf("one"))!.hash)).toEqual(Buffer.from(hashOf("one")));
    expect(keys.byId(home, key.id)).toEqual(key);
    expect([keys.byHash(hashOf("two")), keys.byId(elsewhere, key.id)]).toEqual([null, null]);
  });

  test("the list has the workspace's keys, newest first, including revoked ones", () => {
    const { keys } = open();
    for (const id of ["key_1", "key_2", "key_3"]) keys.add(keyOf(id), hashOf(id));
    keys.add(keyOf("key_4", { workspaceId: elsewhere }), hashOf("key_4"));
    keys.revoke(home, "key_2" as KeyId, 5000);
    expect(keys.list(home).map(({ id, revokedAt }) => [String(id), revokedAt])).toEqual([
      ["key_3", null],
      ["key_2", 5000],
      ["key_1", null],
    ]);
  });

  test("a key is revoked once, only in its workspace, and is still found by its hash", () => {
    const { keys } = open();
    keys.add(keyOf("key_1"), hashOf("one"));
    expect(keys.byHash(hashOf("one"))?.key.revokedAt).toBeNull();
    const revoke = (workspace: WorkspaceId, at: number) => keys.revoke(workspace, "key_1" as KeyId, at);
    expect([revoke(elsewhere, 1), revoke(home, 2), revoke(home, 3)]).toEqual([false, true, false]);
    expect(keys.byHash(hashOf("one"))?.key.revokedAt).toBe(2);
  });

  test("a use is visible at once, by hash and in the list", () => {
    const { keys } = open();
    keys.add(keyOf("key_1"), hashOf("one"));
    keys.byHash(hashOf("one"));
    keys.touch("key_1" as KeyId, 7000);
    expect([keys.byHash(hashOf("one"))?.key.lastUsedAt, keys.list(home)[0]?.lastUsedAt]).toEqual([7000, 7000]);
  });
});

describe.each(subjects)("SessionStore: %s", (_name, open) => {
  const sessionOf = (name: string, createdAt: number) => ({
    hash: hashOf(name),
    keyId: "key_1" as KeyId,
    createdAt,
    expiresAt: createdAt + 100,
  });

  test("a session is found with the current state of its key, until it is removed", () => {
    const { keys, sessions } = open();
    keys.add(keyOf("key_1"), hashOf("one"));
    sessions.add(sessionOf("a", 1000));
    expect(sessions.find(hashOf("a"))).toEqual({ key: keyOf("key_1"), expiresAt: 1100 });
    keys.revoke(home, "key_1" as KeyId, 1050);
    expect(sessions.find(hashOf("a"))?.key.revokedAt).toBe(1050);
    sessions.remove(hashOf("a"));
    expect([sessions.find(hashOf("a")), sessions.find(hashOf("b"))]).toEqual([null, null]);
  });

  test("a new session deletes expired ones", () => {
    const { keys, sessions } = open();
    keys.add(keyOf("key_1"), hashOf("one"));
    sessions.add(sessionOf("a", 1000));
    sessions.add(sessionOf("b", 1050));
    sessions.add(sessionOf("c", 1120));
    expect(["a", "b", "c"].map((name) => sessions.find(hashOf(name))?.expiresAt ?? null)).toEqual([null, 1150, 1220]);
  });
});
