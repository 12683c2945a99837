import { describe, expect, test } from "bun:test";
import { deflateSync } from "node:zlib";
import { extract } from "../../src/extraction/extract.ts";
import { defaultExtractionLimits, type ExtractionLimits } from "../../src/extraction/format-extractor.ts";
import { ZipArchive } from "../../src/extraction/zip-archive.ts";
import { ExtractionError } from "../../src/sources/extraction-error.ts";
import { docx, epub, paragraph, xlsx, zipOf } from "../support/documents/office-files.ts";
import { pdf } from "../support/documents/pdf-writer.ts";

/** How a file ends: `extracted`, or the code of its error. */
async function endOf(
  content: string | Uint8Array,
  filename: string,
  limits: Partial<ExtractionLimits> = {},
): Promise<string> {
  const bytes = typeof content === "string" ? new TextEncoder().encode(content) : content;
  try {
    await extract({ bytes, filename, declaredType: null, limits: { ...defaultExtractionLimits, ...limits } });
    return "extracted";
  } catch (error) {
    if (error instanceof ExtractionError) return error.code;
    throw error;
  }
}

/** Overwrites little-endian numbers in a copy. */
function patched(
  bytes: Uint8Array,
  changes: readonly (readonly [at: number, value: number, size: 2 | 4])[],
): Uint8Array {
  const copy = bytes.slice();
  const view = new DataView(copy.buffer);
  for (const [at, value, size] of changes) {
    if (size === 2) view.setUint16(at, value, true);
    else view.setUint32(at, value, true);
  }
  return copy;
}

const directoryOf = (bytes: Uint8Array) => Buffer.from(bytes).indexOf("PK\x01\x02", 0, "latin1");
const endRecordOf = (bytes: Uint8Array) => Buffer.from(bytes).indexOf("PK\x05\x06", 0, "latin1");

describe("archives with false claims", () => {
  test("a file that unpacks to far more than its size is refused before memory is spent", async () => {
    const bomb = docx({ body: paragraph("0".repeat(12_000_000)) });
    expect(bomb.length).toBeLessThan(100_000);
    expect(await endOf(bomb, "a.docx")).toBe("too_large");
    expect(await endOf(bomb, "a.docx", { inflationRatio: 10_000, unpackedBytes: 1_000_000 })).toBe("too_large");
  });

  test("one budget covers all parts, also repeated ones", () => {
    const archive = new ZipArchive(zipOf({ a: "x".repeat(6_000_000) }), defaultExtractionLimits);
    expect(archive.read("a")?.length).toBe(6_000_000);
    expect(() => archive.read("a")).toThrow(ExtractionError);
  });

  test("claimed lengths are not trusted", async () => {
    const file = docx({ body: paragraph("text") });
    const huge = 0x7fffffff;
    const directory = directoryOf(file);
    expect(await endOf(patched(file, [[directory + 24, huge, 4]]), "a.docx")).toBe("extracted");
    expect(await endOf(patched(file, [[directory + 20, huge, 4]]), "a.docx")).toBe("extracted");
    const document = Buffer.from(file).indexOf("word/document.xml", directory, "latin1") - 46;
    expect(await endOf(patched(file, [[document + 20, huge, 4]]), "a.docx")).toBe("corrupt_file");
    expect(await endOf(patched(file, [[document + 42, huge, 4]]), "a.docx")).toBe("corrupt_file");
    expect(await endOf(patched(file, [[document + 16, 1, 4]]), "a.docx")).toBe("corrupt_file");
    expect(await endOf(patched(file, [[document + 10, 99, 2]]), "a.docx")).toBe("corrupt_file");
    expect(await endOf(patched(file, [[document + 8, 1, 2]]), "a.docx")).toBe("encrypted_file");
    expect(await endOf(patched(file, [[endRecordOf(file) + 16, huge, 4]]), "a.docx")).toBe("corrupt_file");
  });

  test("too many entries, cut-off archives, archives in archives", async () => {
    const many = zipOf(Object.fromEntries(Array.from({ length: 300 }, (_, i) => [`f${i}`, ""])));
    expect(() => new ZipArchive(many, { ...defaultExtractionLimits, entries: 200 })).toThrow("more than 200 parts");
    const file = docx({ body: paragraph("text") });
    expect(await endOf(file.subarray(0, file.length / 2), "a.docx")).toBe("corrupt_file");
    let nested = zipOf({ "a.txt": "text" });
    for (let i = 0; i < 20; i++) nested = zipOf({ "inner.zip": nested });
    expect(await endOf(nested, "a.zip")).toBe("unsupported_file_type");
    const part = {
      "[Content_Types].xml": "",
      "word/document.xml": `<w:p><w:t>t</w:t></w:p>`,
      "word/inner.zip": nested,
    };
    expect(await endOf(zipOf(part), "a.docx")).toBe("extracted");
  });

  test("many modest parts are refused if their sum is too large", async () => {
    const chapters = Object.fromEntries(
      Array.from({ length: 8 }, (_, i) => [`${i}.xhtml`, `<p>${"y".repeat(200_000)}</p>`]),
    );
    const book = epub({ title: "t", chapters, spine: Object.keys(chapters) });
    expect(await endOf(book, "a.epub")).toBe("extracted");
    expect(await endOf(book, "a.epub", { unpackedBytes: 1_000_000 })).toBe("too_large");
  });

  test("names that leave the folder, contain NUL or change the reading direction do no harm", async () => {
    const parts = {
      "../../etc/passwd": "x",
      "a\u0000b": "x",
      "\u202egpj.exe": "x",
      "[Content_Types].xml": "",
      "word/document.xml": "<w:p><w:t>t</w:t></w:p>",
    };
    expect(await endOf(zipOf(parts), "../..\u0000\u202e/a.docx")).toBe("extracted");
    const chapters = { "a.xhtml": "<p>x</p>" };
    const book = epub({
      title: "t",
      chapters,
      spine: ["a.xhtml"],
      extra: {
        "OPS/book.opf": `<manifest><item id="a" href="../../../../etc/passwd" media-type="text/html"/></manifest><spine><itemref idref="a"/></spine>`,
      },
    });
    expect(await endOf(book, "a.epub")).toBe("no_extractable_text");
  });
});

