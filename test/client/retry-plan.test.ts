import { expect, test } from "bun:test";
import fc from "fast-check";
import { patientRetries, waitBeforeRepeat } from "../../src/client/retry-plan.ts";

const plain = { status: null, retryAfter: null, isFinal: false, repeats: 0 };

test.each([
  [{}, 1000],
  [{ repeats: 3 }, 8000],
  [{ repeats: 5 }, 30_000],
  [{ repeats: 6 }, null],
  [{ status: 429 }, 1000],
  [{ status: 429, retryAfter: 7, repeats: 20 }, 7000],
  [{ status: 503, retryAfter: 0 }, 0],
  [{ status: 503, repeats: 59 }, 30_000],
  [{ status: 503, repeats: 60 }, null],
  [{ status: 429, retryAfter: 86_400 }, null],
  [{ status: 429, isFinal: true, retryAfter: 1 }, null],
  [{ status: 409 }, 1000],
  [{ status: 409, isFinal: true }, null],
  ...[400, 401, 404, 413, 500, 507].map((status) => [{ status, retryAfter: 1 }, null] as const),
])("%j waits %p", (setback, wait) => expect(waitBeforeRepeat({ ...plain, ...setback }, patientRetries)).toBe(wait));

test("no request is repeated forever or waits longer than ten minutes", () => {
  const setback = fc.record({
    status: fc.option(fc.constantFrom(409, 429, 500, 503)),
    retryAfter: fc.option(fc.nat(100_000)),
    isFinal: fc.boolean(),
    repeats: fc.nat(100),
  });
  fc.assert(
    fc.property(setback, (given) => {
      const wait = waitBeforeRepeat(given, patientRetries);
      if (given.repeats >= 60 || given.isFinal)
        expect([given.isFinal && given.status === null, wait === null]).toContain(true);
      expect(wait ?? 0).toBeLessThanOrEqual(600_000);
    }),
  );
});
