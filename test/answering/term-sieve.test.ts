import { expect, test } from "bun:test";
import fc from "fast-check";
import { TermSieve } from "../../src/answering/evidence/term-bearing.ts";
import { placeTerms, termAt } from "../../src/language/structure/placed-terms.ts";
import { areKin } from "../../src/language/words/kinship.ts";

/** The terms of a text that pass. Each word is a term; those with a bar have an ending of their own behind it. */
function passing(asked: readonly string[], content: readonly string[], words: readonly string[]): string[] {
  const text = words.map((word) => word.replace(/\|.*/, "")).join(" ");
  const terms = words.map((word) => word.replace("|", ""));
  const starts = words.map((_, i) =>
    words.slice(0, i).reduce((sum, word) => sum + word.replace(/\|.*/, "").length + 1, 0),
  );
  const placed = placeTerms(text, terms, starts);
  const found: string[] = [];
  new TermSieve(asked, content).sift(placed, (place) => found.push(termAt(placed, place)));
  return found;
}

test("the question's own terms pass, and those related to its content; few others do", () => {
  const words = ["the", "norman", "luftfilter", "compan|i", "norman|d", "oilfilt|er", "seven", "rivers"];
  expect(passing(["the", "normandi", "filter"], ["normandi", "filter"], words)).toEqual([
    "the",
    "norman",
    "luftfilter",
    "normand",
    "oilfilter",
  ]);
});

test("whatever is asked and whatever is said, nothing that has to do with the question is left out", () => {
  const word = fc.string({ unit: fc.constantFrom("a", "b", "é", "1"), minLength: 1, maxLength: 9 });
  const said = fc.tuple(word, fc.constantFrom("", "|i", "|ab", "|aaaaa")).map(([start, ending]) => start + ending);
  fc.assert(
    fc.property(fc.array(word), fc.array(said), (content, words) => {
      const found = passing(content, content, words);
      const terms = words.map((one) => one.replace("|", ""));
      const bearing = terms.filter((term) => content.some((one) => one === term || areKin(one, term)));
      expect(bearing.filter((term) => !found.includes(term))).toEqual([]);
    }),
    { numRuns: 2000 },
  );
});
