import { describe, expect, test } from "bun:test";
import { ignoreRules } from "../../src/folders/ignore-rules.ts";
import { expectLinear, pumped } from "../support/growth.ts";

/** Of the paths those that are left out. A path that ends in `/` is a folder. */
function leftOut(text: string, ...paths: readonly string[]): readonly string[] {
  const rules = ignoreRules().within("", [text]);
  return paths.filter((path) => rules.leavesOut(path.replace(/\/$/, ""), path.endsWith("/")));
}

describe("what git says of a pattern", () => {
  test.each([
    ["a", ["a", "x/a", "x/a/"], ["ab", "x/ba"]],
    ["a/", ["a/", "x/a/"], ["a"]],
    ["/a", ["a"], ["x/a"]],
    ["x/a", ["x/a"], ["y/x/a", "a"]],
    ["*.md", ["a.md", "x/.md"], ["a.md.txt"]],
    ["a*b?", ["abc", "axxbc"], ["ab", "a/bc"]],
    ["x/*/a", ["x/y/a"], ["x/a", "x/y/z/a"]],
    ["**/a", ["a", "x/y/a"], ["xa"]],
    ["x/**/a", ["x/a", "x/y/z/a"], ["a", "y/x/a"]],
    ["x/**", ["x/a", "x/y/a"], ["x/"]],
    ["x**a", ["xya", "z/xa"], ["x/a"]],
    ["[a-c]1", ["a1", "c1"], ["d1", "a"]],
    ["[!a-c]1", ["d1"], ["a1"]],
    ["[]-]x", ["]x", "-x"], ["ax"]],
    ["[[:digit:]]", ["7"], ["a", ":"]],
    ["\\*", ["*"], ["a"]],
    ["\\#a", ["#a"], []],
    ["\\!a", ["!a"], []],
    ["a\\ ", ["a "], ["a"]],
    ["a  ", ["a"], ["a "]],
    ["é?", ["éü", "é😀"], ["é"]],
    ["# a", [], ["# a", "a"]],
    ["[a", [], ["[a", "a"]],
    ["a\\", [], ["a", "a\\"]],
  ])("%p leaves out %p and keeps %p", (pattern, left, kept) => {
    expect(leftOut(`${pattern}\r\n`, ...left, ...kept)).toEqual(left);
  });

  test("a later rule has the last word, and a deeper folder's", () => {
    expect(leftOut("\ufeff*.md\n!keep.md\n", "a.md", "keep.md")).toEqual(["a.md"]);
    const rules = ignoreRules().within("", ["*.md\n"]).within("x/", ["", "!*.md\n/b.md\n"]);
    expect(["a.md", "x/a.md", "x/b.md", "x/y/b.md"].filter((path) => rules.leavesOut(path, false))).toEqual([
      "a.md",
      "x/b.md",
    ]);
  });
});

describe("steps are bounded", () => {
  test.each([
    ["folders at any depth", "**/a/", "a/", "b"],
    ["pairs of folders at any depth", "**/a/a/", "a/", "b"],
    ["asterisks", "*a", "a", "b"],
    ["folders of any name", "*/", "a/", "b"],
  ])("%s, repeated", (_, piece, name, end) => {
    const path = pumped(name, 4000, { after: end });
    expectLinear((length) => {
      // Patterns of up to 4,096 characters, as many as make this length.
      const line = `${piece.repeat(Math.floor(4000 / piece.length))}c\n`;
      const rules = ignoreRules().within("", [pumped(line, length)]);
      expect(rules.leavesOut(path, false)).toBe(false);
    }, 90_000);
  });

  test("a pattern that is longer than any path names nothing, and one folder's patterns have a limit", () => {
    expect(leftOut(`${"*".repeat(5000)}\na`, "a", "b")).toEqual(["a"]);
    expect(() => ignoreRules().within("", ["a\n".repeat(50_001)])).toThrow("more than 100000 characters");
  });
});
