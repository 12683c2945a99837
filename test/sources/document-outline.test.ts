/** What introduces lists and tables, in a document and in the passages that it is cut into. */
import { describe, expect, test } from "bun:test";
import { defaultExtractionLimits as limits } from "../../src/extraction/format-extractor.ts";
import { extractMarkdown } from "../../src/extraction/markup/markdown.ts";
import { outlined } from "../../src/language/structure/document-outline.ts";
import type { OutlineBlock } from "../../src/language/structure/outline.ts";
import { outlineFrom } from "../../src/language/structure/outline-bytes.ts";
import { sliceCodePoints } from "../../src/language/text/code-points.ts";
import type { TextSpan } from "../../src/language/text/sentences.ts";
import { chunk } from "../../src/sources/chunker.ts";
import type { Document } from "../../src/sources/document.ts";
import { passageOutlines } from "../../src/sources/outline/passage-outlines.ts";
import { cutAgain, inStandingText } from "../../src/sources/outline/standing-outline.ts";

async function outlineOf(markdown: string): Promise<Document> {
  const source = {
    bytes: new Uint8Array(),
    text: markdown,
    filename: null,
    limits,
    signal: null,
    cameFurther: () => {},
    recognised: null,
  };
  return outlined(await extractMarkdown(source), "en");
}

const leadIn = ({ text }: Document, { lead }: OutlineBlock) =>
  lead === undefined || lead === "before" ? lead : text.slice(lead.start, lead.end);

const outlinesOf = (document: Document, passages: readonly TextSpan[]) =>
  passageOutlines(document, passages).map((bytes, i) => {
    return outlineFrom(bytes, document.text.slice(passages[i]!.start, passages[i]!.end));
  });

const items = ({ blocks }: Document) => blocks.filter(({ kind }) => kind === "list_item");

describe("a list", () => {
  test("knows the sentence that introduces it", async () => {
    const document = await outlineOf(
      "Read this. Do not take it if you have:\n\n- a cold\n- a cough\n\nAsk.\n\n- one\n",
    );
    expect(items(document).map((item) => leadIn(document, item))).toEqual([
      "Read this. Do not take it if you have:",
      "Read this. Do not take it if you have:",
      "Ask.",
    ]);
  });

  test("knows only the last sentence of a long paragraph, and the heading where there is none", async () => {
    const long = `${"It is a medicine for adults and for children over twelve years of age. ".repeat(6)}Never take:`;
    const document = await outlineOf(`${long}\n\n- two at once\n\n## Without receipts\n\n1. Taxi\n`);
    expect(items(document).map((item) => leadIn(document, item))).toEqual(["Never take:", "Without receipts"]);
  });

  test("has the numbers of the items above each item", async () => {
    const document = await outlineOf(
      "4.6 The supplier shall:\n\n1. deliver\n   1. in time\n   2. complete\n2. repair\n",
    );
    expect(items(document).map(({ label }) => label)).toEqual(["4.6 1.", "4.6 1. 1.", "4.6 1. 2.", "4.6 2."]);
  });
});

describe("a passage", () => {
  test("that begins inside a list carries its lead-in and the item above", async () => {
    const item = (i: number) => `   - condition ${i} of the heart, which your doctor has told you about at length 💊\n`;
    const many = Array.from({ length: 40 }, (_, i) => item(i)).join("");
    const document = await outlineOf(`Do not take it if you have:\n\n- a disease\n${many}`);
    const chunks = chunk(document, { language: "en" });
    const outlines = outlinesOf(document, chunks);
    expect(chunks.length).toBeGreaterThan(2);
    expect(outlines[0]!.lead).toBeNull();
    for (const { lead, blocks } of outlines.slice(1)) {
      expect([lead?.text, lead?.items.map(({ text }) => text)]).toEqual(["Do not take it if you have:", ["a disease"]]);
      for (const { text, start, end } of [lead!, ...lead!.items]) {
        expect(sliceCodePoints(document.text, start, end)).toBe(text);
      }
      expect(blocks.every((block) => block.lead === "before" && block.parent === "before")).toBe(true);
    }
  });

  test("has its blocks with positions in its own text", async () => {
    const document = await outlineOf("# A\n\nOne.\n\n| City | Rain |\n|---|---|\n| Berlin | 12 mm |\n");
    const [passage] = chunk(document, { language: "en" });
    const [outline] = outlinesOf(document, [passage!]);
    const text = document.text.slice(passage!.start, passage!.end);
    const slice = ({ start, end }: { start: number; end: number }) => text.slice(start, end);
    expect(outline!.blocks.map((block) => [block.kind, slice(block)])).toEqual([
      ["heading", "A"],
      ["paragraph", "One."],
      ["table_row", "City: Berlin; Rain: 12 mm"],
    ]);
    const row = outline!.blocks[2]!;
    expect(row.label).toBe("Berlin");
    expect(row.cells!.map(({ name, value }) => [name && slice(name), slice(value)])).toEqual([
      ["City", "Berlin"],
      ["Rain", "12 mm"],
    ]);
  });
});

