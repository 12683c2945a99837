/** Thousands of requests made from our own description; `make fuzz` sends a hundred thousand. */
import { expect, test } from "bun:test";
import { fuzz } from "./fuzz-run.ts";

test("whatever is sent, the answer is one that the description has, and never a failure of ours", async () => {
  const { statuses, failures } = await fuzz(3000, 20261121);
  expect(failures.slice(0, 20)).toEqual([]);
  for (const status of [200, 201, 400, 401, 404]) expect(statuses[status]).toBeGreaterThan(20);
}, 120_000);
