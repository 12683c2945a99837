import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import type { OutlineBlock } from "../../src/language/structure/outline.ts";
import { estimateTokens } from "../../src/language/words/tokens.ts";
import { chunk } from "../../src/sources/chunker.ts";
import type { Document } from "../../src/sources/document.ts";

type Piece = readonly [kind: OutlineBlock["kind"], text: string, level?: number, separator?: string];

/** A document of the given blocks, separated by blank lines unless a piece says otherwise. */
function documentOf(
  pieces: readonly Piece[],
  title: string | null = null,
  pageBreaks: readonly number[] = [],
): Document {
  let text = "";
  const starts: number[] = [];
  const blocks = pieces.map(([kind, body, level = 0, separator = "\n\n"], i): OutlineBlock => {
    text += i === 0 ? "" : separator;
    if (pageBreaks.includes(i)) starts.push(text.length);
    const start = text.length;
    text += body;
    return { kind, start, end: text.length, level };
  });
  return { text, title, blocks, pageStarts: pageBreaks.length === 0 ? null : [0, ...starts] };
}

const cut = (document: Document, sizes: { targetTokens?: number; maxTokens?: number } = {}) =>
  chunk(document, { language: "en", ...sizes }).map(({ start, end, section, page }) => ({
    text: document.text.slice(start, end),
    section,
    page,
  }));

const texts = (document: Document, sizes = {}) => cut(document, sizes).map(({ text }) => text);

describe("chunks", () => {
  test("neighbours in a section form one passage under its heading; no passage crosses a heading", () => {
    const document = documentOf([
      ["paragraph", "Before any heading."],
      ["heading", "Maintenance", 1],
      ["heading", "Filters", 2],
      ["paragraph", "Replace them."],
      ["list_item", "every six months", 1],
      ["heading", "Belts", 2],
      ["heading", "Safety", 1],
      ["paragraph", "Wear gloves."],
    ]);
    expect(cut(document)).toEqual([
      { text: "Before any heading.", section: "", page: null },
      {
        text: "Maintenance\n\nFilters\n\nReplace them.\n\nevery six months",
        section: "Maintenance > Filters",
        page: null,
      },
      { text: "Belts", section: "Maintenance > Belts", page: null },
      { text: "Safety\n\nWear gloves.", section: "Safety", page: null },
    ]);
  });

  test("a first heading that repeats the title is no section", () => {
    const pieces: Piece[] = [
      ["heading", "Manual", 1],
      ["paragraph", "a"],
      ["heading", "Parts", 2],
      ["paragraph", "b"],
    ];
    expect(cut(documentOf(pieces, "Manual")).map(({ section }) => section)).toEqual(["", "Parts"]);
    expect(cut(documentOf(pieces, "Another")).map(({ section }) => section)).toEqual(["Manual", "Manual > Parts"]);
  });

  test("rows between blank lines are records; rows of a table are not", () => {
    expect(
      texts(
        documentOf([
          ["table_row", "a: 1"],
          ["table_row", "a: 2"],
          ["table_row", "a: 3"],
        ]),
      ),
    ).toEqual(["a: 1", "a: 2", "a: 3"]);
    expect(
      texts(
        documentOf([
          ["paragraph", "Sizes"],
          ["table_row", "a: 1"],
          ["table_row", "a: 2", 0, "\n"],
        ]),
      ),
    ).toEqual(["Sizes\n\na: 1\na: 2"]);
  });

  test("rows of a long table share passages", () => {
    const rows = Array.from({ length: 10_001 }, (_, i): Piece => ["table_row", `a: ${i}`]);
    const chunks = texts(documentOf(rows));
    expect(chunks.length).toBeLessThan(1000);
    expect(chunks.join("\n\n")).toBe(rows.map(([, text]) => text).join("\n\n"));
    expect(texts(documentOf(rows.slice(1))).length).toBe(10_000);
  });

  test("two consecutive tables stay tables", () => {
    const rows: Piece[] = [
      ["table_row", "a: 1"],
      ["table_row", "a: 2", 0, "\n"],
      ["table_row", "b: 1"],
      ["table_row", "b: 2", 0, "\n"],
    ];
    expect(texts(documentOf(rows))).toEqual(["a: 1\na: 2\n\nb: 1\nb: 2"]);
  });

  test("a page begins a passage, so that its page is right", () => {
    const document = documentOf(
      [
        ["paragraph", "one"],
        ["paragraph", "two"],
        ["heading", "Head", 1],
        ["paragraph", "three"],
      ],
      null,
      [1, 3],
    );
    expect(cut(document)).toEqual([
      { text: "one", section: "", page: 1 },
      { text: "two", section: "", page: 2 },
      { text: "Head", section: "Head", page: 2 },
      { text: "three", section: "Head", page: 3 },
    ]);
  });

  test("a passage that is too large is cut between sentences, lines of code, or words; rows and items only then", () => {
    const sentence = "This sentence has eight words of its own. ";
    const long = documentOf([["paragraph", sentence.repeat(8).trim()]]);
    expect(texts(long, { targetTokens: 30, maxTokens: 40 }).every((text) => text.endsWith("own."))).toBe(true);
    const listing = documentOf([
      [
        "code",
        Array.from({ length: 20 }, (_, i) => `  call(${i});`)
          .join("\n")
          .trim(),
      ],
    ]);
    expect(texts(listing, { targetTokens: 30, maxTokens: 40 }).every((text) => /^call.*;$/s.test(text))).toBe(true);
    const item = documentOf([
      ["list_item", "word ".repeat(35).trim(), 1],
      ["list_item", "word ".repeat(35).trim(), 1, "\n"],
    ]);
    expect(texts(item, { targetTokens: 30, maxTokens: 40 })).toEqual([
      "word ".repeat(35).trim(),
      "word ".repeat(35).trim(),
    ]);
    expect(texts(documentOf([["paragraph", "漢".repeat(100)]]), { targetTokens: 30, maxTokens: 40 })).toEqual([
      ...["漢".repeat(30), "漢".repeat(30), "漢".repeat(40)],
    ]);
  });

  test("a short end joins the passage before it", () => {
    const document = documentOf([
      ["paragraph", "word ".repeat(190).trim()],
      ["paragraph", "The end."],
    ]);
    expect(texts(document)).toHaveLength(1);
  });
});

