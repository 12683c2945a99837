import { expect, test } from "bun:test";
import { styledSpans } from "../../src/console/reading/inline-styles.ts";

const shown = (original: string, content: string) =>
  styledSpans(original, content).map(({ start, end, style }) => `${style} ${content.slice(start, end)}`);

test("bold, code and links are found where their words stand in the text without marks", () => {
  const original =
    "# H\n\nUse **bold** and `code` and a [link **x**](https://example.org/a) or *soft* text.\n\n- item with `x`";
  expect(shown(original, "H\n\nUse bold and code and a link x or soft text.\n\nitem with x")).toEqual([
    "strong bold",
    "code code",
    "link link",
    "link x",
    "emphasis soft",
    "code x",
  ]);
});

test("a word that comes twice is styled where it was, and words that are not there are passed over", () => {
  expect(shown("code, then `code`", "code, then code")).toEqual(["code code"]);
  expect(styledSpans("code, then `code`", "code, then code")[0]!.start).toBe(11);
  expect(shown("**gone** and **here**", "and here")).toEqual(["strong here"]);
  expect(shown("", "text")).toEqual([]);
});
