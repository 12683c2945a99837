import { expect, test } from "bun:test";
import fc from "fast-check";
import { longestSpelt, maySpell, spelledNearly, spellingDistance } from "../../src/language/words/spelling.ts";

const word = fc.stringMatching(/^[a-z]{3,9}$/);

test("gives exactly the words with one error that begin with the same letter", () => {
  const changed = fc.tuple(word, word, fc.nat(9), fc.nat(3)).map(([one, other, at, cut]): [string, string] => {
    return [one, one.slice(0, at) + other.slice(0, 1) + one.slice(at + cut)];
  });
  fc.assert(
    fc.property(changed, ([one, other]) => {
      fc.pre(other !== "" && one[0] === other[0] && one !== other);
      expect(new Set(spelledNearly(one)).has(other)).toBe(spellingDistance(one, other) === 1);
    }),
    { numRuns: 300 },
  );
  for (const near of spelledNearly("government")) expect(spellingDistance("government", near)).toBe(1);
  expect(new Set(spelledNearly("govemrent")).has("govermnent")).toBe(false);
  expect(new Set(spelledNearly("goverment")).has("government")).toBe(true);
  expect(new Set(spelledNearly("govrenment")).has("government")).toBe(true);
});

test("a word of more letters than any is not compared with others", () => {
  const longest = "a".repeat(longestSpelt);
  expect([maySpell(longest, `${longest}b`), maySpell(`${longest}b`, longest)]).toEqual([true, false]);
  expect([[...spelledNearly(longest)].length, [...spelledNearly(`${longest}b`)].length]).toEqual([3364, 0]);
});
