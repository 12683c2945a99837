/** The contract of the store of replies to repeatable requests. */
import { afterEach, describe, expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import type { Awaitable } from "../../src/kernel/awaitable.ts";
import type { KeyId, WorkspaceId } from "../../src/kernel/ids.ts";
import type { RepeatableRequest, ReplyStore } from "../../src/kernel/stores/replies.ts";
import type { Write } from "../../src/kernel/stores/write.ts";
import { workspaceStore } from "../../src/store/account-stores.ts";
import { keysInPostgres } from "../../src/store/postgres/rows/key-rows.ts";
import { storeInPostgres } from "../../src/store/postgres/store-dialect.ts";
import { replyStore } from "../../src/store/reply-store.ts";
import { openDatabase } from "../../src/store/sqlite/database.ts";
import { keyRows } from "../../src/store/sqlite/rows/key-rows.ts";
import { storeInSqlite } from "../../src/store/sqlite/store-dialect.ts";
import { done, preparedWrite } from "../../src/store/work.ts";
import { openTestPostgres, overPostgres } from "../support/worlds/postgres-world.ts";

const toClose: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of toClose.splice(0)) await close();
});

interface Subject {
  readonly replies: ReplyStore;
  /** A write that adds a workspace of that name, which fails if there is one. */
  name(name: string): Write<string>;
  /** The names that were added. */
  names(): Awaitable<readonly string[]>;
}

const naming = (name: string) =>
  preparedWrite(function* () {
    yield* done(sql`INSERT INTO workspaces (id, name, created_at) VALUES (${`ws_${name}`}, ${name}, 0)`);
    return name;
  });

function overDatabase(): Subject {
  const database = openDatabase(":memory:");
  toClose.push(() => database.close());
  const workspaceId = home;
  void workspaceStore(storeInSqlite(database)).add({ id: workspaceId, name: "default", createdAt: 0 });
  for (const id of ["key_1", "key_2"] as KeyId[])
    void keyRows(database).add({ ...keyFacts, id, workspaceId }, hashOf(id));
  const { orm } = database;
  return {
    replies: replyStore(storeInSqlite(database)),
    name: naming,
    names: () => orm.all<{ name: string }>(added).map(({ name }) => name),
  };
}

async function overServer(): Promise<Subject> {
  const database = await openTestPostgres();
  toClose.push(database.close);
  await workspaceStore(storeInPostgres(database, "node")).add({ id: home, name: "default", createdAt: 0 });
  const keys = keysInPostgres(database);
  for (const id of ["key_1", "key_2"] as KeyId[]) await keys.add({ ...keyFacts, id, workspaceId: home }, hashOf(id));
  return {
    replies: replyStore(storeInPostgres(database, "node")),
    name: naming,
    names: async () => (await database.read((orm) => orm.execute<{ name: string }>(added))).map(({ name }) => name),
  };
}

const home = "ws_home" as WorkspaceId;
const added = sql`SELECT name FROM workspaces WHERE id <> ${home} ORDER BY id`;

const keyFacts = {
  name: "a",
  prefix: "dk_",
  scopes: ["admin" as const],
  expertIds: null,
  createdAt: 0,
  lastUsedAt: null,
  expiresAt: null,
  revokedAt: null,
};
const hashOf = (text: string) => new Bun.CryptoHasher("sha256").update(text).digest();

const subjects = [["the database", overDatabase], ...overPostgres(overServer)] as const;

const requestOf = (more: Partial<RepeatableRequest> = {}): RepeatableRequest => ({
  keyId: "key_1" as KeyId,
  route: "POST /v1/experts",
  idempotencyKey: "first",
  fingerprint: "abc",
  at: 1000,
  ...more,
});
const replyOf = (body: string) => ({ status: 201, location: "/v1/experts/exp_1", body });
const planOf = (write: Write<string>, body: string, since = 0) => ({ write, since, reply: () => replyOf(body) });

