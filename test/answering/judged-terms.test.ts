import { expect, test } from "bun:test";
import fc from "fast-check";
import { JudgedTerms } from "../../src/answering/evidence/term-bearing.ts";

test("a judged term is found wherever its letters stand, and no other", () => {
  const term = fc.string({
    unit: fc.constantFrom("a", "b", "я", "字"),
    maxLength: 6,
  });
  fc.assert(
    fc.property(fc.uniqueArray(term), fc.array(term), (known, asked) => {
      const judged = new JudgedTerms();
      for (const [number, one] of known.entries()) judged.add(one, number);
      for (const one of [...known, ...asked]) {
        const text = `b${one}a`;
        expect(judged.find(text, 1, 1 + one.length)).toBe(known.indexOf(one));
      }
    }),
  );
});

test("many terms are kept", () => {
  const judged = new JudgedTerms();
  for (let i = 0; i < 5000; i++) judged.add(`term${i}`, i);
  for (let i = 0; i < 5000; i++) expect(judged.find(`term${i}`, 0, `term${i}`.length)).toBe(i);
  expect(judged.find("term5000", 0, 8)).toBe(-1);
});
