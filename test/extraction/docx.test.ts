import { describe, expect, test } from "bun:test";
import { extracted } from "../support/documents/document-outline.ts";
import { docx, paragraph } from "../support/documents/office-files.ts";

const style = (id: string, name: string, more = "") =>
  `<w:style w:styleId="${id}"><w:name w:val="${name}"/>${more}</w:style>`;
const styles = [
  style("Title", "Title"),
  style("H1", "heading 1", '<w:pPr><w:numPr><w:numId w:val="7"/></w:numPr></w:pPr>'),
  style("H2", "heading 2", '<w:basedOn w:val="H1"/><w:pPr><w:numPr><w:ilvl w:val="1"/></w:numPr></w:pPr>'),
  style("Own", "Our section", '<w:pPr><w:outlineLvl w:val="2"/></w:pPr>'),
  style("Code", "Source Code"),
  style("Toc", "toc 1"),
].join("");
const level = (at: number, format: string, text: string) =>
  `<w:lvl w:ilvl="${at}"><w:start w:val="1"/><w:numFmt w:val="${format}"/><w:lvlText w:val="${text}"/></w:lvl>`;
const numbering = [
  `<w:abstractNum w:abstractNumId="1">${level(0, "decimal", "%1.")}${level(1, "decimal", "%1.%2")}</w:abstractNum>`,
  `<w:abstractNum w:abstractNumId="2">${level(0, "bullet", "•")}${level(1, "lowerLetter", "%2)")}</w:abstractNum>`,
  '<w:num w:numId="7"><w:abstractNumId w:val="1"/></w:num><w:num w:numId="8"><w:abstractNumId w:val="2"/></w:num>',
].join("");
const styled = (id: string) => `<w:pStyle w:val="${id}"/>`;
const item = (at: number) => `<w:numPr><w:ilvl w:val="${at}"/><w:numId w:val="8"/></w:numPr>`;
const cell = (text: string, properties = "") => `<w:tc><w:tcPr>${properties}</w:tcPr>${paragraph(text)}</w:tc>`;
const row = (cells: readonly string[], properties = "") =>
  `<w:tr><w:trPr>${properties}</w:trPr>${cells.join("")}</w:tr>`;
const outlineOf = async (body: string, footnotes = "") =>
  (await extracted(docx({ body, styles, numbering, footnotes }), "a.docx")).outline;