test("blocks are found in a text that was read otherwise before", async () => {
  const document = await outlineOf("Bring:\n\n- a towel\n- soap\n");
  const before = "Page 1\n\nBring:\n\n- a towel\n- soap\n\nThe end.";
  const standing = inStandingText(document, before);
  expect(standing.blocks.map(({ kind, start, end }) => [kind, before.slice(start, end)])).toEqual([
    ["paragraph", "Page 1"],
    ["paragraph", "Bring:"],
    ["paragraph", "-"],
    ["list_item", "a towel"],
    ["paragraph", "-"],
    ["list_item", "soap"],
    ["paragraph", "The end."],
  ]);
});

describe("the passages of a list", () => {
  const sentence = "The pump has to be cleaned with cold water before it is put away for the winter. ";
  const textsOf = async (markdown: string) => {
    const document = await outlineOf(markdown);
    return chunk(document, { language: "en" }).map(({ start, end }) => document.text.slice(start, end));
  };

  test("a list that fits stays whole, with its lead-in", async () => {
    const items = Array.from({ length: 6 }, (_, i) => `- ${i} ${sentence}\n`).join("");
    const texts = await textsOf(`${sentence.repeat(9)}\n\nNever do this:\n\n${items}`);
    expect(texts).toHaveLength(2);
    expect(texts[1]).toStartWith("Never do this:\n\n0 The pump");
    expect(texts[1]).toContain("5 The pump");
  });

  test("a lead-in stands with its first item, wherever the list is cut", async () => {
    const items = Array.from({ length: 40 }, (_, i) => `- ${i} ${sentence}\n`).join("");
    for (let before = 0; before < 24; before++) {
      const texts = await textsOf(`${sentence.repeat(before)}\n\nNever do this:\n\n${items}`);
      expect(texts.find((text) => text.includes("Never do this:"))).toContain("Never do this:\n\n0 The pump");
    }
  });
});

test("passages that are cut again keep their sections, and end with their page", () => {
  const sentence = "পাম্পটি মাটির নিচের ঘরে আছে। ";
  const text = sentence.repeat(12).trim();
  const blocks = [{ kind: "paragraph" as const, start: 0, end: text.length, level: 0 }];
  const document = { text, title: null, blocks, pageStarts: null };
  const present = Array.from({ length: 12 }, (_, i) => {
    const start = i * sentence.length;
    return { start, end: start + sentence.length - 1, section: i < 8 ? "Pump" : "Tank", page: i < 8 ? 1 : 3 };
  });
  const onPages = {
    ...document,
    blocks: present.map(({ start, end }) => ({ kind: "paragraph" as const, start, end, level: 0 })),
  };
  const cuts = cutAgain(onPages, present, { language: "bn" });
  const [first, second] = [present[0]!, present[8]!];
  expect(cuts).toEqual([
    { start: 0, end: present[7]!.end, section: "Pump", page: 1 },
    { start: second.start, end: text.length, section: "Tank", page: 3 },
  ]);
  expect(cutAgain(onPages, cuts!, { language: "bn" })).toBeNull();
  const english = { ...document, text: "The pump is in the cellar. ".repeat(9).trim() };
  expect(cutAgain(english, [first, second, first], { language: "en" })).toBeNull();
});
