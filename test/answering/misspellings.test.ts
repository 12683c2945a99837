import { describe, expect, test } from "bun:test";
import { misspeltTerms } from "../../src/answering/question/question-model.ts";
import { maySpell } from "../../src/language/words/spelling.ts";

describe("a misspelt term", () => {
  test.each([
    ["geegen", "gegeen"],
    ["bismark", "bismarck"],
    ["zeria", "zeira"],
    ["concentraing", "concentrating"],
  ])("%s may stand for %s", (misspelt, term) => {
    expect(maySpell(misspelt, term)).toBe(true);
  });

  test.each([
    ["another beginning", "horses", "norses"],
    ["two errors in a short word", "planet", "pltean"],
    ["other words", "abbey", "abacus"],
    ["too few letters left", "roads", "rod"],
  ])("not with %s", (_, misspelt, term) => {
    expect(maySpell(misspelt, term)).toBe(false);
  });
});

describe("a term of the question is probably misspelt", () => {
  const term = (word: string, documentFrequency = 0) => ({ term: word, documentFrequency, idf: 3 });

  test("if no passage has it and it is long enough", () => {
    const terms = [term("bismark"), term("prussia", 4), term("horse"), term("item42")];
    expect([...misspeltTerms(terms, new Map(), false)]).toEqual(["bismark"]);
  });

  test("unless the model knows the word", () => {
    const terms = [term("horses"), term("zeria")];
    expect([...misspeltTerms(terms, new Map([["horses", 2]]), true)]).toEqual(["zeria"]);
  });
});
