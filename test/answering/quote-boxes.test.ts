/** Where a quote stands: one box for its words on each line. */
import { expect, test } from "bun:test";
import { quoteBoxes } from "../../src/api/contents/scan-views.ts";
import type { WordPlace } from "../../src/language/structure/outline.ts";

/** Words of five characters each, with a space between them. */
const word = (index: number, place: Partial<WordPlace>): WordPlace => {
  const start = index * 6;
  return { start, end: start + 5, page: 1, left: 0, top: 0.1, right: 0.1, bottom: 0.12, confidence: 0.9, ...place };
};
const places = [
  word(0, { left: 0.7, right: 0.8 }),
  word(1, { left: 0.81, right: 0.9, top: 0.098, confidence: 0.6 }),
  word(2, { left: 0.1, right: 0.2, top: 0.13, bottom: 0.15 }),
  word(3, { left: 0.21, right: 0.3, top: 0.132, bottom: 0.155 }),
  word(4, { left: 0.31, right: 0.4, top: 0.13, bottom: 0.15, page: 2 }),
];
const sides = (quote: { start: number; end: number }) =>
  quoteBoxes(places, quote).map(({ page, left, top, right, bottom }) => [page, left, top, right, bottom]);

test("words beside each other have one box, with the least confidence of them", () => {
  expect(quoteBoxes(places, { start: 0, end: 11 })).toEqual([
    { page: 1, left: 0.7, top: 0.098, right: 0.9, bottom: 0.12, confidence: 0.6 },
  ]);
});

test("each line and each page has a box of its own", () => {
  expect(sides({ start: 0, end: 100 })).toEqual([
    [1, 0.7, 0.098, 0.9, 0.12],
    [1, 0.1, 0.13, 0.3, 0.155],
    [2, 0.31, 0.13, 0.4, 0.15],
  ]);
});

test("only words of the quote count, also those that it cuts", () => {
  expect(sides({ start: 8, end: 14 })).toEqual([
    [1, 0.81, 0.098, 0.9, 0.12],
    [1, 0.1, 0.13, 0.2, 0.15],
  ]);
  expect(sides({ start: 5, end: 6 })).toEqual([]);
});

test("words of two columns on one height are apart", () => {
  const columns = [word(0, { left: 0.1, right: 0.3 }), word(1, { left: 0.6, right: 0.8 })];
  expect(quoteBoxes(columns, { start: 0, end: 11 })).toHaveLength(2);
});
