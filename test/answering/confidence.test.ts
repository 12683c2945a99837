import { describe, expect, test } from "bun:test";
import { confidenceOf, leastConfidence, type Support } from "../../src/answering/evidence/support.ts";

const full: Support = {
  found: 0.5,
  passage: 0.5,
  lead: 0.8,
  likelihood: 0.7,
  senseless: 0,
  senseAbove: 0.15,
  foreign: 0,
  detail: Math.log(5),
  negation: 0,
  opposed: 0,
  unmet: 0,
  unknownNumber: 0,
  numberless: 0,
  namesMissing: 0,
  ofAnother: 0,
  coverage: 1,
  kin: 0,
  above: 0,
  answers: 3,
  part: 1,
  unread: 0,
};
const none: Support = {
  ...full,
  found: 0,
  passage: 0,
  lead: 0.1,
  likelihood: 0.05,
  coverage: 0,
  answers: -5,
  part: -2,
};

test("by words alone, what a question asks beside names speaks against an answer that lacks it", () => {
  expect(confidenceOf({ ...full, unmet: 1 }, "words")).toBeLessThan(confidenceOf(full, "words"));
});

describe.each(["words", "reader"] as const)("the confidence by %s", (by) => {
  test("answers a question with full support, and refuses one without", () => {
    expect(confidenceOf(full, by)).toBeGreaterThan(leastConfidence[by]);
    expect(confidenceOf(none, by)).toBeLessThan(leastConfidence[by]);
  });

  test.each(["namesMissing", "opposed", "ofAnother", "numberless"] as const)("%s speaks against an answer", (name) => {
    expect(confidenceOf({ ...full, [name]: 1 }, by)).toBeLessThan(confidenceOf(full, by));
  });

  test.each(["likelihood"] as const)("%s speaks for an answer", (name) => {
    expect(confidenceOf({ ...full, [name]: 1 }, by)).toBeGreaterThan(confidenceOf({ ...full, [name]: 0 }, by));
  });
});

test.each(["negation", "foreign"] as const)("by words, %s speaks against an answer", (name) => {
  expect(confidenceOf({ ...full, [name]: 1 }, "words")).toBeLessThan(confidenceOf(full, "words"));
});

test.each(["answers", "part"] as const)("the reader's %s speaks for an answer", (name) => {
  expect(confidenceOf({ ...full, [name]: -3 }, "reader")).toBeLessThan(confidenceOf(full, "reader"));
});
