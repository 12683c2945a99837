/** Which texts of models the console reads as Markdown. */
import { expect, test } from "bun:test";
import { isReadable, readMarkdown } from "../../src/console/reading/read-markdown.ts";

test("a text with quotations in lists is read", () => {
  const text = "# Care\n\n1. Wash it\n   - with **cold** water\n   - > never with soap\n";
  expect(isReadable(text)).toBe(true);
  expect(readMarkdown(text).map(({ kind }) => kind)).toEqual(["heading", "list"]);
});

test.each([
  ">".repeat(19_000),
  "> ".repeat(9000),
  "- ".repeat(9000),
  `Well,\n${"1. ".repeat(6000)}`,
  "a".repeat(20_001),
])("what would keep the page busy is not", (text) => {
  expect(isReadable(text)).toBe(false);
});