const word = fc.constantFrom(
  "a",
  "filter",
  "extraordinarily",
  "z".repeat(90),
  "漢字",
  "1234567",
  "e\u0301",
  "😀",
  "x.",
  "Yes!",
  "—",
);
const body = fc.array(word, { minLength: 1, maxLength: 60 }).map((words) => words.join(" "));
const kind = fc.constantFrom<OutlineBlock["kind"]>("heading", "paragraph", "list_item", "table_row", "code", "quote");
const piece = fc
  .tuple(kind, body, fc.integer({ min: 1, max: 6 }), fc.constantFrom("\n\n", "\n"))
  .map(([type, text, level, gap]): Piece => [type, text, type === "heading" || type === "list_item" ? level : 0, gap]);
const documents = fc
  .tuple(fc.array(piece, { maxLength: 12 }), fc.uniqueArray(fc.integer({ min: 1, max: 11 }), { maxLength: 3 }))
  .map(([pieces, breaks]) =>
    documentOf(
      pieces,
      null,
      breaks.filter((at) => at < pieces.length).sort((one, other) => one - other),
    ),
  );
const sizes = fc
  .tuple(fc.integer({ min: 24, max: 200 }), fc.integer({ min: 0, max: 100 }))
  .map(([targetTokens, more]) => ({
    targetTokens,
    maxTokens: targetTokens + more,
  }));

describe("properties of chunks", () => {
  test("they ascend, do not overlap, are trimmed, and contain every visible character", () => {
    fc.assert(
      fc.property(documents, sizes, (document, options) => {
        let end = 0;
        for (const { start, end: next } of chunk(document, { language: "en", ...options })) {
          expect(start).toBeGreaterThanOrEqual(end);
          expect(document.text.slice(end, start).trim()).toBe("");
          expect(document.text.slice(start, next)).toBe(document.text.slice(start, next).trim());
          expect(next).toBeGreaterThan(start);
          end = next;
        }
        expect(document.text.slice(end).trim()).toBe("");
      }),
    );
  });

  test("no chunk exceeds the maximum or cuts a surrogate pair", () => {
    fc.assert(
      fc.property(documents, sizes, (document, options) => {
        for (const { start, end } of chunk(document, { language: "en", ...options })) {
          const text = document.text.slice(start, end);
          expect(estimateTokens(text)).toBeLessThanOrEqual(options.maxTokens);
          expect(text.isWellFormed()).toBe(true);
        }
      }),
    );
  });

  test("headings are only at the start of a chunk, and blocks of two pages are never joined", () => {
    fc.assert(
      fc.property(documents, sizes, (document, options) => {
        const pageOf = (at: number) => document.pageStarts?.findLastIndex((start) => start <= at) ?? 0;
        for (const { start, end } of chunk(document, { language: "en", ...options })) {
          const inside = document.blocks.filter((block) => block.start < end && block.end > start);
          const kinds = inside.map((block) => block.kind === "heading");
          expect(kinds).toEqual([...kinds].sort((one, other) => Number(other) - Number(one)));
          expect(new Set(inside.map((block) => pageOf(block.start))).size).toBe(1);
        }
      }),
    );
  });

  test("the same document is cut in the same way", () => {
    fc.assert(
      fc.property(documents, (document) => {
        expect(chunk(document, { language: "en" })).toEqual(chunk(document, { language: "en" }));
      }),
    );
  });
});
