import { beforeEach, describe, expect, test } from "bun:test";
import fc from "fast-check";
import type { RequestCounts } from "../../src/accounting/limit-ports.ts";
import {
  knownToSuffice,
  lackingIn,
  type OwnQuotas,
  type Quotas,
  type StoredAmounts,
} from "../../src/accounting/quota.ts";
import { createQuotaService, type QuotaService, type Reservation } from "../../src/accounting/quota-service.ts";
import { requestsInMemory } from "../../src/accounting/request-counts.ts";
import { type Counters, counterNames } from "../../src/accounting/usage-entry.ts";
import type { UsageStore } from "../../src/accounting/usage-ports.ts";
import type { Immediate } from "../../src/kernel/awaitable.ts";
import type { WorkspaceId } from "../../src/kernel/ids.ts";
import { answeringLate } from "../support/fakes/late-stores.ts";
import { clockAt, type MovableClock } from "../support/service.ts";

const home = "ws_home" as WorkspaceId;
const none = Object.fromEntries(counterNames.map((name) => [name, 0])) as Counters;
const nothingOwn: OwnQuotas = { requests: null, sources: null, bytes: null };

/** The expected content of the database. */
const stored = { own: nothingOwn, queries: 0, held: { sources: 0, bytes: 0 } as StoredAmounts, reads: 0 };
let clock: MovableClock;
let standard: Quotas;
beforeEach(() => {
  clock = clockAt("2026-11-21T08:00:00.000Z");
  standard = { requests: null, sources: null, bytes: null };
  Object.assign(stored, { own: nothingOwn, queries: 0, held: { sources: 0, bytes: 0 }, reads: 0 });
});

const usage: Pick<Immediate<UsageStore>, "rows"> = {
  rows: (_, fromDay) =>
    fromDay === 20_758
      ? [{ ...none, query: stored.queries, day: fromDay, expertId: null, keyId: "key_1" as never }]
      : [],
};
const over = (requests: RequestCounts) =>
  createQuotaService({
    clock,
    standard: () => standard,
    store: { own: () => stored.own, setOwn: () => undefined },
    requests,
  });
/** Its stores answer in the turn of the call, and so does it. */
const service = () => over(requestsInMemory(usage)) as Immediate<QuotaService>;

/** Returns the function that adds a document, unless there is no room for it. */
const adding = ({ roomFor }: Immediate<QuotaService>) => {
  const count = () => {
    stored.reads += 1;
    return stored.held;
  };
  return (growth: StoredAmounts) => {
    const room = roomFor(home);
    return room && (lackingIn(room, growth, knownToSuffice(room, growth) ?? count()) ?? "allowed");
  };
};

