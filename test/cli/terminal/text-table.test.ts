import { expect, test } from "bun:test";
import { progressBar } from "../../../src/cli/terminal/text-table.ts";

const bar = (full: number) => `[${"#".repeat(full)}${"-".repeat(24 - full)}]`;

test("a bar tells how far, and after a moment how fast and how long still", () => {
  const at = (done: number, seconds: number, total = 300) =>
    progressBar({ done, total, bytes: done * 1_000_000, seconds });
  expect(at(0, 0)).toBe(`${bar(0)}   0 of 300`);
  expect(at(5, 1.9)).toBe(`${bar(0)}   5 of 300`);
  expect(at(100, 50)).toBe(`${bar(8)} 100 of 300  2.0 a second  2.0 MB/s  2 min left`);
  expect(at(299, 100)).toBe(`${bar(24)} 299 of 300  3.0 a second  3.0 MB/s  1 s left`);
  expect(at(300, 100)).toBe(`${bar(24)} 300 of 300  3.0 a second  3.0 MB/s`);
  expect(at(1, 60, 100)).toContain("  1 h 39 min left");
});
