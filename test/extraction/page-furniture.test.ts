import { describe, expect, test } from "bun:test";
import { withoutFurniture } from "../../src/extraction/plain/page-furniture.ts";
import { expectWithin } from "../support/growth.ts";

const textOf = (lines: readonly string[]) => withoutFurniture(lines.join("\n")).join("\n");

describe("the furniture of pages", () => {
  test("marks of pages go, with the heads below them, also without form feeds", () => {
    const page = (i: number) => [
      `Text ${["one", "two", "three"][i]} of the page.`,
      "",
      `Doe          [Page ${i + 1}]`,
      "",
      "The Pump       June",
      "",
    ];
    expect(textOf([0, 1, 2].flatMap(page)).replace(/\n+/g, "|")).toBe(
      "Text one of the page.|Text two of the page.|Text three of the page.|",
    );
  });

  test("a line that stands on a page or two stays", () => {
    const lines = ["See page 3", "", "The pump", "", "More on page 4"];
    expect(withoutFurniture(lines.join("\n"))).toEqual(lines);
  });

  test("lines that only look alike in the text stay", () => {
    const lines = ["a", "\f", "b", "\f", "c", "\f", "d"];
    expect(textOf(lines).replace(/\s+/g, "")).toBe("abcd");
  });

  test.each([
    ["form feeds", "\f".repeat(50_000)],
    ["pages of one line", "head\n\f".repeat(25_000)],
    ["marks of pages", "x [Page 1]\n".repeat(25_000)],
    ["blank lines", `a\n${"\n".repeat(100_000)}b [Page 1]`],
    ["dots", `${". ".repeat(150)}\n`.repeat(3_000)],
  ])("%s take linear time", (_, text) => {
    expectWithin(2000, () => withoutFurniture(text));
  });
});
