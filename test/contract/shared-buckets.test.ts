/** The contract of the buckets of rate limits that nodes share. */
import { afterEach, describe, expect, test } from "bun:test";
import type { SharedBuckets } from "../../src/accounting/shared-buckets.ts";
import type { Awaitable } from "../../src/kernel/awaitable.ts";
import { systemClock } from "../../src/kernel/clock.ts";
import { ratesInPostgres } from "../../src/store/postgres/rows/rate-buckets.ts";
import { fakeBuckets } from "../support/fakes/fake-buckets.ts";
import { openTestPostgres, overPostgres } from "../support/worlds/postgres-world.ts";

const toClose: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of toClose.splice(0)) await close();
});

async function openInPostgres() {
  const database = await openTestPostgres();
  toClose.push(database.close);
  return ratesInPostgres(database);
}

const subjects: readonly (readonly [string, () => Awaitable<SharedBuckets>])[] = [
  ["the fake", () => fakeBuckets(systemClock)],
  ...overPostgres(openInPostgres),
];

describe.each(subjects)("SharedBuckets: %s", (_name, open) => {
  test("what nodes take at once adds up, and fills again with time", async () => {
    const buckets = await open();
    const minute = 60_000_000;
    const names = ["a", "b"];
    const nodes = [names, [...names].reverse(), names];
    await Promise.all(nodes.map((order) => buckets.take(new Map(order.map((name) => [name, 10 * minute])))));
    const found = await buckets.take(new Map([["a", minute]]));
    expect(found.get("a")).toBeGreaterThan(30 * minute);
    expect(found.get("a")).toBeLessThanOrEqual(31 * minute);
  });

  test("buckets that are full are forgotten, others are not", async () => {
    const buckets = await open();
    await buckets.take(new Map([["full", -60_000_000]]));
    await buckets.take(new Map([["a", 60_000_000]]));
    await buckets.tidy();
    expect((await buckets.take(new Map([["full", 0]]))).get("full")).toBeLessThanOrEqual(0);
    expect((await buckets.take(new Map([["a", 0]]))).get("a")).toBeGreaterThan(0);
  });
});
