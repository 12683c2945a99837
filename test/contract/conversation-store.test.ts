/** What conversations that the service keeps are promised by their store. */
import { afterEach, describe, expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import { defaultSettings } from "../../src/experts/expert.ts";
import type { Awaitable } from "../../src/kernel/awaitable.ts";
import type { ExpertId, KeyId, SourceId, WorkspaceId } from "../../src/kernel/ids.ts";
import type { ConversationStore, ConversationTurn, KeyStore, StoredConversation } from "../../src/keys/ports.ts";
import { conversationStore, forgetTurnsFrom, keyStore, workspaceStore } from "../../src/store/account-stores.ts";
import { storeInPostgres } from "../../src/store/postgres/store-dialect.ts";
import { openDatabase } from "../../src/store/sqlite/database.ts";
import { expertRows } from "../../src/store/sqlite/rows/expert-rows.ts";
import { storeInSqlite } from "../../src/store/sqlite/store-dialect.ts";
import type { Store } from "../../src/store/work.ts";
import { answeringLate } from "../support/fakes/late-stores.ts";
import { openTestPostgres, overPostgres } from "../support/worlds/postgres-world.ts";

const toClose: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of toClose.splice(0)) await close();
});

const home = "ws_home" as WorkspaceId;
const [pumps, boats] = ["exp_pumps", "exp_boats"] as [ExpertId, ExpertId];
const [ada, bob] = ["key_ada", "key_bob"] as [KeyId, KeyId];
const manual = "src_01kfs5n6w4q1v2m3c8r7t9x0ab" as SourceId;

interface Subject {
  readonly kept: ConversationStore;
  readonly keys: Pick<KeyStore, "add" | "revoke">;
  readonly store: Store;
  removePumps(): Awaitable<unknown>;
}

async function withKeys(subject: Subject): Promise<Subject> {
  const rest = { workspaceId: home, prefix: "dk_", scopes: ["admin" as const], expertIds: null, createdAt: 0 };
  const never = { lastUsedAt: null, expiresAt: null, revokedAt: null };
  for (const [i, id] of [ada, bob].entries())
    await subject.keys.add({ id, name: id, ...rest, ...never }, Uint8Array.of(i));
  return subject;
}

function overDatabase(): Promise<Subject> {
  const database = openDatabase(":memory:");
  toClose.push(() => database.close());
  const store = storeInSqlite(database);
  void workspaceStore(store).add({ id: home, name: "default", createdAt: 0 });
  const facts = { description: "", instructions: "", language: "en", aliases: [], settings: defaultSettings };
  const rest = { metadata: {}, embedding: null, createdAt: 0, updatedAt: 0, workspaceId: home };
  const experts = expertRows(database);
  for (const id of [pumps, boats]) experts.add({ id, name: id, slug: id.slice(4), ...facts, ...rest });
  const removePumps = () => experts.hide(home, pumps);
  return withKeys({ kept: conversationStore(store), keys: keyStore(store), store, removePumps });
}

async function answeringLater(): Promise<Subject> {
  const { kept, keys, ...rest } = await overDatabase();
  return { kept: answeringLate(kept), keys: answeringLate(keys), ...rest };
}

async function openInPostgres(): Promise<Subject> {
  const database = await openTestPostgres();
  toClose.push(database.close);
  await database.transact(async (orm) => {
    await orm.execute(sql`INSERT INTO workspaces VALUES (${home}, 'default', 0)`);
    for (const id of [pumps, boats]) {
      await orm.execute(sql`
        INSERT INTO experts (id, workspace_id, name, slug, description, instructions, language, settings, metadata,
          created_at, updated_at)
        VALUES (${id}, ${home}, ${id}, ${id}, '', '', 'en', '{}', '{}', 0, 0)`);
    }
  });
  const store = storeInPostgres(database, "node");
  const removePumps = () => database.transact(async (orm) => orm.execute(sql`DELETE FROM experts WHERE id = ${pumps}`));
  return withKeys({ kept: conversationStore(store), keys: keyStore(store), store, removePumps });
}

const subjects: readonly (readonly [string, () => Promise<Subject>])[] = [
  ["the database", overDatabase],
  ["the database, answering late", answeringLater],
  ...overPostgres(openInPostgres),
];

const turn = (id: string, more: Partial<ConversationTurn> = {}): ConversationTurn => ({
  id,
  question: { question: `${id}?` },
  state: "done",
  text: "Yes.",
  citations: [],
  answer: null,
  problem: null,
  ...more,
});
const conversation = (id: string, more: Partial<StoredConversation> = {}): StoredConversation => ({
  id,
  expertId: pumps,
  title: `About ${id}`,
  revision: 1,
  createdAt: 5,
  updatedAt: 5,
  turns: [turn("one")],
  ...more,
});

