import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import type { OutlineBlock, PassageOutline } from "../../src/language/structure/outline.ts";
import { noOutline } from "../../src/language/structure/outline.ts";
import {
  outlineBytes,
  outlineFrom,
  outlineVersion,
  sectionWithLead,
} from "../../src/language/structure/outline-bytes.ts";

const text = "x".repeat(100);
const row: OutlineBlock = {
  kind: "table_row",
  start: 20,
  end: 60,
  level: 0,
  label: "Berlin",
  lead: "before",
  cells: [
    { value: { start: 26, end: 32 }, name: { start: 20, end: 24 }, column: 0, columns: 1 },
    { value: { start: 34, end: 40 }, name: null, column: 2, columns: 3 },
  ],
};
const outline: PassageOutline = {
  blocks: [
    { kind: "list_item", start: 0, end: 9, level: 2, label: "4.6 (b)", lead: "before", parent: "before" },
    {
      kind: "list_item",
      start: 10,
      end: 19,
      level: 3,
      continues: true,
      lead: { start: 0, end: 9 },
      parent: { start: 0, end: 9 },
    },
    row,
    { kind: "turn", start: 70, end: 90, level: 0, turn: { speaker: "Ada", saidAt: null } },
    { kind: "table_row", start: 91, end: 99, level: 0, header: true },
  ],
  lead: {
    text: "Do not take it if you have:",
    start: 1000,
    end: 1027,
    items: [{ text: "(a) a heart disease 💔", start: 1030, end: 1050 }],
  },
};

describe("the outline of a passage", () => {
  test("is read as it was written", () => {
    expect(outlineFrom(outlineBytes(outline), text)).toEqual(outline);
    expect(outlineFrom(outlineBytes(noOutline), text)).toEqual(noOutline);
  });

  test("has the places of words that were read from pictures", () => {
    const places = [
      { start: 0, end: 7, page: 3, confidence: 0.93, left: 0.1234, top: 0.5, right: 0.25, bottom: 0.5125 },
      { start: 8, end: 12, page: 2, confidence: 1, left: 0, top: 0, right: 1, bottom: 1 },
    ];
    expect(outlineFrom(outlineBytes({ ...outline, places }), text)).toEqual({ ...outline, places });
    expect(outlineFrom(outlineBytes({ ...outline, places: [] }), text)).toEqual(outline);
    const bytes = outlineBytes({ ...outline, places });
    for (let end = outlineBytes(outline).length + 1; end < bytes.length; end++)
      expect(outlineFrom(bytes.slice(0, end), text)).toEqual(noOutline);
  });

  test("counts with its lead for a search", () => {
    expect(sectionWithLead("Warnings", outlineBytes(outline))).toBe(
      "Warnings\nDo not take it if you have:\n(a) a heart disease 💔",
    );
    expect(sectionWithLead("Warnings", outlineBytes({ ...outline, lead: null }))).toBe("Warnings");
    expect(sectionWithLead("Warnings", null)).toBe("Warnings");
  });

  test("of another version, damaged or cut off is none, in bounded time", () => {
    const bytes = outlineBytes(outline);
    expect(outlineFrom(Uint8Array.of(99, ...bytes.slice(1)), text)).toEqual(noOutline);
    for (let end = 0; end < bytes.length; end++) expect(outlineFrom(bytes.slice(0, end), text)).toEqual(noOutline);
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (some) => {
        expect(Array.isArray(outlineFrom(Uint8Array.of(outlineVersion, ...some), text).blocks)).toBe(true);
      }),
    );
  });
});
