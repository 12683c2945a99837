import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { areKin } from "../../src/language/words/kinship.ts";

describe("areKin", () => {
  test.each([
    ["norman", "normandi"],
    ["filter", "luftfilter"],
    ["inventor", "invention"],
  ])("%s and %s are", (a, b) => {
    expect(areKin(a, b)).toBe(true);
  });

  test.each([
    ["form", "information"],
    ["con", "cons"],
    ["station", "statue"],
    ["err42", "err43"],
    ["水泵", "水泵房"],
  ])("%s and %s are not", (a, b) => {
    expect(areKin(a, b)).toBe(false);
  });

  test("the relation is symmetric", () => {
    fc.assert(fc.property(fc.string(), fc.string(), (a, b) => areKin(a, b) === areKin(b, a)));
  });
});
