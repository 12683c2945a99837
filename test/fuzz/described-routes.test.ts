/** Thousands of requests made from our own description; `make fuzz` sends a hundred thousand. */
import { expect, test } from "bun:test";
import { fuzz } from "./fuzz-run.ts";

test("every reply to random requests matches the description, and none is an internal error", async () => {
  const { statuses, failures } = await fuzz(3000, 20261121);
  expect(failures.slice(0, 20)).toEqual([]);
  for (const status of [200, 201, 400, 401, 404]) expect(statuses[status]).toBeGreaterThan(20);
});
