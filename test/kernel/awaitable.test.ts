import { expect, test } from "bun:test";
import { whenKnown } from "../../src/kernel/awaitable.ts";

test("what is known is continued with in the same turn", () => {
  expect(whenKnown(1, (value) => value + 1)).toBe(2);
  expect(() => whenKnown(1, () => JSON.parse("{"))).toThrow();
});

test("what comes later is continued with later", async () => {
  const result = whenKnown(Promise.resolve(1), (value) => value + 1);
  expect(result).toBeInstanceOf(Promise);
  expect(await result).toBe(2);
  const failed = whenKnown(Promise.reject(new Error("away")), () => "never");
  expect(await Promise.resolve(failed).catch(String)).toBe("Error: away");
});