describe.each(subjects)("ConversationStore: %s", (_name, open) => {
  test("conversations are those of their key, the one that changed last first", async () => {
    const { kept } = await open();
    await kept.put(ada, conversation("pump-one"), 9);
    await kept.put(ada, conversation("pump-two", { updatedAt: 7 }), 9);
    await kept.put(bob, conversation("pump-one", { title: "Bob's" }), 9);
    expect((await kept.list(ada)).map(({ id, title }) => [id, title])).toEqual([
      ["pump-two", "About pump-two"],
      ["pump-one", "About pump-one"],
    ]);
    expect(await kept.find(ada, "pump-one")).toEqual(conversation("pump-one"));
    expect((await kept.find(bob, "pump-one"))?.title).toBe("Bob's");
    expect(await kept.find(bob, "pump-two")).toBeNull();
  });

  test("nobody overwrites a revision that they have not read", async () => {
    const { kept } = await open();
    expect((await kept.put(ada, conversation("pump-one"), 9))?.revision).toBe(1);
    expect(await kept.put(ada, conversation("pump-one", { title: "Again" }), 9)).toBeNull();
    const second = conversation("pump-one", {
      revision: 2,
      createdAt: 8,
      updatedAt: 8,
      turns: [turn("one"), turn("b")],
    });
    expect(await kept.put(ada, second, 9)).toMatchObject({ revision: 2, createdAt: 5, updatedAt: 8 });
    expect(await kept.put(ada, { ...second, turns: [turn("c")] }, 9)).toBeNull();
    expect(await kept.put(ada, { ...second, revision: 3, expertId: boats }, 9)).toBeNull();
    expect((await kept.find(ada, "pump-one"))?.turns.map(({ id }) => id)).toEqual(["one", "b"]);
    expect(await kept.remove(ada, "pump-one")).toBe(true);
    expect(await kept.put(ada, { ...second, revision: 3 }, 9)).toBeNull();
    expect(await kept.remove(ada, "pump-one")).toBe(false);
  });

  test("of several at once with the same revision, one is kept", async () => {
    const { kept } = await open();
    const all = await Promise.all(
      ["a", "b", "c"].map((title) => kept.put(ada, conversation("pump-one", { title }), 9)),
    );
    expect(all.filter((put) => put !== null)).toHaveLength(1);
  });

  test("the oldest make room, for each key alone", async () => {
    const { kept } = await open();
    await kept.put(bob, conversation("pump-zero"), 2);
    for (const [i, id] of ["pump-one", "pump-two", "pump-three"].entries())
      await kept.put(ada, conversation(id, { updatedAt: i }), 2);
    expect((await kept.list(ada)).map(({ id }) => id)).toEqual(["pump-three", "pump-two"]);
    expect(await kept.list(bob)).toHaveLength(1);
  });

  test("they go with their key, and with their expert", async () => {
    const { kept, keys, removePumps } = await open();
    for (const key of [ada, bob]) await kept.put(key, conversation("pump-one"), 9);
    await kept.put(bob, conversation("boat-one", { expertId: boats }), 9);
    await keys.revoke(home, ada, 9);
    expect(await kept.list(ada)).toEqual([]);
    await removePumps();
    expect((await kept.list(bob)).map(({ id }) => id)).toEqual(["boat-one"]);
  });

  test("answers from a source that is deleted go with it, and nobody brings them back", async () => {
    const { kept, store } = await open();
    const citing = turn("b", { answer: { citations: [{ source_id: manual }] }, citations: [{ source_id: manual }] });
    await kept.put(ada, conversation("pump-one", { turns: [turn("one"), citing] }), 9);
    await kept.put(ada, conversation("pump-two"), 9);
    await store.write("power", (orm) => forgetTurnsFrom(store, orm, boats, manual));
    expect((await kept.find(ada, "pump-one"))?.revision).toBe(1);
    await store.write("power", (orm) => forgetTurnsFrom(store, orm, pumps, manual));
    const left = { ...turn("b"), state: "removed" as const, text: "" };
    expect(await kept.find(ada, "pump-one")).toMatchObject({ revision: 2, turns: [turn("one"), left] });
    expect((await kept.find(ada, "pump-two"))?.revision).toBe(1);
    expect(await kept.put(ada, conversation("pump-one", { revision: 2, turns: [citing] }), 9)).toBeNull();
  });

  test("a key's choice is its own, and off at first", async () => {
    const { kept } = await open();
    expect(await kept.keeps(ada)).toBe(false);
    await kept.choose(ada, true);
    expect([await kept.keeps(ada), await kept.keeps(bob)]).toEqual([true, false]);
    await kept.choose(ada, false);
    expect(await kept.keeps(ada)).toBe(false);
  });
});
