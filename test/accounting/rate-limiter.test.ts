import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { createRateLimiter } from "../../src/accounting/rate-limiter.ts";
import { fakeBuckets } from "../support/fakes/fake-buckets.ts";
import { clockAt, startOfTime } from "../support/service.ts";

const minute = 60_000;

function limiter(perMinute: number, capacity = 100) {
  const clock = clockAt(startOfTime);
  const setting = { perMinute };
  const { take } = createRateLimiter({ clock, perMinute: () => setting.perMinute, capacity });
  const allowed = (name = "a") => take(name)?.allowed;
  return { clock, setting, take, allowed };
}

test("a bucket of a minute's requests that fills evenly", () => {
  const { clock, take } = limiter(3);
  const at = { limit: 3, nextIn: 0, allowed: true };
  expect(take("a")).toEqual({ ...at, remaining: 2, fullIn: 20_000 });
  expect(take("a")).toEqual({ ...at, remaining: 1, fullIn: 40_000 });
  clock.advance(5000);
  expect(take("a")).toEqual({ ...at, remaining: 0, fullIn: 55_000 });
  expect(take("a")).toEqual({ ...at, allowed: false, remaining: 0, fullIn: 55_000, nextIn: 15_000 });
  clock.advance(15_000);
  expect(take("a")).toEqual({ ...at, remaining: 0, fullIn: 60_000 });
  expect(take("b")).toEqual({ ...at, remaining: 2, fullIn: 20_000 });
});

test("without a limit nothing is counted, and a limit can be set, changed and removed", () => {
  const { setting, take, allowed } = limiter(0);
  expect(take("a")).toBeNull();
  setting.perMinute = 1;
  expect([allowed(), allowed()]).toEqual([true, false]);
  setting.perMinute = 1000;
  expect(allowed()).toBe(false); // the bucket was emptied; it fills faster now
  setting.perMinute = 0;
  expect(take("a")).toBeNull();
});

test("a clock that is set back locks no one out for longer than a minute", () => {
  const { clock, allowed } = limiter(2);
  expect([allowed(), allowed(), allowed()]).toEqual([true, true, false]);
  clock.advance(-24 * 3_600_000);
  expect(allowed()).toBe(false);
  clock.advance(minute);
  expect([allowed(), allowed()]).toEqual([true, true]);
});

test("recent names are counted, and an old one starts with a full bucket", () => {
  const { allowed } = limiter(1, 2);
  expect([allowed("a"), allowed("b"), allowed("a"), allowed("c")]).toEqual([true, true, false, true]);
  expect([allowed("a"), allowed("d"), allowed("e"), allowed("b")]).toEqual([false, true, true, true]);
});

describe("at any limit and rhythm", () => {
  const rhythm = fc.record({
    perMinute: fc.integer({ min: 1, max: 5000 }),
    pauses: fc.array(fc.integer({ min: 0, max: 20_000 }), { minLength: 1, maxLength: 300 }),
  });

  test("exactly the bucket and its inflow are allowed", () => {
    fc.assert(
      fc.property(rhythm, ({ perMinute, pauses }) => {
        const { clock, take } = limiter(perMinute);
        let [allowed, passed] = [0, 0];
        for (const pause of pauses) {
          clock.advance(pause);
          passed += pause;
          const verdict = take("a");
          if (verdict === null) throw new Error("there is a limit");
          if (verdict.allowed) allowed += 1;
          else expect(verdict.remaining).toBe(0);
          expect(allowed).toBeLessThanOrEqual(perMinute + (passed * perMinute) / minute + 0.1);
          expect(verdict.fullIn).toBeLessThanOrEqual(minute);
        }
        expect(allowed).toBeGreaterThanOrEqual(Math.min(pauses.length, perMinute));
      }),
    );
  });

  test("a request after the stated wait is allowed, and one a moment earlier is not", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 5000 }), fc.boolean(), (perMinute, patient) => {
        const { clock, take, allowed } = limiter(perMinute);
        for (let i = 0; i < perMinute; i++) expect(allowed()).toBe(true);
        const { nextIn } = take("a") ?? { nextIn: 0 };
        clock.advance(patient ? Math.ceil(nextIn) : Math.ceil(nextIn) - 1);
        expect(allowed()).toBe(patient);
      }),
      { numRuns: 50 },
    );
  });
});

function threeNodes(perMinute: number) {
  const clock = clockAt(startOfTime);
  const buckets = fakeBuckets(clock);
  const nodes = [1, 2, 3].map(() => createRateLimiter({ clock, perMinute: () => perMinute, capacity: 100, buckets }));
  const settle = async () => {
    for (const node of nodes) await node.settle();
  };
  return { clock, buckets, nodes, settle };
}

describe("three nodes that share their buckets", () => {
  test("in t minutes they allow at most t + 3 times the limit together, however requests are spread", async () => {
    const limit = 30;
    const { clock, nodes, settle } = threeNodes(limit);
    const minutes = 10;
    let allowed = 0;
    const oneSecond = [...nodes, ...nodes, ...nodes, ...nodes];
    for (let second = 0; second < minutes * 60; second++) {
      allowed += oneSecond.filter((node) => node.take("a")?.allowed === true).length;
      await settle();
      clock.advance(1000);
    }
    expect(allowed).toBeLessThanOrEqual((minutes + 3) * limit);
    expect(allowed).toBeGreaterThanOrEqual(minutes * limit);
  });

  test("a node learns of what others allowed with its own next exchange", async () => {
    const { nodes, settle } = threeNodes(2);
    const [first, second] = nodes;
    expect([first?.take("a")?.allowed, first?.take("a")?.allowed]).toEqual([true, true]);
    expect(second?.take("a")?.allowed).toBe(true);
    await settle();
    expect(second?.take("a")?.allowed).toBe(false);
    expect(second?.take("b")?.allowed).toBe(true);
  });

  test("what could not be exchanged is exchanged with the next", async () => {
    const { buckets, nodes, settle } = threeNodes(2);
    const [first, second] = nodes;
    expect([first?.take("a")?.allowed, first?.take("a")?.allowed]).toEqual([true, true]);
    buckets.fails = true;
    await expect(settle()).rejects.toThrow("away");
    buckets.fails = false;
    expect(second?.take("a")?.allowed).toBe(true);
    await settle();
    expect(second?.take("a")?.allowed).toBe(false);
  });
});
