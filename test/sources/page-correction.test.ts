import { expect, test } from "bun:test";
import { correctedPages, type LineText, linesOf, textOf } from "../../src/sources/page-correction.ts";
import type { KeptPage } from "../../src/sources/ports/recognised-page.ts";
import { recognisedPage } from "../support/documents/recognised-pages.ts";

const lines = ["Rep1ace thefilter every", "six months. |"];
/** Letters are 5 points wide. */
const page: KeptPage = {
  ...recognisedPage(
    lines.map((text, i) => ({ text, y: 100 + 20 * i })),
    { page: 2, confidence: 0.6 },
  ),
  recogniser: "scans-eng",
};

const correction = (text: string, given: Partial<LineText> = {}): LineText => ({
  page: 2,
  line: 1,
  words: null,
  text,
  ...given,
});
const corrected = (...corrections: LineText[]) => correctedPages([page], corrections)[0]!;
const placesOf = ({ words }: KeptPage, line = 1) =>
  words
    .filter((word) => word.line === line)
    .map(({ text, left, right, confidence }) => [text, left, right, confidence]);

test("words that stay keep their places, others share the room of what they replace", () => {
  const now = corrected(correction("Replace the filter every"));
  expect(placesOf(now)).toEqual([
    ["Replace", 60, expect.closeTo(60 + (7 / 18) * 85), 1],
    ["the", expect.closeTo(60 + (8 / 18) * 85), expect.closeTo(60 + (11 / 18) * 85), 1],
    ["filter", expect.closeTo(60 + (12 / 18) * 85), 145, 1],
    ["every", 150, 175, 0.6],
  ]);
  expect(now.corrections).toEqual([{ line: 1, read: lines[0]! }]);
  expect(linesOf(now).map(({ words }) => textOf(words))).toEqual(["Replace the filter every", lines[1]!]);
  expect(now.confidence).toBeCloseTo((16 + (5 + 10 + 1) * 0.6) / 32, 5);
});

test("as many words take their places one by one", () => {
  const now = corrected(correction("Replace", { words: { first: 1, last: 1 } }));
  expect(placesOf(now)).toEqual([
    ["Replace", 60, 95, 1],
    ["thefilter", 100, 145, 0.6],
    ["every", 150, 175, 0.6],
  ]);
});

test("a word that was missed stands between its neighbours, and one that is none goes", () => {
  const now = corrected(correction("six long months.", { line: 2 }));
  expect(placesOf(now, 2).map(([text]) => text)).toEqual(["six", "long", "months."]);
  const missed = corrected(correction("Rep1ace all thefilter every"));
  const [one, two, three] = placesOf(missed);
  expect([one![0], two![0], three![0]]).toEqual(["Rep1ace", "all", "thefilter"]);
  expect([one![1], three![2]]).toEqual([page.words[0]!.left, page.words[1]!.right]);
  expect(corrected(correction("", { line: 2 })).words.map(({ text }) => text)).toEqual(lines[0]!.split(" "));
});

test("what was read first is remembered over several corrections", () => {
  const once = corrected(correction("Replace the filter evry"));
  const [twice] = correctedPages(
    [once],
    [correction("Replace the filter every"), correction("six months.", { line: 2 })],
  );
  expect(twice!.corrections).toEqual([
    { line: 1, read: lines[0]! },
    { line: 2, read: lines[1]! },
  ]);
});

test("only pages that change are given, and control characters are spaces", () => {
  const other = { ...page, page: 3 };
  const [changed, ...rest] = correctedPages([page, other], [correction("a\u0000b\nc", { page: 3 })]);
  expect([changed!.page, rest, textOf(linesOf(changed!)[0]!.words)]).toEqual([3, [], "a b c"]);
});

test("a page, a line or words that are not there are refused", () => {
  const refused = (given: Partial<LineText>) => () => corrected(correction("x", given));
  expect(refused({ page: 1 })).toThrow("Page 1 was not read from a picture.");
  expect(refused({ line: 3 })).toThrow("Page 2 has no line 3.");
  expect(refused({ words: { first: 1, last: 4 } })).toThrow("Line 1 of page 2 has 3 words.");
  expect(refused({ words: { first: 3, last: 2 } })).toThrow("Line 1 of page 2 has 3 words.");
});
