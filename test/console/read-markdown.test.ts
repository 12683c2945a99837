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

test("items that are tasks say whether they are done", () => {
  const [list] = readMarkdown("- [ ] wash it\n- [x] dry it\n- rest\n\n- [X] pack it");
  const items = list?.kind === "list" ? list.items.map(({ isDone }) => isDone) : [];
  expect(items).toEqual([false, true, null, true]);
  expect(JSON.stringify(list)).not.toContain("[ ]");
});
