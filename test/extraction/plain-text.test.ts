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

/** Signs that mark titles and listings are in no sentence. */
describe("what the author marked with signs", () => {
  const outlineOf = async (lines: readonly string[], filename = "a.txt") =>
    (await extracted(lines.join("\n"), filename)).outline;

  test.each(["=", "-", "~", "^", "*", "+", '"', "#"])(
    "entries of a FAQ under titles with %s are blocks apart",
    async (sign) => {
      const entry = (title: string, text: string) => [title, sign.repeat(title.length), text, ""];
      const lines = [
        ...entry("My box drops to a shell", "Wait for the disk."),
        ...entry("It asks twice", "Use a key file."),
      ];
      expect(await outlineOf(lines)).toEqual([
        "heading 1: My box drops to a shell",
        "paragraph: Wait for the disk.",
        "heading 1: It asks twice",
        "paragraph: Use a key file.",
      ]);
    },
  );

  test("titles over and under, their levels in the order of their first use, short lines and anchors", async () => {
    const lines = [
      "**********",
      "The manual",
      "**********",
      "",
      "Introduction",
      "===",
      "",
      "What it is.",
      "",
      "[[more]]",
      "Details",
      "-------",
      "How it works.",
      "",
      "------------------------------",
      "",
      "The end.",
    ];
    expect(await outlineOf(lines)).toEqual([
      "heading 1: The manual",
      "heading 2: Introduction",
      "paragraph: What it is.",
      "heading 3: Details",
      "paragraph: How it works.",
      "paragraph: The end.",
    ]);
  });

  test("AsciiDoc: titles, listings, captions, comments, attributes, lists, links", async () => {
    const lines = [
      "// A comment.",
      "= The pump",
      ":author: Nobody",
      "",
      "[[care]]",
      "== Care",
      "",
      "See https://example.org/pump[the page] and the *filter*.",
      "",
      ".How to start it",
      "[source,sh]",
      "----",
      "pump --start",
      "",
      "pump --status",
      "----",
      "",
      "////",
      "Not for readers.",
      "////",
      "",
      "Do this:",
      "",
      ". Open it.",
      ".. Slowly.",
      ". Close it.",
      "",
      "* A tool",
      "** its handle",
      "",
      '[options="header"]',
      "|===",
      "|Part |Price",
      "|Seal |4",
      "|===",
    ];
    expect(await outlineOf(lines, "pump.adoc")).toEqual([
      "heading 1: The pump",
      "heading 2: Care",
      "paragraph: See the page and the filter.",
      "caption: How to start it",
      "code: pump --start\n\npump --status",
      "paragraph: Do this:",
      "list_item 1: 1. Open it.",
      "list_item 2: 1. Slowly.",
      "list_item 1: 2. Close it.",
      "list_item 1: * A tool",
      "list_item 2: * its handle",
      "table_row: Part: Seal; Price: 4",
    ]);
  });

  test("reStructuredText: targets, directives, literal blocks, roles, tables", async () => {
    const lines = [
      ".. _start:",
      "",
      "The pump",
      "========",
      "",
      ".. note::",
      "",
      "   Read :ref:`the safety page <safety>` and `our site <https://example.org>`_ first.",
      "",
      "Then call ``start``::",
      "",
      "    pump --start",
      "",
      "    pump --status",
      "",
      ".. image:: pump.png",
      "   :width: 10",
      "",
      "+------+-------+",
      "| Part | Price |",
      "+======+=======+",
      "| Seal | 4     |",
      "+------+-------+",
      "",
      "=====  =====",
      "Tool   Needed",
      "=====  =====",
      "Pliers yes",
      "Saw    no",
      "=====  =====",
    ];
    expect(await outlineOf(lines, "pump.rst")).toEqual([
      "heading 1: The pump",
      "paragraph: Read the safety page and our site first.",
      "paragraph: Then call start:",
      "code: pump --start\n\npump --status",
      "table_row: Part: Seal; Price: 4",
      "table_row: Tool: Pliers; Needed: yes",
      "table_row: Tool: Saw; Needed: no",
    ]);
  });

  test("reStructuredText: what a directive says behind its name", async () => {
    const lines = [
      ...[".. default-domain:: conf", ".. role:: strike", "", "The pump", "========", "", ".. option:: pump.port", ""],
      ...["   Where it listens.", "", ".. versionadded:: 2.1.0", "", "   Together with the seal.", ""],
      ...[".. note:: Nobody may", "   stand below it.", "", ".. warning:: Mind the step.", "", "Open it.", ""],
    ];
    expect(await outlineOf(lines, "pump.rst")).toEqual([
      ...["heading 1: The pump", "heading 6: pump.port", "paragraph: Where it listens."],
      ...["caption: versionadded 2.1.0", "paragraph: Together with the seal."],
      ...["paragraph: Nobody may stand below it.", "paragraph: Mind the step.", "paragraph: Open it."],
    ]);
  });

  test("a listing below its lead-in keeps its lines, a quotation there is text", async () => {
    const lines = [
      "First stop it, then start it again:",
      "",
      "    pump --stop",
      "    pump --start --port=3",
      "",
      "The manual says:",
      "",
      "    Never open the lid while it runs.",
    ];
    expect(await outlineOf(lines)).toEqual([
      "paragraph: First stop it, then start it again:",
      "code: pump --stop\npump --start --port=3",
      "paragraph: The manual says:",
      "paragraph: Never open the lid while it runs.",
    ]);
  });

  test("a line that its author ended stays one in a wrapped paragraph", async () => {
    const lines = [
      "Keyscript:",
      "The script that is called uses the keyring of the kernel to keep a passphrase",
      "for some minutes, so that it is asked for only once while the machine starts",
      "and unlocks all disks that have the same one.",
    ];
    expect(await outlineOf(lines)).toEqual([`paragraph: ${lines[0]}\n${lines.slice(1).join(" ")}`]);
  });

  test("colours of terminals and struck letters are no text", async () => {
    expect(await outlineOf(["\u001b[1mNAME\u001b[22m of the p\bpu\bum\bmp\bp"])).toEqual([
      "paragraph: NAME of the pump",
    ]);
  });
});
