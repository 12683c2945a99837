import { expect, test } from "bun:test";
import fc from "fast-check";
import { withoutRepeats } from "../../src/answering/evidence/sentence-score.ts";
import { UnitWording } from "../../src/answering/evidence/units.ts";
import { readPassage } from "../../src/language/structure/passage-reading.ts";
import { createAnalyzers } from "../../src/language/words/analyzer.ts";

const analyzer = createAnalyzers()("en");

function wordingOf(text: string): UnitWording {
  const reading = readPassage(text, analyzer);
  return new UnitWording(reading, reading.units[0]!);
}

const kept = (...texts: string[]) =>
  withoutRepeats(texts.map((text) => ({ text, wording: wordingOf(text) }))).map(({ text }) => text);

test("a unit is in another if that has its words in a row, whatever their case and their endings", () => {
  // The stem of `companies` ends in another letter than the word itself.
  const word = fc.constantFrom("pump", "pumps", "Company", "companies", "valve", "is", "the", "7");
  const sentence = fc.array(word, { minLength: 1, maxLength: 7 }).map((words) => words.join(" "));
  fc.assert(
    fc.property(sentence, sentence, (one, other) => {
      const [part, whole] = [wordingOf(one), wordingOf(other)];
      expect(part.isIn(whole)).toBe(` ${whole.text()} `.includes(` ${part.text()} `));
      expect(part.length).toBe(part.text().split(" ").length);
    }),
    { numRuns: 3000 },
  );
});

test("of sentences with the same words in a row, the first is kept, be it the longer or the shorter one", () => {
  const short = "The old pump failed twice.";
  const long = "In March, the old pump failed twice because of frost.";
  expect(kept(short, long)).toEqual([short]);
  expect(kept(long, short)).toEqual([long]);
});

test("three words in a row are no repeat, and neither are four that stand apart", () => {
  const sentences = ["The pump failed.", "In March, the pump failed.", "The pump that was old failed in March."];
  expect(kept(...sentences)).toEqual(sentences);
});
