import { expect, test } from "bun:test";
import { noMarkup, textMarkup } from "../../src/extraction/plain/text-markup.ts";
import { PartReader } from "../../src/extraction/plain/text-parts.ts";
import { expectWithin } from "../support/growth.ts";

test.each([
  ["rules", "-----\n".repeat(60_000)],
  ["rules of many lengths", Array.from({ length: 600 }, (_, i) => "-".repeat(4 + i)).join("\n")],
  ["listings that nothing closes", "----\ntext\n\n".repeat(30_000)],
  ["titles", "Title\n=====\n".repeat(30_000)],
  ["titles of wikis", `==${"= ".repeat(150)}\n`.repeat(2_000)],
  ["questions of AsciiDoc", `${"a?:".repeat(100)}\n`.repeat(2_000)],
  ["lead-ins", "See below:\n\n  no code at all here\n".repeat(20_000)],
  ["rules of columns", "--- ---\n".repeat(40_000)],
  ["grids", "+---+---+\n".repeat(40_000)],
  ["tables that nothing closes", "|===\n|a |b\n\n".repeat(20_000)],
  ["directives", ".. note::\n\n   text\n".repeat(20_000)],
  ["links", `${"https://a[".repeat(200)}\n\n`.repeat(150)],
])("%s take linear time", (_, text) => {
  const lines = text.split("\n");
  expectWithin(4000, () => {
    for (const markup of [noMarkup, textMarkup("", "a.adoc"), textMarkup("", "a.rst")]) {
      for (const part of new PartReader(lines, markup).parts()) if ("text" in part) markup.inline(part.text);
    }
  });
});

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

test("titles of wikis: as many signs on both sides; DokuWiki writes more the higher the title", () => {
  const headings = (lines: readonly string[]) =>
    [...new PartReader(lines, noMarkup).parts()].flatMap((part) =>
      part.kind === "heading" ? [[part.level, part.text]] : [],
    );
  expect(headings(["==Members==", "text", "", "=== Guests ==="])).toEqual([
    [2, "Members"],
    [3, "Guests"],
  ]);
  expect(headings(["====== Pumps ======", "text", "", "===== Small ones =====", "text", "", "==== a === b"])).toEqual([
    [1, "Pumps"],
    [2, "Small ones"],
    [3, "a === b"],
  ]);
});

test("a term of AsciiDoc that is a question is the heading of its answer", () => {
  const lines = ["Is it loud?::", "\tNo. It hums.", "", "`-v`::", "\tSay more."];
  expect([...new PartReader(lines, textMarkup("", "a.adoc")).parts()]).toEqual([
    { kind: "heading", text: "Is it loud?", level: 6 },
    { kind: "text", lines: ["\tNo. It hums."] },
    { kind: "text", lines: ["`-v`:", "\tSay more."] },
  ]);
});
