import { expect, test } from "bun:test";
import { removeMarkersFromProse } from "../../../src/http/openai/marked-text.ts";

test("in prose, what looks like an index or a link stays", () => {
  expect(
    removeMarkersFromProse("Use list[1] or f()[2], a[1][2], [3](https://x) but not [1]. 六个月[2]。 Ok.[3][4]"),
  ).toBe("Use list[1] or f()[2], a[1][2], [3](https://x) but not. 六个月。 Ok.");
});

test("many blanks cost no more than their number", () => {
  const blanks = " ".repeat(200_000);
  expect(removeMarkersFromProse(`${blanks}x`)).toBe(`${blanks}x`);
});
