import { describe, expect, test } from "bun:test";
import { sniff } from "../../src/extraction/sniff.ts";
import { formatNames, formatsRead, supportedFormats } from "../../src/extraction/supported-formats.ts";
import { ExtractionError } from "../../src/sources/extraction-error.ts";
import { docx, epub, paragraph, pptx, shape, xlsx, zipOf } from "../support/documents/office-files.ts";
import { pdf } from "../support/documents/pdf-writer.ts";

const bytesOf = (text: string) => Uint8Array.from(Buffer.from(text, "latin1"));
const formatOf = (content: string, filename: string | null = null, type: string | null = null) =>
  sniff(bytesOf(content), filename, type).format;

function failure(content: string | Uint8Array, filename: string | null = null): ExtractionError {
  try {
    sniff(typeof content === "string" ? bytesOf(content) : content, filename, null);
  } catch (error) {
    if (error instanceof ExtractionError) return error;
  }
  throw new Error("nothing was refused");
}

describe("the kind of a file", () => {
  test("packed formats are recognised by their content, whatever their names", () => {
    const files = {
      pdf: pdf([[{ text: "a", x: 0, y: 0 }]]),
      docx: docx({ body: paragraph("a") }),
      pptx: pptx([{ shapes: shape(null, ["a"]) }]),
      xlsx: xlsx({ sheets: [{ name: "a", rows: "" }] }),
      epub: epub({ title: "a", chapters: {}, spine: [] }),
    };
    for (const [format, bytes] of Object.entries(files)) {
      expect<string>(sniff(bytes, "lies.txt", "text/plain").format).toBe(format);
    }
  });

  const named: readonly (readonly [filename: string, content: string, format: string])[] = [
    ["a.md", "plain words", "markdown"],
    ["a.txt", "# not Markdown, the name says", "text"],
    ["a.csv", "a,b\n1,2", "csv"],
    ["a.tsv", "a\tb", "tsv"],
    ["a.json", '{"a":1}', "json"],
    ["a.json", '{"a":1} // with a comment', "code"],
    ["a.json", '{"a":1}\n{"a":2}', "jsonl"],
    ["a.jsonl", '{"a":1}', "json"],
    ["a.py", "print(1)", "code"],
    ["Makefile", "all:\n\ttrue", "code"],
    ["a.html", "no tags at all", "text"],
    ["a.txt", "<!DOCTYPE html><p>x", "html"],
    ["a.pdf", "words that are no PDF", "text"],
    ["../../etc/a\u0000.md\u202e", "words", "text"],
  ];
  test.each(named)("%s: %s", (filename, content, format) => {
    expect<string>(formatOf(content, filename)).toBe(format);
  });

  const nameless: readonly (readonly [content: string, type: string | null, format: string])[] = [
    ["plain words, nothing else", null, "text"],
    ["# A title\n\nSome *text*.", null, "markdown"],
    ["# A title\n\nSome *text*.", "text/plain", "markdown"],
    ["Use **both** kinds:\n\n- a\n- b", null, "markdown"],
    ["5 * 3 - 2 # not a heading", null, "text"],
    ["#!/bin/sh\n# comment\n\n# another", null, "code"],
    ["a,b\n1,2", "text/csv; charset=utf-8", "csv"],
    ['[{"a":1}]', null, "json"],
    ["[see below] for more", null, "text"],
    ["<p>fragment</p>", null, "html"],
    ["From: a@x.org\nTo: b@x.org\nSubject: s\n\nHello", null, "eml"],
    ["Subject: to change\n\nHello", null, "text"],
    ["print(1)", "text/x-python", "code"],
    ["anything", "application/octet-stream", "text"],
  ];
  test.each(nameless)("%s (%s)", (content, type, format) => {
    expect<string>(formatOf(content, null, type)).toBe(format);
  });

  test("the charset is the declared one if the bytes allow it", () => {
    expect(sniff(bytesOf("caf\xe9"), null, "text/plain; charset=iso-8859-1").charset).toBe("windows-1252");
    expect(sniff(bytesOf('<meta charset="koi8-r"><p>\xf0\xd2</p>'), "a.html", null).charset).toBe("koi8-r");
    expect(sniff(bytesOf("plain"), null, "text/plain; charset=nonsense").charset).toBe("utf-8");
  });

  test("pictures are known by their first bytes", () => {
    const kinds = ["\x89PNG\r\n\x1a\n\0", "\xff\xd8\xff\xe0", "RIFF\0\0\0\0WEBPVP8 ", "II*\0\b\0", "MM\0*\0\0"];
    expect(kinds.map((content) => formatOf(content, "scan.pdf", null))).toEqual([
      "png",
      "jpeg",
      "webp",
      "tiff",
      "tiff",
    ]);
  });

  test("refusals name the kind and the next step", () => {
    const rich = failure("{\\rtf1 ", "scan.pdf");
    expect({ code: rich.code, message: rich.message, retryable: rich.retryable }).toEqual({
      code: "unsupported_file_type",
      message:
        "This is an RTF document. Docent cannot read text from it. Save it as .docx and upload that. Supported: markdown, " +
        "html, csv, tsv, json, jsonl, eml, pdf, docx, pptx, xlsx, odt, ods, odp, epub, png, jpeg, webp, tiff, plain text and source code.",
      retryable: false,
    });
    expect(failure("\0\0\0\x1cftypheic\0\0\0\0mif1heic").message).toStartWith(
      "This is a HEIC image. Docent cannot read text from it. Save it as JPEG. Supported",
    );
    expect(failure(zipOf({ "a.txt": "a" })).message).toContain("Unpack it and upload the files in it.");
    expect(failure("\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1 old").message).toContain("Save it as .docx");
    expect(failure(`\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1${[..."EncryptedPackage"].join("\0")}`).code).toBe(
      "encrypted_file",
    );
    expect(failure("some\0\0\0binary\0\0thing").code).toBe("unsupported_file_type");
    expect(failure("PK\x03\x04cut off").code).toBe("corrupt_file");
    expect(failure("").code).toBe("no_extractable_text");
  });

  test("no extension and no type names two formats", () => {
    const known = formatNames.map((name) => supportedFormats[name]);
    for (const list of [
      known.flatMap((format) => format.extensions),
      known.flatMap<string>((format) => format.mimeTypes),
    ]) {
      expect(list.filter((entry, i) => list.indexOf(entry) !== i)).toEqual([]);
    }
  });
});

test("pictures are among the formats that are read only with a pack for scans", () => {
  const without = formatsRead({ pictures: false });
  expect(formatsRead({ pictures: true }).filter((format) => !without.includes(format))).toEqual([
    "png",
    "jpeg",
    "webp",
    "tiff",
  ]);
});
