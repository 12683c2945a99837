/** Which questions are grouped. */
import { expect, test } from "bun:test";
import fc from "fast-check";
import { createAnalyzers } from "../../src/language/words/analyzer.ts";
import { groupQuestions } from "../../src/quality/gap-groups.ts";
import type { AskedQuestion } from "../../src/quality/ports.ts";

const analyzer = createAnalyzers()("en");
const asked = (...questions: string[]): AskedQuestion[] =>
  questions.map((question, i) => ({ question, abstained: i % 2 === 0, confidence: 0.1, askedAt: 1000 + i }));
const groups = (...questions: string[]) => groupQuestions(asked(...questions), analyzer);

test("forms and order of the words, case and stop words make no difference", () => {
  const [first, ...others] = groups("How do I clean the filter?", "cleaning filters", "THE FILTER: HOW TO CLEAN IT");
  expect(others).toEqual([]);
  expect(first).toMatchObject({ count: 3, abstained: 2, firstAskedAt: 1000, lastAskedAt: 1002 });
});

test("questions about different things stay apart", () => {
  expect(groups("How do I clean the filter?", "How do I clean the roof gutter?", "Who are you?")).toHaveLength(3);
});

test("the wording that is used most often names the group", () => {
  const [group] = groups("clean filter", "Clean the filter?", "Clean the filter?");
  expect([group?.question, group?.others]).toEqual(["Clean the filter?", ["clean filter"]]);
});

test("questions of stop words alone are grouped by all their words", () => {
  expect(groups("Who is it?", "who is it", "What are they?").map(({ count }) => count)).toEqual([2, 1]);
});

test("every question is in exactly one group, and the largest come first", () => {
  const word = fc.constantFrom("filter", "pump", "boiler", "clean", "the", "replace", "?");
  const question = fc.array(word, { minLength: 1, maxLength: 5 }).map((words) => words.join(" "));
  fc.assert(
    fc.property(fc.array(question, { maxLength: 40 }), (all) => {
      const counts = groups(...all).map(({ count }) => count);
      expect(counts.reduce((sum, count) => sum + count, 0)).toBe(all.length);
      expect(counts).toEqual(counts.toSorted((a, b) => b - a));
    }),
  );
});
