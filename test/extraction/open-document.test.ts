import { describe, expect, test } from "bun:test";
import { extract } from "../../src/extraction/extract.ts";
import type { ExtractionError } from "../../src/sources/extraction-error.ts";
import { extracted } from "../support/documents/document-outline.ts";
import { listLevel, openDocument } from "../support/documents/office-files.ts";

const paragraph = (text: string, style = "Standard") => `<text:p text:style-name="${style}">${text}</text:p>`;
const heading = (text: string, level = 1) => `<text:h text:outline-level="${level}">${text}</text:h>`;
const list = (items: readonly string[], attributes = "") =>
  `<text:list ${attributes}>${items.map((item) => `<text:list-item>${item}</text:list-item>`).join("")}</text:list>`;
const cell = (text: string, attributes = "") =>
  `<table:table-cell ${attributes}>${text === "" ? "" : paragraph(text)}</table:table-cell>`;
const row = (cells: readonly string[], attributes = "") =>
  `<table:table-row ${attributes}>${cells.join("")}</table:table-row>`;

const outlineOf = async (bytes: Uint8Array, filename: string) => (await extracted(bytes, filename)).outline;
const textOutline = (body: string, automatic = "", styles = "") =>
  outlineOf(openDocument("text", { body, automatic, styles }), "a.odt");
const sheetOutline = (body: string, automatic = "") =>
  outlineOf(openDocument("spreadsheet", { body, automatic }), "a.ods");

describe("texts", () => {
  test("headings, styles of their own and inherited ones, notes at the end", async () => {
    const automatic =
      '<style:style style:name="P1" style:family="paragraph" style:parent-style-name="Title"/>' +
      '<style:style style:name="P2" style:family="paragraph" style:parent-style-name="Preformatted_20_Text"/>';
    const styles =
      '<style:style style:name="Figure" style:family="paragraph" style:parent-style-name="Caption"/>' +
      '<style:style style:name="Caption" style:family="paragraph" style:class="extra"/>';
    const note =
      "<text:note><text:note-citation>1</text:note-citation><text:note-body><text:p>Of 2024.</text:p></text:note-body></text:note>";
    const body = [
      paragraph("The pump", "P1"),
      heading("Care", 2),
      paragraph(`Clean<text:s text:c="3"/>it${note},<text:line-break/>then\n  <text:span>dry</text:span> it.`),
      paragraph('a<text:s text:c="2"/>b', "P2"),
      paragraph("The pump from below", "Figure"),
      paragraph("Buy no other.", "Quotations"),
    ].join("");
    expect(await extracted(openDocument("text", { body, automatic, styles, title: "report.odt" }), "a.odt")).toEqual({
      title: "The pump",
      mimeType: "application/vnd.oasis.opendocument.text",
      outline: [
        ...["heading 1: The pump", "heading 2: Care", "paragraph: Clean it[1],\nthen dry it.", "code: a  b"],
        ...["caption: The pump from below", "quote: Buy no other.", "paragraph: [1] Of 2024."],
      ],
    });
  });

  test("lists are counted as their styles say", async () => {
    const styles = `<text:list-style style:name="L">${listLevel(1, "1", { suffix: "." })}${listLevel(2, "1", { suffix: ")", levels: 2 })}</text:list-style>
      <text:outline-style>${'<text:outline-level-style text:level="1" style:num-format="I" style:num-suffix="."/>'}</text:outline-style>`;
    const named = 'text:style-name="L"';
    const body = [
      heading("Start"),
      list([paragraph("one") + paragraph("more"), paragraph("two") + list([paragraph("deep")])], named),
      heading("Stop"),
      list([paragraph("three")], `${named} text:continue-numbering="true"`),
      list([paragraph("new")], named),
      `<text:list ${named}><text:list-header>${paragraph("unnumbered")}</text:list-header><text:list-item text:start-value="7">${paragraph("seven")}</text:list-item></text:list>`,
    ].join("");
    expect(await textOutline(body, "", styles)).toEqual([
      ...["heading 1: I. Start", "list_item 1: 1. one", "list_item 1: more", "list_item 1: 2. two"],
      ...["list_item 2: 2.1) deep", "heading 1: II. Stop", "list_item 1: 3. three", "list_item 1: 1. new"],
      ...["list_item 1: unnumbered", "list_item 1: 7. seven"],
    ]);
  });

  test("what is deleted, made by the program or said of pictures is left out", async () => {
    const body = [
      `<text:tracked-changes><text:deletion>${paragraph("deleted")}</text:deletion></text:tracked-changes>`,
      `<text:table-of-content><text:index-body>${paragraph("Care 1")}</text:index-body></text:table-of-content>`,
      paragraph(
        `Text<office:annotation><dc:creator>A</dc:creator>${paragraph("comment")}</office:annotation><draw:frame><svg:title>alt</svg:title><draw:text-box>${paragraph("in a box")}</draw:text-box></draw:frame> goes on.`,
      ),
    ].join("");
    expect(await textOutline(body)).toEqual(["paragraph: in a box", "paragraph: Text goes on."]);
  });

  test("cells that cover several rows or columns, and a table in a cell", async () => {
    const head = `<table:table-header-rows>${row([cell("City"), cell("Day", 'table:number-columns-spanned="2"'), "<table:covered-table-cell/>"])}</table:table-header-rows>`;
    const inner = `<table:table>${row([cell("b"), cell("c")])}</table:table>`;
    const body = [
      row([cell("Kiel", 'table:number-rows-spanned="2"'), cell("1"), cell("2")]),
      row(["<table:covered-table-cell/>", cell("3"), `<table:table-cell>${paragraph("a")}${inner}</table:table-cell>`]),
    ].join("");
    expect(await textOutline(`<table:table>${head}${body}</table:table>`)).toEqual([
      "table_row: City: Kiel; Day: 1; Day: 2",
      "table_row: City: Kiel; Day: 3; Day: a b c",
    ]);
  });
});