describe("Word documents", () => {
  test("title, headings with the numbers Word shows, levels by style and by outline", async () => {
    const body = [
      ...[paragraph("The manual", styled("Title")), paragraph("Use", styled("H1")), paragraph("First", styled("H2"))],
      ...[paragraph("Second", styled("H2")), paragraph("Care", styled("H1")), paragraph("Third", styled("H2"))],
      ...[paragraph("Deep", styled("Own")), paragraph("Text."), paragraph("contents 3", styled("Toc"))],
    ].join("");
    expect(await extracted(docx({ body, styles, numbering, title: "draft_7.docx" }), "a.docx")).toEqual({
      title: "The manual",
      mimeType: "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
      outline: [
        ...["heading 1: The manual", "heading 1: 1. Use", "heading 2: 1.1 First", "heading 2: 1.2 Second"],
        ...["heading 1: 2. Care", "heading 2: 2.1 Third", "heading 3: Deep", "paragraph: Text."],
      ],
    });
  });

  test("without a title paragraph: the property, unless it is a file name; else the first heading", async () => {
    const body = paragraph("Use", styled("H1"));
    expect((await extracted(docx({ body, styles, title: "The guide" }), "a.docx")).title).toBe("The guide");
    expect((await extracted(docx({ body, styles, title: "Microsoft Word - x.doc" }), "a.docx")).title).toBe("Use");
  });

  test("lists, code, breaks, tabs", async () => {
    const body = [
      ...[
        paragraph("one", item(0)),
        paragraph("deep", item(1)),
        paragraph("deeper", item(1)),
        paragraph("two", item(0)),
      ],
      ...[paragraph("a = 1", styled("Code")), paragraph("  b = 2", styled("Code"))],
      "<w:p><w:r><w:t>up</w:t><w:br/><w:t>down</w:t><w:tab/><w:t>right</w:t><w:noBreakHyphen/><w:t>hand</w:t></w:r></w:p>",
    ].join("");
    expect(await outlineOf(body)).toEqual([
      ...["list_item 1: one", "list_item 2: a) deep", "list_item 2: b) deeper", "list_item 1: two"],
      ...["code: a = 1", "code: b = 2", "paragraph: up\ndown right-hand"],
    ]);
  });

  test("a table row has its column names: from the header mark or from the first row; spanning cells", async () => {
    const marked = [
      row([cell("2024"), cell("2025", '<w:gridSpan w:val="2"/>')], "<w:tblHeader/>"),
      row([cell("a"), cell("b"), cell("c")]),
    ];
    const unmarked = [
      row([cell("Part"), cell("Size")]),
      row([cell("lid", '<w:vMerge w:val="restart"/>'), cell("4")]),
      row([cell("", "<w:vMerge/>"), cell("5")]),
    ];
    const plain = '<w:tblPr><w:tblLook w:firstRow="0"/></w:tblPr>';
    const body = `<w:tbl>${marked.join("")}</w:tbl><w:tbl>${unmarked.join("")}</w:tbl><w:tbl>${plain}${unmarked[0]}${unmarked[1]}</w:tbl>`;
    expect(await outlineOf(body)).toEqual([
      ...["table_row: 2024: a; 2025: b; 2025: c", "table_row: Part: lid; Size: 4", "table_row: Part: lid; Size: 5"],
      ...["table_row: Part: Size", "table_row: lid: 4"],
    ]);
  });

  test("deleted, hidden and fallback text is skipped; text boxes, notes and tables in cells are read", async () => {
    const body = [
      "<w:p><w:r><w:t>kept</w:t></w:r><w:del><w:r><w:delText>gone</w:delText></w:r></w:del>",
      "<w:r><w:rPr><w:vanish/></w:rPr><w:t>hidden</w:t></w:r><w:r><w:instrText>PAGE</w:instrText></w:r>",
      '<w:r><w:footnoteReference w:id="2"/></w:r></w:p>',
      "<w:p><mc:AlternateContent><mc:Choice><w:txbxContent><w:p><w:r><w:t>boxed</w:t></w:r></w:p></w:txbxContent></mc:Choice>",
      "<mc:Fallback><w:p><w:r><w:t>boxed</w:t></w:r></w:p></mc:Fallback></mc:AlternateContent><w:r><w:t>around</w:t></w:r></w:p>",
      `<w:sdt><w:docPartGallery w:val="Table of Contents"/>${paragraph("1. Use 3")}</w:sdt>`,
      `<w:tbl>${row([`<w:tc><w:tbl>${row([cell("in")])}</w:tbl>${paragraph("out")}</w:tc>`, cell("side")])}</w:tbl>`,
    ].join("");
    const notes = `<w:footnote w:type="separator" w:id="0">${paragraph("-")}</w:footnote><w:footnote w:id="2">${paragraph("The note.")}</w:footnote>`;
    expect(await outlineOf(body, notes)).toEqual([
      ...[
        "paragraph: kept[2]",
        "paragraph: boxed",
        "paragraph: around",
        "table_row: in out: side",
        "paragraph: [2] The note.",
      ],
    ]);
  });

  test("pasted text in a typewriter's style is text, with its list", async () => {
    const pasted = [
      "Members shall not do any of the following without the consent of the board:",
      "",
      "  (a) park a trailer on the shore for more than one day,",
      "  (b) take a dog with them onto the landing stage.",
    ];
    const run = pasted.map((line) => `<w:t>${line}</w:t><w:br/>`).join("");
    const body = `<w:p><w:pPr>${styled("Code")}</w:pPr><w:r>${run}</w:r></w:p>${paragraph("let a = b;", styled("Code"))}`;
    expect(await outlineOf(body)).toEqual([
      `paragraph: ${pasted[0]}`,
      ...["list_item 1: (a) park a trailer on the shore for more than one day,"],
      ...["list_item 1: (b) take a dog with them onto the landing stage.", "code: let a = b;"],
    ]);
  });

  test("paragraphs that were set with tabs or spaces, one below another, are rows", async () => {
    const tabbed = (...cells: readonly string[]) =>
      `<w:p><w:r>${cells.map((text) => `<w:t xml:space="preserve">${text}</w:t>`).join("<w:tab/><w:tab/>")}</w:r></w:p>`;
    const body = [
      ...[
        tabbed("Ticket", "Summer", "Winter"),
        tabbed("Adults", "12 €", "9 €"),
        paragraph("Children      4 €      2 €"),
      ],
      ...[paragraph("We open at nine."), tabbed("1.", "Rain"), tabbed("2.", "Snow")],
      ...[tabbed("Name:", "Ada", "Boat:", "Heron"), tabbed("Read by:", "Heard by:"), tabbed("Ada", "Bert")],
    ];
    expect(await outlineOf(body.join(""))).toEqual([
      ...[
        "table_row: Ticket: Adults; Summer: 12 €; Winter: 9 €",
        "table_row: Ticket: Children; Summer: 4 €; Winter: 2 €",
      ],
      ...["paragraph: We open at nine.", "paragraph: 1. Rain", "paragraph: 2. Snow"],
      ...["paragraph: Name: Ada Boat: Heron", "table_row: Read by: Ada; Heard by: Bert"],
    ]);
  });

  test("a list that begins anew has its own numbers", async () => {
    const lists = ["5", "6"].map((id) => {
      const start = id === "6" ? '<w:lvlOverride w:ilvl="0"><w:startOverride w:val="1"/></w:lvlOverride>' : "";
      return `<w:num w:numId="${id}"><w:abstractNumId w:val="1"/>${start}</w:num>`;
    });
    const inList = (id: string, text: string) =>
      paragraph(text, `<w:numPr><w:ilvl w:val="0"/><w:numId w:val="${id}"/></w:numPr>`);
    const body = [
      inList("5", "one"),
      inList("5", "two"),
      paragraph("Then:"),
      inList("6", "first"),
      inList("6", "next"),
    ];
    const { outline } = await extracted(
      docx({ body: body.join(""), styles, numbering: numbering + lists.join("") }),
      "a.docx",
    );
    expect(outline.filter((line) => line.startsWith("list_item"))).toEqual([
      ...["list_item 1: 1. one", "list_item 1: 2. two", "list_item 1: 1. first", "list_item 1: 2. next"],
    ]);
  });
});
