import { expect, test } from "bun:test";
import { shortFormsIn } from "../../src/answering/question/question-model.ts";
import { createAnalyzers } from "../../src/language/words/analyzer.ts";

const english = createAnalyzers()("en");

/** The question's terms for names that the text writes shorter or longer. */
function named(question: string, text: string): readonly string[] {
  const found = shortFormsIn(question, english.analyze(question)).filter((form) => form.isIn(text));
  return found.flatMap(({ terms }) => terms);
}

test.each([
  ["What did the AAA report?", "The American Automobile Association reported shortages.", ["aaa"]],
  ["What does the BE decide?", "The Bank of England decides.", ["be"]],
  ["Who leads the European Union?", "The EU is led by a council.", ["european", "union"]],
  ["Who leads the Bank of England?", "The BE is led by a governor.", ["bank", "england"]],
  ["Who leads the European Union?", "EUR is a currency.", []],
  ["What did the AAA report?", "all american automobiles", []],
  ["Where was Anna?", "Anna was at home.", []],
] as const)("%s %s", (question, text, terms) => {
  expect(named(question, text)).toEqual([...terms]);
});
