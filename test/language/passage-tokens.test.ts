import { expect, test } from "bun:test";
import { PassageTokens } from "../../src/language/structure/passage-tokens.ts";
import { createAnalyzers } from "../../src/language/words/analyzer.ts";

const english = createAnalyzers()("en");

function collect(found: PassageTokens, text: string) {
  found.beginPassage();
  found.beginUnit(0);
  english.eachToken(text, found.take);
  return { tokens: [...found.taken()], ...found.terms };
}

test("numbers that are given again, or that others gave, change nothing", () => {
  const [roomy, forgetful] = [new PassageTokens(), new PassageTokens(2)];
  for (const text of [
    "Pumps and filters.",
    "The pump has filters, and a filter has a pump.",
    "Filters",
    "",
    "ERR_42 pumps",
  ]) {
    expect(collect(forgetful, text)).toEqual(collect(roomy, text));
  }
  expect(collect(roomy, "Filters of the filter").tokens).toEqual([0, 3, 5, 0]);
  expect(collect(roomy, "Filters of the filter").terms).toEqual(["filter", "of", "the"]);
});

test("more tokens than the arrays first hold are collected", () => {
  const words = Array.from({ length: 3000 }, (_, i) => `word${i}`);
  const { tokens, terms, starts } = collect(new PassageTokens(), words.join(" "));
  expect(terms).toEqual(words);
  expect(tokens).toEqual(words.map((_, i) => i * 2));
  expect(starts.at(-1)).toBe(words.join(" ").length - "word2999".length);
});