describe.each(subjects)("ReplyStore: %s", (_name, open) => {
  test("a reply is found under its key, route and name, with the fingerprint of its request", async () => {
    const { replies, name } = await open();
    expect(await replies.perform(requestOf(), planOf(name("docks"), "{}"))).toEqual({ done: "docks" });
    expect(await replies.find(requestOf({ fingerprint: "other" }), 0)).toMatchObject({
      ...replyOf("{}"),
      fingerprint: "abc",
    });
    const others: Partial<RepeatableRequest>[] = [
      { keyId: "key_2" as KeyId },
      { route: "POST /v1/keys" },
      { idempotencyKey: "second" },
    ];
    expect(await Promise.all(others.map((other) => replies.find(requestOf(other), 0)))).toEqual([null, null, null]);
  });

  test("of the same requests at once one does the work, and the others get its reply", async () => {
    const { replies, name, names } = await open();
    const sent = ["docks", "piers", "quays"].map((one) => replies.perform(requestOf(), planOf(name(one), one)));
    const outcomes = await Promise.all(sent);
    const done = outcomes.flatMap((outcome) => ("done" in outcome ? [outcome.done] : []));
    const replayed = outcomes.flatMap((outcome) => ("earlier" in outcome ? [outcome.earlier.body] : []));
    expect(done).toHaveLength(1);
    expect(replayed).toEqual([done[0]!, done[0]!]);
    expect(await names()).toEqual(done);
  });

  test("a reply from before `since` is not found, and the next transaction deletes it", async () => {
    const { replies, name } = await open();
    await replies.perform(requestOf(), planOf(name("docks"), "old"));
    expect(await replies.find(requestOf(), 1001)).toBeNull();
    expect(await replies.find(requestOf(), 1000)).toMatchObject({ body: "old" });
    expect(await replies.perform(requestOf({ at: 2000 }), planOf(name("piers"), "new", 1500))).toEqual({
      done: "piers",
    });
    expect(await replies.find(requestOf(), 0)).toMatchObject({ body: "new" });
    await replies.perform(requestOf({ at: 3000, idempotencyKey: "second" }), planOf(name("quays"), "other", 2500));
    expect(await replies.find(requestOf(), 0)).toBeNull();
  });

  test("a write that fails, or whose reply does, stores nothing", async () => {
    const { replies, name, names } = await open();
    await replies.performOnce(name("docks"));
    await expect(replies.perform(requestOf(), planOf(name("docks"), "twice"))).rejects.toThrow();
    const refusing = () => {
      throw new Error("refused");
    };
    const refused = replies.perform(requestOf(), { ...planOf(name("piers"), ""), reply: refusing });
    await expect(refused).rejects.toThrow("refused");
    expect([await replies.find(requestOf(), 0), await names()]).toEqual([null, ["docks"]]);
  });

  test("work without a repeatable request stores no reply", async () => {
    const { replies, name, names } = await open();
    expect(await replies.performOnce(name("docks"))).toBe("docks");
    expect([await replies.find(requestOf(), 0), await names()]).toEqual([null, ["docks"]]);
  });

  test("a name without work is claimed once, and free again after a day", async () => {
    const { replies } = await open();
    const claims = await Promise.all([replies.claim(requestOf(), 0), replies.claim(requestOf(), 0)]);
    expect(claims.filter((earlier) => earlier === null)).toHaveLength(1);
    expect(await replies.claim(requestOf({ fingerprint: "other", at: 2000 }), 500)).toMatchObject({
      fingerprint: "abc",
    });
    expect(await replies.claim(requestOf({ at: 2000 }), 1500)).toBeNull();
  });

  test("a reply is amended to the sent one", async () => {
    const { replies, name } = await open();
    await replies.perform(requestOf(), planOf(name("docks"), "first"));
    await replies.amend(requestOf(), { status: 202, location: "/elsewhere", body: "sent" });
    expect(await replies.find(requestOf(), 0)).toMatchObject({ status: 202, location: "/elsewhere", body: "sent" });
  });
});
