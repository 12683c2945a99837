import { expect, test } from "bun:test";
import { compoundParts } from "../../src/language/words/kinship.ts";

const known = (...words: readonly string[]) => {
  const all = new Set(words);
  return (part: string) => all.has(part);
};

test("finds the two known words of a compound", () => {
  expect(compoundParts("amazonaswald", "de", known("amazonas", "wald"))).toEqual(["amazonas", "wald"]);
});

test("leaves out what joins them", () => {
  expect(compoundParts("regierungsbildung", "de", known("regierung", "bildung"))).toEqual(["regierung", "bildung"]);
  expect(compoundParts("wikingersiedl", "de", known("wiking", "siedl"))).toEqual(["wiking", "siedl"]);
});

test("prefers the longest second word", () => {
  const isKnown = known("bahn", "bahnhof", "halle", "hofhalle");
  expect(compoundParts("bahnhofhalle", "de", isKnown)).toEqual(["bahn", "hofhalle"]);
});

test.each([
  ["one part is unknown", "amazonaswald", "de", ["wald"]],
  ["a part is short", "radweg", "de", ["rad", "weg"]],
  ["it is no word", "wald2wald", "de", ["wald"]],
  ["the language writes compounds apart", "amazonaswald", "fr", ["amazonas", "wald"]],
] as const)("finds none where %s", (_, term, language, words) => {
  expect(compoundParts(term, language, known(...words))).toBeNull();
});

test("a term longer than any compound has no parts", () => {
  const asked: string[] = [];
  expect(compoundParts("haus".repeat(1000), "de", (part) => asked.push(part) === 0)).toBeNull();
  expect(asked).toEqual([]);
});