describe("spreadsheets", () => {
  test("a visible sheet is a section; dates and numbers have one form", async () => {
    const automatic =
      '<style:style style:name="ta1" style:family="table"><style:table-properties table:display="true"/></style:style>' +
      '<style:style style:name="ta2" style:family="table"><style:table-properties table:display="false"/></style:style>';
    const rows = [
      row([cell("Part"), cell("Price"), cell("Sum"), cell("Due"), cell("Share")]),
      row([
        cell("lid"),
        cell("1.234,50", 'office:value-type="float" office:value="1234.5"'),
        cell("12,50 €", 'office:value-type="currency" office:value="12.5"'),
        cell("02.01.26", 'office:value-type="date" office:date-value="2026-01-02T00:00:00"'),
        cell("5 %", 'office:value-type="percentage" office:value="0.05"'),
      ]),
      row([cell("007", 'office:value-type="float" office:value="7"')]),
      row([cell("")], 'table:number-rows-repeated="1048572"'),
    ].join("");
    const sheet = (name: string, style: string) =>
      `<table:table table:name="${name}" table:style-name="${style}">${rows}</table:table>`;
    expect(await sheetOutline(sheet("Parts", "ta1") + sheet("Secret", "ta2"), automatic)).toEqual([
      "heading 1: Parts",
      "table_row: Part: lid; Price: 1234.5; Sum: 12,50 €; Due: 2026-01-02; Share: 5 %",
      "table_row: Part: 007",
    ]);
  });

  test("repeated and merged cells", async () => {
    const rows = [
      row([
        cell("City"),
        cell("Day", 'table:number-columns-spanned="2"'),
        "<table:covered-table-cell/>",
        cell("Night"),
      ]),
      row([cell("Kiel", 'table:number-rows-spanned="2"'), cell("1", 'table:number-columns-repeated="2"'), cell("9")]),
      row(["<table:covered-table-cell/>", cell(""), cell("3")]),
      row([cell("Bonn"), cell("4")], 'table:number-rows-repeated="2"'),
    ].join("");
    expect(await sheetOutline(`<table:table table:name="S">${rows}</table:table>`)).toEqual([
      ...["heading 1: S", "table_row: City: Kiel; Day: 1; Day: 1; Night: 9", "table_row: City: Kiel; Day: 3"],
      ...["table_row: City: Bonn; Day: 4", "table_row: City: Bonn; Day: 4"],
    ]);
  });

  test("a file of a kilobyte that repeats cells a million times stays small", async () => {
    const rows = row([cell("x", 'table:number-columns-repeated="16384"')], 'table:number-rows-repeated="1048576"');
    const bytes = openDocument("spreadsheet", { body: `<table:table table:name="S">${rows}</table:table>` });
    const { document } = await extract({ bytes, filename: "a.ods", declaredType: null });
    expect(document.text.length).toBeLessThan(1_000_000);
  });
});

describe("presentations", () => {
  test("a slide is a page, its title comes first and the speaker's notes last", async () => {
    const frame = (type: string, text: string) =>
      `<draw:frame presentation:class="${type}"><draw:text-box>${paragraph(text)}</draw:text-box></draw:frame>`;
    const notes = `<presentation:notes>${frame("page-number", "1")}${frame("notes", "Say this.")}</presentation:notes>`;
    const body = [
      `<draw:page>${frame("subtitle", "A talk")}${frame("title", "The pump")}${notes}</draw:page>`,
      `<draw:page><draw:custom-shape>${paragraph("free")}</draw:custom-shape></draw:page>`,
    ].join("");
    expect(await extracted(openDocument("presentation", { body }), "a.odp")).toEqual({
      title: "The pump",
      mimeType: "application/vnd.oasis.opendocument.presentation",
      outline: [
        ...["--- page 1", "heading 1: The pump", "paragraph: A talk", "paragraph: Say this."],
        ...["--- page 2", "heading 1: Slide 2", "paragraph: free"],
      ],
    });
  });
});

test("a password and a missing part are said", async () => {
  const failure = async (bytes: Uint8Array) => {
    const error = (await extract({ bytes, filename: "a.odt", declaredType: null }).catch(
      (one) => one,
    )) as ExtractionError;
    return `${error.code}: ${error.message}`;
  };
  const manifest =
    "<manifest:manifest><manifest:file-entry><manifest:encryption-data/></manifest:file-entry></manifest:manifest>";
  expect(await failure(openDocument("text", { body: paragraph("x"), manifest }))).toStartWith("encrypted_file: ");
  expect(await failure(openDocument("text", { body: "" }))).toStartWith("no_extractable_text: ");
});

test("rows that were set with tabs, and text in a typewriter's style", async () => {
  const typed = "Members shall not do any of this: they shall not park a trailer on the shore for more than one day.";
  const body = [
    ...[paragraph("Adults<text:tab/>12 €"), paragraph('Children<text:s text:c="6"/>4 €')],
    ...[paragraph(typed, "Preformatted_20_Text"), paragraph("let a = b;", "Preformatted_20_Text")],
  ].join("");
  expect(await textOutline(body)).toEqual([
    ...["table_row: Adults: 12 €", "table_row: Children: 4 €", `paragraph: ${typed}`, "code: let a = b;"],
  ]);
});
