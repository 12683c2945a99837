/** The contracts of the stores of quotas and usage. */
import { afterEach, describe, expect, test } from "bun:test";
import type { QuotaStore, RequestCounts } from "../../src/accounting/limit-ports.ts";
import { requestsInMemory } from "../../src/accounting/request-counts.ts";
import { counterNames, internalKey, type UsageEntry } from "../../src/accounting/usage-entry.ts";
import type { UsageStore } from "../../src/accounting/usage-ports.ts";
import type { Awaitable } from "../../src/kernel/awaitable.ts";
import type { ExpertId, KeyId, WorkspaceId } from "../../src/kernel/ids.ts";
import { workspaceStore } from "../../src/store/account-stores.ts";
import { requestsInPostgres } from "../../src/store/postgres/rows/counted-requests.ts";
import { usageInPostgres } from "../../src/store/postgres/rows/usage-rows.ts";
import { storeInPostgres } from "../../src/store/postgres/store-dialect.ts";
import { quotaStore } from "../../src/store/quota-store.ts";
import { openDatabase } from "../../src/store/sqlite/database.ts";
import { usageRows } from "../../src/store/sqlite/rows/usage-rows.ts";
import { storeInSqlite } from "../../src/store/sqlite/store-dialect.ts";
import { fakeQuotas, fakeUsage, noOwnQuotas } from "../support/fakes/fake-accounting.ts";
import { openTestPostgres, overPostgres } from "../support/worlds/postgres-world.ts";

const toClose: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of toClose.splice(0)) await close();
});

const home = "ws_home" as WorkspaceId;
const elsewhere = "ws_elsewhere" as WorkspaceId;

function database() {
  const opened = openDatabase(":memory:");
  toClose.push(() => opened.close());
  for (const id of [home, elsewhere]) void workspaceStore(storeInSqlite(opened)).add({ id, name: id, createdAt: 0 });
  return opened;
}

async function postgres() {
  const opened = await openTestPostgres();
  toClose.push(opened.close);
  for (const id of [home, elsewhere])
    await workspaceStore(storeInPostgres(opened, "node")).add({ id, name: id, createdAt: 0 });
  return opened;
}

const quotaStores: readonly (readonly [string, () => Awaitable<QuotaStore>])[] = [
  ["the database", () => quotaStore(storeInSqlite(database()))],
  ["the fake", fakeQuotas],
  ...overPostgres(async () => quotaStore(storeInPostgres(await postgres(), "node"))),
];

describe.each(quotaStores)("QuotaStore: %s", (_name, open) => {
  test("a new workspace has no quotas of its own", async () => {
    expect(await (await open()).own(home)).toEqual(noOwnQuotas);
  });

  test("quotas are stored as set for one workspace, with `none` distinct from null", async () => {
    const store = await open();
    await store.setOwn(home, { requests: 5, sources: "none", bytes: null });
    expect(await store.own(home)).toEqual({ requests: 5, sources: "none", bytes: null });
    await store.setOwn(home, { requests: null, sources: 3, bytes: 0 });
    expect(await store.own(home)).toEqual({ requests: null, sources: 3, bytes: 0 });
    expect(await store.own(elsewhere)).toEqual(noOwnQuotas);
  });
});

const usageStores: readonly (readonly [string, () => Awaitable<UsageStore>])[] = [
  ["the database", () => usageRows(database())],
  ["the fake", fakeUsage],
  ...overPostgres(async () => usageInPostgres(await postgres())),
];
const day = 86_400_000;
const entryOf = (at: number, more: Partial<UsageEntry> = {}): UsageEntry => ({
  workspaceId: home,
  expertId: "exp_1" as ExpertId,
  keyId: "key_1" as KeyId,
  at,
  add: { query: 1, promptTokens: 10 },
  ...more,
});
const none = Object.fromEntries(counterNames.map((name) => [name, 0]));