const refusal = (ask: () => unknown): string => {
  try {
    ask();
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
  return "allowed";
};

describe("requests of a month", () => {
  test("are the counted and the running ones", () => {
    standard = { ...standard, requests: 5 };
    stored.queries = 2;
    const { reserve } = service();
    const [first, second, third] = [reserve(home), reserve(home), reserve(home)];
    expect(refusal(() => reserve(home))).toBe(
      "The workspace has used all of its 5 requests for this month. The limit resets at 2026-12-01T00:00:00Z; an operator can raise it with `docent workspaces limit`.",
    );
    first.counted();
    first.release();
    second.release();
    second.release();
    expect(refusal(() => reserve(home))).toBe("allowed");
    expect(refusal(() => reserve(home))).not.toBe("allowed");
    third.release();
    expect(refusal(() => reserve(home))).toBe("allowed");
  });

  test("restart with the month, and a request belongs to the month of its start", () => {
    standard = { ...standard, requests: 1 };
    clock.set(Date.parse("2026-11-30T23:59:59.999Z"));
    const { reserve } = service();
    const late = reserve(home);
    clock.advance(1);
    reserve(home).counted();
    late.counted();
    late.release();
    expect(late.at).toBe(Date.parse("2026-11-30T23:59:59.999Z"));
    expect(refusal(() => reserve(home))).toContain("2027-01-01");
  });

  test("that come while usage is still being read are counted together", async () => {
    standard = { ...standard, requests: 3 };
    stored.queries = 1;
    const { reserve } = over(answeringLate(requestsInMemory(answeringLate(usage))));
    const outcomes = await Promise.allSettled([1, 2, 3, 4, 5].map(async () => reserve(home)));
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(2);
  });

  test("are read again if usage could not be read", async () => {
    standard = { ...standard, requests: 3 };
    let reads = 0;
    const rows: UsageStore["rows"] = async (...given) => {
      reads += 1;
      if (reads === 1) throw new Error("away");
      return usage.rows(...given);
    };
    const { reserve } = over(requestsInMemory({ rows }));
    expect((async () => reserve(home))()).rejects.toThrow("away");
    await new Promise(setImmediate);
    expect((await reserve(home)).at).toBe(clock.now());
  });

  test("of the program itself are counted but never refused", () => {
    standard = { ...standard, requests: 1 };
    const { reserve, reserveOwn } = service();
    reserveOwn(home).counted();
    reserveOwn(home).counted();
    expect(refusal(() => reserve(home))).not.toBe("allowed");
  });

  test("never exceed the limit, in any order of events", () => {
    const step = fc.record({
      what: fc.constantFrom("begin" as const, "count" as const, "fail" as const),
      which: fc.nat(20),
    });
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 8 }), fc.array(step, { maxLength: 200 }), (limit, steps) => {
        standard = { ...standard, requests: limit };
        const { reserve } = service();
        const open: Reservation[] = [];
        let counted = 0;
        const moves = {
          begin: () => {
            const isFull = counted + open.length >= limit;
            expect(refusal(() => open.push(reserve(home))) !== "allowed").toBe(isFull);
          },
          count: (which: number) => {
            const [one] = open.splice(which % Math.max(1, open.length), 1);
            one?.counted();
            one?.release();
            counted += one === undefined ? 0 : 1;
          },
          fail: (which: number) => open.splice(which % Math.max(1, open.length), 1)[0]?.release(),
        };
        for (const { what, which } of steps) moves[what](which);
        expect(counted).toBeLessThanOrEqual(limit);
      }),
    );
  });
});

describe("the limit in force", () => {
  test("is the workspace's own limit, then the service's", () => {
    standard = { requests: 10, sources: 20, bytes: 30 };
    stored.own = { requests: 0, sources: "none", bytes: null };
    expect(service().quotas(home)).toEqual({ requests: 0, sources: null, bytes: 30 });
  });

  test("takes effect a second after a change", () => {
    const { quotas } = service();
    expect(quotas(home).requests).toBeNull();
    stored.own = { ...nothingOwn, requests: 7 };
    clock.advance(999);
    expect(quotas(home).requests).toBeNull();
    clock.advance(1);
    expect(quotas(home).requests).toBe(7);
  });
});

describe("storage space", () => {
  test("is estimated while there is enough, and exact before a refusal", () => {
    standard = { ...standard, sources: 3 };
    stored.held = { sources: 1, bytes: 0 };
    const toAdd = adding(service());
    const add = () => toAdd({ sources: 1, bytes: 10 });
    expect([add(), add(), stored.reads]).toEqual(["allowed", "allowed", 1]);
    stored.held = { sources: 3, bytes: 0 };
    expect(add()).toBe("sources");
    stored.held = { sources: 2, bytes: 0 };
    expect([add(), stored.reads]).toEqual(["allowed", 3]);
  });

  test("in bytes includes the extracted text a little later", () => {
    standard = { ...standard, bytes: 100 };
    const toAdd = adding(service());
    const add = (bytes: number) => toAdd({ sources: 0, bytes });
    expect(add(40)).toBe("allowed");
    stored.held = { sources: 1, bytes: 80 }; // with the text
    clock.advance(10_000);
    expect(add(21)).toBe("bytes");
    expect(add(20)).toBe("allowed");
  });

  test("suffices for a document that adds nothing, even beyond the limit", () => {
    standard = { ...standard, sources: 1 };
    stored.held = { sources: 9, bytes: 9 };
    expect(adding(service())({ sources: 0, bytes: 5 })).toBe("allowed");
  });
});
