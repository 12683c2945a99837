/** The contracts of the stores of quotas and usage. */
import { afterEach, describe, expect, test } from "bun:test";
import type { ExpertId, KeyId, WorkspaceId } from "../../src/kernel/ids.ts";
import type { QuotaStore } from "../../src/limits/ports.ts";
import { openDatabase } from "../../src/storage/database.ts";
import { quotaRows } from "../../src/storage/rows/quota-rows.ts";
import { usageRows } from "../../src/storage/rows/usage-rows.ts";
import { workspaceRows } from "../../src/storage/rows/workspace-rows.ts";
import type { UsageStore } from "../../src/usage/ports.ts";
import { counterNames, internalKey, type UsageEntry } from "../../src/usage/usage-entry.ts";
import { fakeQuotas, fakeUsage, noOwnQuotas } from "../support/fakes/fake-accounting.ts";

const toClose: (() => void)[] = [];
afterEach(() => {
  for (const close of toClose.splice(0)) close();
});

const home = "ws_home" as WorkspaceId;
const elsewhere = "ws_elsewhere" as WorkspaceId;

function database() {
  const opened = openDatabase(":memory:");
  toClose.push(() => opened.close());
  for (const id of [home, elsewhere]) void workspaceRows(opened).add({ id, name: id, createdAt: 0 });
  return opened;
}

const quotaStores: readonly (readonly [string, () => QuotaStore])[] = [
  ["the database", () => quotaRows(database())],
  ["the fake", fakeQuotas],
];

describe.each(quotaStores)("QuotaStore: %s", (_name, open) => {
  test("a new workspace has no quotas of its own", () => {
    expect(open().own(home)).toEqual(noOwnQuotas);
  });

  test("quotas are stored as set for one workspace, with `none` distinct from null", () => {
    const store = open();
    store.setOwn(home, { requests: 5, sources: "none", bytes: null });
    expect(store.own(home)).toEqual({ requests: 5, sources: "none", bytes: null });
    store.setOwn(home, { requests: null, sources: 3, bytes: 0 });
    expect(store.own(home)).toEqual({ requests: null, sources: 3, bytes: 0 });
    expect(store.own(elsewhere)).toEqual(noOwnQuotas);
  });
});

const usageStores: readonly (readonly [string, () => UsageStore])[] = [
  ["the database", () => usageRows(database())],
  ["the fake", fakeUsage],
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
  test("amounts of one day, expert and key are added up in one row", () => {
    const store = open();
    store.record(entryOf(5 * day));
    store.record(entryOf(5 * day + 1000, { add: { query: 2, failed: 1 } }));
    expect(store.rows(home, 5, 6)).toMatchObject([
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

  test("other days, experts, keys and workspaces have separate rows; no expert is null", () => {
    const store = open();
    store.record(entryOf(5 * day));
    store.record(entryOf(6 * day));
    store.record(entryOf(5 * day, { expertId: null }));
    store.record(entryOf(5 * day, { keyId: "key_2" as KeyId }));
    store.record(entryOf(5 * day, { workspaceId: elsewhere }));
    const rows = store.rows(home, 5, 7).map((row) => `${row.day} ${row.expertId} ${row.keyId} ${row.query}`);
    expect(rows.sort()).toEqual(["5 exp_1 key_1 1", "5 exp_1 key_2 1", "5 null key_1 1", "6 exp_1 key_1 1"]);
    expect(store.rows(elsewhere, 5, 6)).toHaveLength(1);
  });

  test("the last day is excluded from a period, and internal work is not counted for any key", () => {
    const store = open();
    store.record(entryOf(6 * day));
    store.record(entryOf(5 * day, { keyId: internalKey }));
    expect(store.rows(home, 5, 6)).toEqual([]);
  });

  test("a workspace without experts stores nothing", () => {
    expect(open().storage(home)).toEqual({ experts: 0, sources: 0, chunks: 0, bytes: 0 });
  });
});