describe("PDF streams that expand", () => {
  /** A page whose instructions are packed by these filters. */
  function packedPage(content: Uint8Array, filters: number): Uint8Array {
    let data = Buffer.from(content);
    for (let i = 0; i < filters; i++) data = deflateSync(data);
    const stream = `<< /Length ${data.length} /Filter [${"/FlateDecode ".repeat(filters)}] >>\nstream\n${data.toString("latin1")}\nendstream`;
    const plain = Buffer.from(pdf([[{ text: "Hi there.", x: 72, y: 700 }]])).toString("latin1");
    return Uint8Array.from(
      Buffer.from(
        plain.replace(/<< \/Length \d+ >>\nstream[\s\S]*?endstream/, () => stream),
        "latin1",
      ),
    );
  }

  const page = (spaces: number) => Buffer.from(`BT /F0 10 Tf 72 700 Td (Hi there.) Tj ET${" ".repeat(spaces)}`);

  test("normally compressed pages are read", async () => {
    expect(await endOf(packedPage(page(10), 1), "a.pdf")).toBe("extracted");
    expect(await endOf(packedPage(page(1_000_000), 2), "a.pdf")).toBe("extracted");
  });

  test("a bomb is refused, also when nested", async () => {
    const bomb = packedPage(page(70_000_000), 1);
    expect(bomb.length).toBeLessThan(80_000);
    expect(await endOf(bomb, "a.pdf")).toBe("too_large");
    expect(await endOf(packedPage(page(70_000_000), 2), "a.pdf")).toBe("too_large");
  });
});

describe("texts that expand", () => {
  test("entities of a DTD are never expanded", async () => {
    const laughs = Array.from({ length: 20 }, (_, i) => `<!ENTITY l${i + 1} "&l${i};&l${i};&l${i};">`).join("");
    const body = `<!DOCTYPE x [<!ENTITY l0 "ha">${laughs}<!ENTITY f SYSTEM "file:///etc/passwd">]>${paragraph("&l20;&f;ok")}`;
    const { document } = await extract({ bytes: docx({ body }), filename: "a.docx", declaredType: null });
    expect(document.text).toEndWith("ok");
    expect(document.text.length).toBeLessThan(100);
  });

  test("column names and shared texts repeated a million times end at the limit", async () => {
    const limits = { characters: 3_000_000 };
    const name = "n".repeat(70);
    const html = `<table><tr>${`<th>${name}`.repeat(300)}${`<tr>${"<td>x".repeat(300)}`.repeat(300)}</table>`;
    expect(await endOf(html, "a.html", limits)).toBe("too_large");
    const csv = `${Array.from({ length: 300 }, (_, i) => `${name}${i}`).join(",")}\n${`${"x,".repeat(299)}x\n`.repeat(300)}`;
    expect(await endOf(csv, "a.csv", limits)).toBe("too_large");
    const rows = '<row><c t="s"><v>0</v></c><c><v>1</v></c></row>'.repeat(400);
    const strings = [`<t>${"word ".repeat(2_000)}</t>`];
    expect(await endOf(xlsx({ sheets: [{ name: "s", rows }], strings }), "a.xlsx", limits)).toBe("too_large");
    const spans = `<table>${`<tr><td colspan=100 rowspan=100>${"y".repeat(2_000)}`.repeat(300)}</table>`;
    expect(await endOf(spans, "a.html", limits)).toBe("extracted");
    const json = JSON.stringify({ ["p".repeat(190)]: Array.from({ length: 40_000 }, () => [[1]]) });
    expect(await endOf(json, "a.json", limits)).toBe("too_large");
    expect(await endOf("word ".repeat(700_000), "a.txt", limits)).toBe("too_large");
  });

  test("deep nesting does no harm", async () => {
    const depth = 200_000;
    expect(await endOf(`${"<div>".repeat(depth)}text${"</div>".repeat(depth)}`, "a.html")).toBe("extracted");
    expect(await endOf(`${"<table><tr><td>".repeat(depth / 10)}text`, "a.html")).toBe("extracted");
    expect(await endOf(`${">".repeat(depth)} text`, "a.md")).toBe("extracted");
    expect(await endOf(`${"[".repeat(depth)}text${"](u)".repeat(depth)}`, "a.md")).toBe("extracted");
    expect(await endOf(`${"[".repeat(depth)}1${"]".repeat(depth)}`, "a.json")).not.toBe("");
    expect(await endOf(docx({ body: `${"<w:tbl><w:tr><w:tc>".repeat(2_000)}${paragraph("text")}` }), "a.docx")).toBe(
      "extracted",
    );
  });
});
