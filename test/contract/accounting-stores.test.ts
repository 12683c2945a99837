/** The contracts of the stores of quotas and usage. */
import { afterEach, describe, expect, test } from "bun:test";
import type { Awaitable } from "../../src/kernel/awaitable.ts";
import type { ExpertId, KeyId, WorkspaceId } from "../../src/kernel/ids.ts";
import type { QuotaStore } from "../../src/limits/ports.ts";
import { workspacesInPostgres } from "../../src/postgres/account-stores.ts";
import { quotasInPostgres } from "../../src/postgres/accounts/quota-store.ts";
import { usageInPostgres } from "../../src/postgres/accounts/usage-store.ts";
import { openDatabase } from "../../src/storage/database.ts";
import { quotaRows } from "../../src/storage/rows/quota-rows.ts";
import { usageRows } from "../../src/storage/rows/usage-rows.ts";
import { workspaceRows } from "../../src/storage/rows/workspace-rows.ts";
import type { UsageStore } from "../../src/usage/ports.ts";
import { counterNames, internalKey, type UsageEntry } from "../../src/usage/usage-entry.ts";
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
  for (const id of [home, elsewhere]) void workspaceRows(opened).add({ id, name: id, createdAt: 0 });
  return opened;
}

async function postgres() {
  const opened = await openTestPostgres();
  toClose.push(opened.close);
  for (const id of [home, elsewhere]) await workspacesInPostgres(opened).add({ id, name: id, createdAt: 0 });
  return opened;
}

const quotaStores: readonly (readonly [string, () => Awaitable<QuotaStore>])[] = [
  ["the database", () => quotaRows(database())],
  ["the fake", fakeQuotas],
  ...overPostgres(async () => quotasInPostgres(await postgres())),
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
