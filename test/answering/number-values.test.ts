import { expect, test } from "bun:test";
import { numberValues } from "../../src/answering/question/mismatches.ts";

test.each([
  ["the 4 schools, four schools and the fourth school", [4]],
  ["DECnet Phase II and phase 2", [2]],
  ["1,200 people in the 1990s, on the 3rd", [1200, 1990, 3]],
  ["XIV, IX and XXXIX", [14, 9, 39]],
  ["I saw a V and an X", []],
  ["2.5 metres.", [2.5]],
  ["no numbers here", []],
] as const)("%s", (text, values) => {
  expect([...numberValues(text, "en")]).toEqual([...values]);
});

test("a language without counting words reads digits and Roman numerals", () => {
  expect([...numberValues("Chapitre IV, quatre, 4", "fr")]).toEqual([4]);
});

test.each([
  ["de", "vier Schulen, die vierte Schule, der vierten Schule, des vierten", [4]],
  ["de", "1.200 Menschen auf 7.000.000 Quadratkilometern und 28,5 Grad am 3. Mai", [1200, 7_000_000, 28.5, 3]],
  ["fr", "2,5 mètres", [2.5]],
] as const)("%s: %s", (language, text, values) => {
  expect([...numberValues(text, language)]).toEqual([...values]);
});
