import { expect, test } from "bun:test";
import { attack } from "./hostile-archives.ts";

test("hostile archives are refused with one clear error, or become working experts", async () => {
  const { refused, accepted, failures } = await attack(60, 20_261_122);
  expect(failures).toEqual([]);
  expect(refused + accepted).toBe(60);
  expect(Math.min(refused, accepted)).toBeGreaterThan(20);
});
