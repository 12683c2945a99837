import { expect, test } from "bun:test";
import { turnQuestion } from "../../src/models/language-centres.ts";

const unit = (...numbers: number[]) => {
  const length = Math.hypot(...numbers);
  return Float32Array.from(numbers, (number) => number / length);
};
const dot = (a: Float32Array, b: Float32Array) => a.reduce((sum, number, i) => sum + number * b[i]!, 0);

/** The first two axes are languages, the others are topics. */
const centres = new Map([
  ["en", Float32Array.of(0.8, 0, 0.1, 0.1)],
  ["de", Float32Array.of(0, 0.8, 0.1, 0.1)],
  ["nb", Float32Array.of(0, 0, 0.8, 0)],
]);
const germanAboutPumps = unit(0, 0.8, 0.5, 0);
const englishAboutPumps = unit(0.8, 0, 0.5, 0);
const englishAboutTaxes = unit(0.8, 0, 0, 0.5);

test("a question is compared with passages as if it had been asked in their language", () => {
  const turned = turnQuestion(centres, germanAboutPumps, "en")!;
  const similarity = (passage: Float32Array) => dot(turned.vector, passage) + turned.offset;
  expect(turned.from).toBe("de");
  expect(dot(germanAboutPumps, englishAboutPumps)).toBeLessThan(0.3);
  expect(similarity(englishAboutPumps)).toBeGreaterThan(0.95);
  expect(similarity(englishAboutPumps) - similarity(englishAboutTaxes)).toBeGreaterThan(0.2);
});

test("a passage that is near to every question is moved away", () => {
  const turned = turnQuestion(centres, germanAboutPumps, "en")!;
  const common = unit(...centres.get("en")!);
  const moved = unit(...germanAboutPumps.map((number, i) => number - centres.get("de")![i]! + centres.get("en")![i]!));
  expect(dot(turned.vector, common) + turned.offset).toBeCloseTo(dot(moved, common) - 0.3 * (1 - 0.842), 5);
});

test("a question in the passages' language stays, and so does one whose passages are in a language without a centre", () => {
  expect(turnQuestion(centres, englishAboutPumps, "en-GB")).toBeNull();
  expect(turnQuestion(centres, germanAboutPumps, "de")).toBeNull();
  expect(turnQuestion(centres, germanAboutPumps, "sw")).toBeNull();
  expect(turnQuestion(new Map(), germanAboutPumps, "en")).toBeNull();
});

test("languages that are written alike share a centre", () => {
  expect(turnQuestion(centres, germanAboutPumps, "nn-NO")).toEqual(turnQuestion(centres, germanAboutPumps, "nb"));
  expect(turnQuestion(centres, germanAboutPumps, "no")).not.toBeNull();
});
