import { describe, expect, test } from "bun:test";
import { extract } from "../../src/extraction/extract.ts";
import { extracted } from "../support/documents/document-outline.ts";

const content = async (text: string) =>
  (await extract({ bytes: new TextEncoder().encode(text), filename: "a.txt", declaredType: null })).document.text;

describe("plain text", () => {
  test("paragraphs, an underlined heading, lists with hanging lines and levels", async () => {
    const text = [
      "The manual",
      "==========",
      "",
      "First paragraph.",
      "",
      "Steps:",
      "",
      "1. Open the lid",
      "   slowly.",
      "2. Close it.",
      "   - then wait",
      "   - then lock",
      "3. Done.",
    ].join("\n");
    expect(await extracted(text, "manual.txt")).toEqual({
      title: "The manual",
      mimeType: "text/plain",
      outline: [
        "heading 1: The manual",
        "paragraph: First paragraph.",
        "paragraph: Steps:",
        "list_item 1: 1. Open the lid slowly.",
        "list_item 1: 2. Close it.",
        "list_item 2: - then wait",
        "list_item 2: - then lock",
        "list_item 1: 3. Done.",
      ],
    });
  });

  test("normalised text is kept unchanged, so its positions are those of the input", async () => {
    const text = "One  double space.\nA short line.\n\nSecond: x = 1;\ty = 2.";
    expect(await content(text)).toBe(text);
  });

  test("a text wrapped at a column is unwrapped without moving a position", async () => {
    const wrapped =
      "This paragraph was wrapped at a column by its author\nand goes on for another line before it\nends.";
    expect(await content(wrapped)).toBe(wrapped.replaceAll("\n", " "));
  });

  test("line ends, controls, byte-order marks and decomposed letters are normalised", async () => {
    expect(await content("\ufeffCafe\u0301\r\nbar\u0000\u0007\rsoft\u00adhyphen\u2028end")).toBe(
      "Café\nbar\nsofthyphen\nend",
    );
  });
});
