/** Of documents with a known structure in every format: the blocks that are found. */
import { expect, test } from "bun:test";
import { extract } from "../../src/extraction/extract.ts";
import { outlined } from "../../src/language/structure/document-outline.ts";
import type { OutlineBlock, OutlineKind } from "../../src/language/structure/outline.ts";
import type { TextSpan } from "../../src/language/text/sentences.ts";
import type { Document } from "../../src/sources/document.ts";
import type { KnownDocument, KnownItem, KnownList, KnownTable } from "../support/documents/known-document.ts";
import { knownDocuments } from "../support/documents/known-documents.ts";

const slice = ({ text }: Document, span: TextSpan | "before" | undefined) =>
  span === undefined || span === "before" ? "" : text.slice(span.start, span.end);
const blocksOf = ({ blocks }: Document, kind: OutlineKind) => blocks.filter((block) => block.kind === kind);
const withoutMark = (text: string) => text.replace(/^(?:[-*•o]|\(?[\da-z.]{1,4}[.)]|\d\.\d)\s+/, "");

function hasItem(document: Document, { lead }: KnownList, { text, label, parent = "" }: KnownItem): boolean {
  return blocksOf(document, "list_item").some((block) => {
    if (withoutMark(slice(document, block)) !== text || slice(document, block.lead) !== lead) return false;
    return block.label === label && withoutMark(slice(document, block.parent)) === withoutMark(parent);
  });
}

/** A name may be shortened where rows would be filled with names: the row of column names has all of it. */
function isNamed(written: string, name: string): boolean {
  return written === name || (written.endsWith("…") && name.startsWith(written.slice(0, -1)));
}

function hasCell(document: Document, { lead, columns }: KnownTable, row: readonly string[], column: number): boolean {
  return blocksOf(document, "table_row").some((block) => {
    if ((block.label ?? slice(document, block.cells?.[0]?.value)) !== row[0] || slice(document, block.lead) !== lead)
      return false;
    return (block.cells ?? []).some(
      ({ name, value }) =>
        slice(document, value) === row[column] && isNamed(name === null ? "" : slice(document, name), columns[column]!),
    );
  });
}

function share(found: readonly boolean[]): string {
  return `${found.filter(Boolean).length} of ${found.length}`;
}

function found(document: Document, known: KnownDocument) {
  const texts = (kind: OutlineKind) => blocksOf(document, kind).map((block) => slice(document, block));
  const cells = known.tables.flatMap((table) =>
    table.rows.flatMap((row) => row.flatMap((value, i) => (value === "" ? [] : [hasCell(document, table, row, i)]))),
  );
  const isMessage = ({ speaker, text }: { speaker: string; text: string }) =>
    blocksOf(document, "turn").some(
      (block: OutlineBlock) => block.turn?.speaker === speaker && slice(document, block) === text,
    );
  return {
    items: share(known.lists.flatMap((list) => list.items.map((item) => hasItem(document, list, item)))),
    cells: share(cells),
    code: share(known.code.map((text) => texts("code").includes(text))),
    quotes: share(known.quotes.map((text) => texts("quote").includes(text))),
    messages: share(known.messages.map(isMessage)),
    furniture: known.furniture.filter((text) => document.text.includes(text)).length,
  };
}

const whole = { items: "0 of 0", cells: "0 of 0", code: "0 of 0", quotes: "0 of 0", messages: "0 of 0", furniture: 0 };

/** All of them, everywhere. */
const expected: Readonly<Record<string, Partial<typeof whole>>> = {
  markdown: { items: "9 of 9", cells: "10 of 10", code: "1 of 1", quotes: "1 of 1" },
  html: { items: "9 of 9", cells: "10 of 10", code: "1 of 1", quotes: "1 of 1" },
  epub: { items: "9 of 9", cells: "10 of 10", code: "1 of 1", quotes: "1 of 1" },
  docx: { items: "9 of 9", cells: "14 of 14", quotes: "1 of 1" },
  pptx: { items: "5 of 5", cells: "11 of 11" },
  xlsx: { cells: "16 of 16" },
  odt: { items: "9 of 9", cells: "14 of 14", quotes: "1 of 1" },
  ods: { cells: "10 of 10" },
  odp: { items: "5 of 5" },
  csv: { cells: "10 of 10" },
  "csv with long names": { cells: "11 of 11" },
  json: { cells: "10 of 10" },
  "text with pages": { items: "4 of 4" },
  contract: { items: "8 of 8" },
  chat: { messages: "4 of 4" },
  transcript: { messages: "4 of 4" },
  mail: { items: "4 of 4", quotes: "1 of 1" },
};

test.each(Object.keys(knownDocuments))("%s", async (name) => {
  const known = knownDocuments[name]!();
  const { bytes, filename } = known;
  const { document } = await extract({ bytes: bytes.slice(), filename, declaredType: null });
  expect(found(outlined(document, "en"), known)).toEqual({ ...whole, ...expected[name] });
});

test("a sentence that goes over a page is one", async () => {
  const { bytes, filename } = knownDocuments["text with pages"]!();
  const { document } = await extract({ bytes, filename, declaredType: null });
  expect(document.text).toContain("because the filters of the pump clog with sand.");
});

test("the cells that are still to be filled in have their columns in the text", async () => {
  const { bytes, filename } = knownDocuments.docx!();
  const { document } = await extract({ bytes, filename, declaredType: null });
  expect(document.text).toContain("City; Single; Return; Night; Checked by");
});
