import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { abstainsBelow, confidenceOf } from "../../src/answering/extractive/confidence.ts";
import type { Support } from "../../src/answering/extractive/support.ts";

const full: Support = {
  found: 0.5,
  window: 0.5,
  passage: 0.5,
  lead: 0.8,
  rarestMissing: 0,
  sense: 0.8,
  senseless: 0,
  detail: Math.log(5),
  senseAbove: 0.15,
  senseBelow: 0,
  senseDistant: 0,
  negation: 0,
  opposed: 0,
  rarestAstray: 0,
  namesMissing: 0,
  namesAstray: 0,
  numbersMissing: 0,
  foreign: 0,
  denying: 0,
  denied: 0,
  undone: 0,
  numbersLacking: 0,
  otherNumbers: 0,
  termsAstray: 0,
  names: 0,
  topic: 1,
  meaning: 0.5,
  coverage: 1,
  distinction: 1,
  before: 0,
  passageShare: 1,
  ofAnother: 0,
  added: 2,
};
const share = fc.float({ min: 0, max: 1, noNaN: true });

describe("confidenceOf", () => {
  test("a question with full support is answered, one without is not", () => {
    expect(confidenceOf(full)).toBeGreaterThan(abstainsBelow);
    expect(confidenceOf({ ...full, found: 0, window: 0, passage: 0, lead: 0.1 })).toBeLessThan(abstainsBelow);
  });

  test.each([
    "namesMissing",
    "namesAstray",
    "numbersMissing",
    "otherNumbers",
    "negation",
    "ofAnother",
    "denied",
    "denying",
    "undone",
    "foreign",
    "opposed",
    "rarestMissing",
    "rarestAstray",
    "senseBelow",
    "senseDistant",
  ] as const)("%s speaks against an answer", (name) => {
    fc.assert(
      fc.property(share, share, (a, b) => {
        const [less, more] = a < b ? [a, b] : [b, a];
        expect(confidenceOf({ ...full, [name]: more })).toBeLessThanOrEqual(confidenceOf({ ...full, [name]: less }));
      }),
    );
  });

  test.each(["found", "window", "passage", "lead", "sense", "senseAbove", "meaning"] as const)(
    "%s speaks for an answer",
    (name) => {
      fc.assert(
        fc.property(share, share, (a, b) => {
          const [less, more] = a < b ? [a, b] : [b, a];
          expect(confidenceOf({ ...full, [name]: less })).toBeLessThanOrEqual(confidenceOf({ ...full, [name]: more }));
        }),
      );
    },
  );

  test("a matching topic does not outweigh missing parts of the question", () => {
    const opposed = { ...full, opposed: 1 };
    const sure = { ...opposed, lead: 1, sense: 1, detail: 3 };
    expect(confidenceOf(sure)).toBeCloseTo(confidenceOf(opposed), 6);
  });
});
