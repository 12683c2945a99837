import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { abstainsBelow, confidenceOf, type Support } from "../../src/answering/abstention.ts";

const full: Support = {
  passage: 0.5,
  astray: 0,
  namesMissing: 0,
  numbersMissing: 0,
  negation: 0,
  detail: Math.log(5),
  sense: 0,
};
const share = fc.float({ min: 0, max: 1, noNaN: true });

describe("confidenceOf", () => {
  test("full support is answered, none is not", () => {
    expect(confidenceOf(full)).toBeGreaterThan(abstainsBelow);
    expect(confidenceOf({ ...full, passage: 0, astray: 1 })).toBeLessThan(abstainsBelow);
  });

  test("it grows with what speaks for an answer and falls with what speaks against it", () => {
    const against = fc.constantFrom("astray", "namesMissing", "numbersMissing", "negation");
    fc.assert(
      fc.property(against, share, share, (name, a, b) => {
        const [less, more] = a < b ? [a, b] : [b, a];
        expect(confidenceOf({ ...full, [name]: more })).toBeLessThanOrEqual(confidenceOf({ ...full, [name]: less }));
        expect(confidenceOf({ ...full, passage: less })).toBeLessThanOrEqual(confidenceOf({ ...full, passage: more }));
        expect(confidenceOf({ ...full, sense: less })).toBeLessThanOrEqual(confidenceOf({ ...full, sense: more }));
      }),
    );
  });
});
