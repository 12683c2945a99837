/** Names and numbers of a question, found in texts of another language. */
import { expect, test } from "bun:test";
import { sharedNames } from "../../src/answering/foreign/foreign-sentences.ts";

const texts = [
  "Peyton Manning was 39 when Denver won.",
  "Eli Manning won in 2012.",
  "The city of Denver has 700,000 inhabitants.",
];

test("a name counts more in the only text that has it", () => {
  const [peyton, eli, city] = sharedNames("Сколько лет было Пейтону Мэннингу?", texts);
  expect(peyton).toBeGreaterThan(1);
  expect(eli).toBeGreaterThan(0);
  expect(peyton! - eli!).toBeCloseTo(1, 5);
  expect(city).toBe(0);
});

test("numbers are the same in all digits", () => {
  expect(sharedNames("كم ٣٩؟", texts)).toEqual([1, 0, 0]);
  expect(sharedNames("哪里有 700.000 人？", texts)).toEqual([0, 0, 1]);
});

test("small words and words that only begin alike are not shared", () => {
  expect(sharedNames("Wer hat was in der Stadt, die winzig ist?", texts)).toEqual([0, 0, 0]);
  expect(sharedNames("", texts)).toEqual([0, 0, 0]);
  expect(sharedNames("مانينغ", [])).toEqual([]);
});
