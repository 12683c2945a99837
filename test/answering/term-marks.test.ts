import { expect, test } from "bun:test";
import { held, TermMarks } from "../../src/answering/evidence/read-units.ts";
import { TermNumbers } from "../../src/answering/question/question-model.ts";

const numbers = new TermNumbers(["pump", "filter", "pump", "year"]);

function marks(held: readonly string[], related: readonly string[] = []): TermMarks {
  const made = new TermMarks(numbers);
  for (const term of held) made.hold(numbers.of(term));
  for (const term of related) made.relate(numbers.of(term));
  return made;
}

test("a term is numbered once, and other terms are not", () => {
  expect([numbers.count, numbers.of("year"), numbers.of("lid")]).toEqual([3, 2, -1]);
});

test("a sentence says what it holds and what is related; it holds only what it has itself", () => {
  const sentence = marks(["pump"], ["filter", "pump"]);
  expect(
    ["pump", "filter", "year", "lid"].map((term) => [sentence.row[numbers.of(term)] === held, sentence.says(term)]),
  ).toEqual([
    [true, true],
    [false, true],
    [false, false],
    [false, false],
  ]);
});

test("a term that is held afterwards stays held", () => {
  const sentence = marks([], ["year"]);
  sentence.hold(numbers.of("year"));
  expect(sentence.row[numbers.of("year")]).toBe(held);
});

test("under a heading, a sentence takes over what the heading holds, not what is only related to it", () => {
  const sentence = marks(["year"]);
  sentence.holdAll(marks(["pump"], ["filter"]));
  expect(["pump", "filter", "year"].map((term) => sentence.says(term))).toEqual([true, false, true]);
});

test("a sentence says more than another if it has a term of which the other has neither form", () => {
  expect(marks(["pump"], ["filter"]).saysMoreThan(marks(["pump"]))).toBe(true);
  expect(marks(["filter"]).saysMoreThan(marks(["pump"], ["filter"]))).toBe(false);
});
