import { describe, expect, test } from "bun:test";
import { extract } from "../../src/extraction/extract.ts";
import { extracted } from "../support/documents/document-outline.ts";
import { epub } from "../support/documents/office-files.ts";

const page = (body: string) =>
  `<html xmlns="http://www.w3.org/1999/xhtml"><head><title>part</title></head><body>${body}</body></html>`;

describe("books", () => {
  test("chapters in reading order, without contents", async () => {
    const chapters = {
      "b c.xhtml": page(
        '<h1>Two</h1><p>second</p><ul><li><a href="a.xhtml">One</a></li><li><a href="#t">Two</a></li><li><a href="x">X</a></li></ul>',
      ),
      "nav.xhtml": page("<h1>Contents</h1>"),
      "a.xhtml": page('<script src="x"/><h1>One</h1><p>first</p>'),
    };
    const book = epub({ title: "The &amp; pump", chapters, spine: ["nav.xhtml", "a.xhtml", "b c.xhtml", "missing"] });
    expect(await extracted(book, "a.epub")).toEqual({
      title: "The & pump",
      mimeType: "application/epub+zip",
      outline: ["heading 1: One", "paragraph: first", "heading 1: Two", "paragraph: second"],
    });
  });

  test("a title that is a slug is replaced by the first heading", async () => {
    const book = epub({ title: "pump-manual", chapters: { "a.xhtml": page("<h1>The pump</h1>") }, spine: ["a.xhtml"] });
    expect((await extracted(book, "a.epub")).title).toBe("The pump");
  });

  test("protected books are distinguished from books with obfuscated fonts", async () => {
    const chapters = { "a.xhtml": page("<p>text</p>") };
    const guarded = (uri: string) => ({
      "META-INF/encryption.xml": `<encryption><CipherReference URI="${uri}"/></encryption>`,
    });
    const open = epub({ title: "t", chapters, spine: ["a.xhtml"], extra: guarded("OPS/font.otf") });
    expect((await extracted(open, "a.epub")).outline).toEqual(["paragraph: text"]);
    const closed = epub({ title: "t", chapters, spine: ["a.xhtml"], extra: guarded("OPS/text/a.xhtml") });
    expect(extract({ bytes: closed, filename: "a.epub", declaredType: null })).rejects.toMatchObject({
      code: "encrypted_file",
    });
  });
});
