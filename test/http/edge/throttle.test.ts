import { expect, test } from "bun:test";
import { createRateLimiter } from "../../../src/accounting/rate-limiter.ts";
import { createThrottle, duration } from "../../../src/http/edge/throttle.ts";
import type { Awaitable } from "../../../src/kernel/awaitable.ts";
import { Fault } from "../../../src/kernel/fault.ts";
import { clockAt } from "../../support/service.ts";

test.each([
  [0, "0ms"],
  [0.2, "1ms"],
  [8, "8ms"],
  [999.5, "1s"],
  [1200, "1.2s"],
  [7663, "7.67s"],
  [59_999, "1m0s"],
  [60_000, "1m0s"],
  [361_500, "6m1.5s"],
])("%p milliseconds are %p", (milliseconds, text) => {
  expect(duration(milliseconds)).toBe(text);
});

const denied = () => {
  throw new Fault("invalid_api_key", "No.");
};

const deniedLater = async () => denied();

/** The codes of a wrong key a request, from each of the addresses in turn. */
async function codesOf(denying: () => Awaitable<unknown>, addresses: (string | null)[]): Promise<string[]> {
  const limiter = () => createRateLimiter({ clock: clockAt(0), perMinute: () => 1, capacity: 100 });
  const throttle = createThrottle({ keys: limiter(), wrongKeys: limiter() });
  const found: string[] = [];
  for (const address of addresses) {
    const server = { requestIP: () => (address === null ? null : { address }) };
    const request = { request: new Request("http://localhost"), server, set: { headers: {} } };
    const asking = async () => throttle.tries(request, denying);
    const error = await asking().catch((reason: unknown) => reason);
    found.push(error instanceof Fault ? error.code : "defect");
  }
  return found;
}

/** Whether the key is known to be wrong at once or later. */
async function codes(...addresses: (string | null)[]): Promise<string[]> {
  const found = await codesOf(denied, addresses);
  expect(await codesOf(deniedLater, addresses)).toEqual(found);
  return found;
}

const [first, second] = ["invalid_api_key", "rate_limit_exceeded"];

test("wrong keys are counted by address, in IPv6 by its first half", async () => {
  expect(await codes("192.0.2.1", "192.0.2.2", "192.0.2.1")).toEqual([first, first, second]);
  expect(await codes("2001:db8:1:2:a::1", "2001:db8:1:2::b", "2001:db8:1:3::b")).toEqual([first, second, first]);
  expect(await codes("2001:db8::1", "2001:db8:0:0:7:8:9:a", "2001:db8:0:1::")).toEqual([first, second, first]);
  expect(await codes("::1", "::2", "::ffff:192.0.2.1", "::ffff:192.0.2.2")).toEqual([first, second, first, first]);
  expect(await codes(null, null)).toEqual([first, second]);
});
