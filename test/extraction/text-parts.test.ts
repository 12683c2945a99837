import { expect, test } from "bun:test";
import { noMarkup, textMarkup } from "../../src/extraction/plain/text-markup.ts";
import { PartReader } from "../../src/extraction/plain/text-parts.ts";

test.each([
  ["rules", "-----\n".repeat(60_000)],
  ["rules of many lengths", Array.from({ length: 600 }, (_, i) => "-".repeat(4 + i)).join("\n")],
  ["listings that nothing closes", "----\ntext\n\n".repeat(30_000)],
  ["titles", "Title\n=====\n".repeat(30_000)],
  ["lead-ins", "See below:\n\n  no code at all here\n".repeat(20_000)],
  ["rules of columns", "--- ---\n".repeat(40_000)],
  ["grids", "+---+---+\n".repeat(40_000)],
  ["tables that nothing closes", "|===\n|a |b\n\n".repeat(20_000)],
  ["directives", ".. note::\n\n   text\n".repeat(20_000)],
  ["links", `${"https://a[".repeat(200)}\n\n`.repeat(150)],
])(
  "%s take linear time",
  (_, text) => {
    const lines = text.split("\n");
    const before = process.cpuUsage();
    for (const markup of [noMarkup, textMarkup("", "a.adoc"), textMarkup("", "a.rst")]) {
      for (const part of new PartReader(lines, markup).parts()) if ("text" in part) markup.inline(part.text);
    }
    expect(process.cpuUsage(before).user).toBeLessThan(4_000_000);
  },
  60_000,
);

test("each part is given once, and nothing else than marks is left out", () => {
  const lines = ["Title", "-----", "One.", "", "----", "", "Two:", "", "  a = b;", "", "~~~", "three", "~~~", "Four."];
  expect([...new PartReader(lines, noMarkup).parts()]).toEqual([
    { kind: "heading", text: "Title", level: 1 },
    { kind: "text", lines: ["One."] },
    { kind: "text", lines: ["Two:"] },
    { kind: "code", lines: ["  a = b;"] },
    { kind: "code", lines: ["three"] },
    { kind: "text", lines: ["Four."] },
  ]);
});
