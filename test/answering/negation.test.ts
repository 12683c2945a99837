import { expect, test } from "bun:test";
import { isNegated } from "../../src/answering/question/mismatches.ts";

test.each([
  ["en", "It does not rust.", "It is a knot."],
  ["en", "It doesn’t rust.", "It rusts."],
  ["de", "Es gibt keine Pumpe.", "Es gibt eine Pumpe."],
  ["fr", "Il ne marche pas.", "Il marche."],
  ["ru", "Он не работает.", "Он работает."],
  ["zh-CN", "它不工作。", "它工作。"],
  ["ja", "動かない。", "動く。"],
])("%s: %s is negated, %s is not", (language, negated, plain) => {
  expect([isNegated(negated, language), isNegated(plain, language)]).toEqual([true, false]);
});

test("an unknown language is never taken as negated", () => {
  expect(isNegated("not", "tlh")).toBe(false);
});
