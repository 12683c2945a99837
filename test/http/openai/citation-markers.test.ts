import { expect, test } from "bun:test";
import {
  partialMarkerStart,
  removeMarkers,
  removeMarkersFromProse,
} from "../../../src/http/openai/citation-markers.ts";

test("removed with the space before them", () => {
  expect(removeMarkers("Six months [1]. Rinse\t [2][1] it[3]\n[4] x [5]")).toBe("Six months. Rinse it\n x");
});

test("in prose, what looks like an index or a link stays", () => {
  expect(
    removeMarkersFromProse("Use list[1] or f()[2], a[1][2], [3](https://x) but not [1]. 六个月[2]。 Ok.[3][4]"),
  ).toBe("Use list[1] or f()[2], a[1][2], [3](https://x) but not. 六个月。 Ok.");
});

test("where a marker may have begun", () => {
  const cases: [string, number][] = [
    ["", 0],
    ["a", 1],
    ["a[", 1],
    ["a[1", 1],
    ["a[123", 1],
    ["a[1234", 6],
    ["a[1]", 4],
    ["12", 2],
  ];
  for (const [text, start] of cases) expect([text, partialMarkerStart(text)]).toEqual([text, start]);
});

test("many blanks cost no more than their number", () => {
  const blanks = " ".repeat(200_000);
  expect(removeMarkers(`${blanks}x`)).toBe(`${blanks}x`);
  expect(removeMarkersFromProse(`${blanks}x`)).toBe(`${blanks}x`);
});