describe.each(usageStores)("UsageStore: %s", (_name, open) => {
  test("amounts of one day, expert and key are added up in one row", async () => {
    const store = await open();
    await store.record(entryOf(5 * day));
    await store.record(entryOf(5 * day + 1000, { add: { query: 2, failed: 1 } }));
    expect(await store.rows(home, 5, 6)).toMatchObject([
      {
        ...none,
        day: 5,
        expertId: "exp_1" as ExpertId,
        keyId: "key_1" as KeyId,
        query: 3,
        failed: 1,
        promptTokens: 10,
      },
    ]);
  });

  test("other days, experts, keys and workspaces have separate rows; no expert is null", async () => {
    const store = await open();
    await store.record(entryOf(5 * day));
    await store.record(entryOf(6 * day));
    await store.record(entryOf(5 * day, { expertId: null }));
    await store.record(entryOf(5 * day, { keyId: "key_2" as KeyId }));
    await store.record(entryOf(5 * day, { workspaceId: elsewhere }));
    const rows = (await store.rows(home, 5, 7)).map((row) => `${row.day} ${row.expertId} ${row.keyId} ${row.query}`);
    expect(rows.sort()).toEqual(["5 exp_1 key_1 1", "5 exp_1 key_2 1", "5 null key_1 1", "6 exp_1 key_1 1"]);
    expect(await store.rows(elsewhere, 5, 6)).toHaveLength(1);
  });

  test("entries that come at once are all counted", async () => {
    const store = await open();
    const entries = Array.from({ length: 40 }, (_, i) => entryOf(5 * day, { keyId: `key_${i % 3}` as KeyId }));
    await Promise.all(entries.map((entry) => store.record(entry)));
    const rows = await store.rows(home, 5, 6);
    expect(rows.map(({ keyId, query }) => `${keyId} ${query}`).sort()).toEqual(["key_0 14", "key_1 13", "key_2 13"]);
  });

  test("the last day is excluded from a period, and internal work is not counted for any key", async () => {
    const store = await open();
    await store.record(entryOf(6 * day));
    await store.record(entryOf(5 * day, { keyId: internalKey }));
    expect(await store.rows(home, 5, 6)).toEqual([]);
  });

  test("a workspace without experts stores nothing", async () => {
    expect(await (await open()).storage(home)).toEqual({ experts: 0, sources: 0, chunks: 0, bytes: 0 });
  });
});

/** Nodes that count together; a process with SQLite is alone. */
interface Counting {
  readonly nodes: readonly RequestCounts[];
  readonly usage: UsageStore;
}

const countings: readonly (readonly [string, () => Awaitable<Counting>])[] = [
  [
    "memory",
    () => {
      const usage = usageRows(database());
      return { usage, nodes: [requestsInMemory(usage)] };
    },
  ],
  ...overPostgres(async () => {
    const opened = await postgres();
    const nodes = [1, 2, 3].map(() => requestsInPostgres(opened, () => 5 * day));
    return { usage: usageInPostgres(opened), nodes };
  }),
];
const january = { workspace: home, month: "1970-01" };

describe.each(countings)("RequestCounts: %s", (_name, open) => {
  test("of requests that come at once at all nodes, exactly as many begin as the limit leaves", async () => {
    const { nodes, usage } = await open();
    await usage.record(entryOf(5 * day, { add: { query: 2, chat: 1, ingest: 1 } }));
    const rounds = Array.from({ length: 12 }, () => nodes).flat();
    const begun = await Promise.all(rounds.map(async (node) => node.begin({ ...january, limit: 10 })));
    const used = begun.filter((count) => count !== null);
    expect(used.sort((a, b) => a - b)).toEqual([5, 6, 7, 8, 9, 10]);
  });

  test("a request that is taken back leaves its place to another, in its month", async () => {
    const { nodes } = await open();
    const [first, last] = [nodes[0]!, nodes.at(-1)!];
    expect(await first.begin({ ...january, limit: 1 })).toBe(1);
    expect(await last.begin({ ...january, limit: 1 })).toBeNull();
    expect(await last.begin({ ...january, month: "1970-02", limit: 1 })).toBe(1);
    await first.giveBack(home, "1970-02");
    await last.giveBack(home, "1970-01");
    expect(await first.begin({ ...january, month: "1970-02", limit: 1 })).toBe(1);
  });
});

describe.each([...overPostgres(postgres)])("RequestCounts: %s", (_name, open) => {
  test("requests of a time without a limit count when there is one", async () => {
    const database = await open();
    let now = 5 * day;
    const node = requestsInPostgres(database, () => now);
    expect(await node.begin({ ...january, limit: 5 })).toBe(1);
    await usageInPostgres(database).record(entryOf(5 * day, { add: { query: 4 } }));
    now += 60_000;
    expect(await node.begin({ ...january, limit: 5 })).toBe(5);
    expect(await node.begin({ ...january, limit: 5 })).toBeNull();
  });

  test("what a killed node had begun is corrected after an hour without requests", async () => {
    const database = await open();
    const killed = requestsInPostgres(database, () => 5 * day);
    expect(await killed.begin({ ...january, limit: 1 })).toBe(1);
    let now = 5 * day;
    const other = requestsInPostgres(database, () => now);
    await other.recount("1970-01");
    expect(await other.begin({ ...january, limit: 1 })).toBeNull();
    now += 3_600_001;
    await other.recount("1970-01");
    expect(await other.begin({ ...january, limit: 1 })).toBe(1);
  });
});
