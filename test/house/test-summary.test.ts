import { expect, test } from "bun:test";
import { closingLine, readSummary } from "../../.ci/test-summary.ts";

const reported = ["", "a.test.ts:", "(pass) a [0.04ms]", "(todo) t", "(fail) b [0.38ms]", ""].join("\n");
const closing = (...counts: string[]) =>
  [
    reported,
    ...counts.map((count) => ` ${count}`),
    " 9 expect() calls",
    "Ran 13 tests across 2 files. [13.00ms]",
    "",
  ].join("\n");

test("a green run", () => {
  const summary = readSummary(closing("12 pass", "0 fail"), 0);
  expect(summary).toEqual({ passed: 12, failed: 0, skipped: 0 });
  expect(closingLine(summary)).toBe("12 passed, 0 failed");
});

test("failures, skipped ones and errors between tests", () => {
  const summary = readSummary(closing("10 pass", "1 skip", "1 todo", "2 fail", "1 error"), 1);
  expect(summary).toEqual({ passed: 10, failed: 2, skipped: 2 });
  expect(closingLine(summary)).toBe("10 passed, 2 failed, 2 skipped");
});

test("colours are ignored", () => {
  const coloured =
    "\u001b[32m 3 pass\u001b[0m\n\u001b[2m 0 fail\u001b[0m\n 3 expect() calls\nRan 3 tests across 1 file.";
  expect(readSummary(coloured, 0)).toEqual({ passed: 3, failed: 0, skipped: 0 });
});

test("a crashed run has failed, and its reported results count", () => {
  expect(readSummary(reported, 137)).toEqual({ passed: 1, failed: 2, skipped: 1 });
  expect(readSummary("", 1)).toEqual({ passed: 0, failed: 1, skipped: 0 });
});

test("an unexplained exit code is a failure", () => {
  expect(readSummary(closing("12 pass", "0 fail"), 1)).toEqual({ passed: 12, failed: 1, skipped: 0 });
});
