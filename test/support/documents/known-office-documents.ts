/** The document of known structure in the formats of Office and OpenDocument. */
import { type KnownDocument, type KnownTable, nothing, prices, quote, steps, warning } from "./known-document.ts";
import { docx, listLevel, openDocument, paragraph, pptx, shape, xlsx } from "./office-files.ts";

const level = (at: number, format: string, text: string) =>
  `<w:lvl w:ilvl="${at}"><w:start w:val="1"/><w:numFmt w:val="${format}"/><w:lvlText w:val="${text}"/></w:lvl>`;
const wordCell = (text: string, properties = "") => `<w:tc><w:tcPr>${properties}</w:tcPr>${paragraph(text)}</w:tc>`;

/** With a column of cells that are still to be filled in. */
const form: KnownTable = {
  lead: "Prices of a ride in euros",
  columns: ["City", "Single", "Return", "Night", "Checked by"],
  rows: [
    ["Berlin", "10", "10", "", ""],
    ["Hamburg", "12", "20", "14", ""],
    ["Hamburg", "13", "21", "15", ""],
    ["Kiel", "", "18", "18", ""],
  ],
};

export function wordDocument(): KnownDocument {
  const numbering = `<w:abstractNum w:abstractNumId="1">${level(0, "decimal", "%1.")}${level(1, "lowerLetter", "(%2)")}</w:abstractNum>
    <w:abstractNum w:abstractNumId="2">${level(0, "bullet", "•")}${level(1, "bullet", "–")}</w:abstractNum>
    <w:num w:numId="7"><w:abstractNumId w:val="1"/></w:num><w:num w:numId="8"><w:abstractNumId w:val="2"/></w:num>`;
  const item = (text: string, list: number, at: number) =>
    paragraph(text, `<w:numPr><w:ilvl w:val="${at}"/><w:numId w:val="${list}"/></w:numPr>`);
  const row = (cells: readonly string[]) => `<w:tr>${cells.join("")}</w:tr>`;
  // The second name goes on downwards.
  const merges = ["", '<w:vMerge w:val="restart"/>', "<w:vMerge/>", ""];
  const rows = form.rows.map(([city = "", ...others], i) => {
    const first = wordCell(merges[i] === "<w:vMerge/>" ? "" : city, merges[i]);
    return row([first, ...others.map((text) => wordCell(text))]);
  });
  const body = [
    paragraph(warning.lead),
    item("a heart disease, such as", 8, 0) + item("angina", 8, 1) + item("a weak heart", 8, 1) + item("a cold", 8, 0),
    paragraph("To start the pump:"),
    item("Open the valve", 7, 0) + item("Fill the tank", 7, 0) + item("to the mark", 7, 1),
    item("with cold water", 7, 1) + item("Press the button", 7, 0),
    paragraph(form.lead, '<w:pStyle w:val="Cap"/>'),
    `<w:tbl>${row(form.columns.map((text) => wordCell(text)))}${rows.join("")}</w:tbl>`,
    paragraph(quote, '<w:pStyle w:val="Quote"/>'),
  ].join("");
  const styles = `<w:style w:styleId="Cap"><w:name w:val="caption"/></w:style><w:style w:styleId="Quote"><w:name w:val="Quote"/></w:style>`;
  const known = { lists: [warning, steps(["(a)", "(b)"])], tables: [form], quotes: [quote] };
  return { ...nothing, ...known, filename: "pump.docx", bytes: docx({ body, styles, numbering }) };
}

export function slidesDocument(): KnownDocument {
  const auto = (text: string, at: number, type: string) =>
    `<a:pPr lvl="${at}"><a:buAutoNum type="${type}"/></a:pPr><a:r><a:t>${text}</a:t></a:r>`;
  const plain = (text: string) => `<a:pPr><a:buNone/></a:pPr><a:r><a:t>${text}</a:t></a:r>`;
  const start = shape("body", [
    plain("To start the pump:"),
    ...[auto("Open the valve", 0, "arabicPeriod"), auto("Fill the tank", 0, "arabicPeriod")],
    ...[auto("to the mark", 1, "alphaLcParenR"), auto("with cold water", 1, "alphaLcParenR")],
    auto("Press the button", 0, "arabicPeriod"),
  ]);
  const cell = (text: string, attributes = "") =>
    `<a:tc ${attributes}><a:txBody><a:p><a:r><a:t>${text}</a:t></a:r></a:p></a:txBody></a:tc>`;
  const row = (cells: readonly string[]) => `<a:tr>${cells.join("")}</a:tr>`;
  const body = [
    row([cell("City"), cell("Day", 'gridSpan="2"'), cell("", 'hMerge="1"'), cell("")]),
    row([cell("Berlin"), cell("10"), cell("10"), cell("")]),
    row([cell("Hamburg", 'rowSpan="2"'), cell("12"), cell("20"), cell("14")]),
    row([cell("", 'vMerge="1"'), cell("13"), cell("13"), cell("13")]),
  ].join("");
  const table: KnownTable = {
    lead: prices.lead,
    columns: ["City", "Day", "Day", ""],
    rows: [
      ["Berlin", "10", "10", ""],
      ["Hamburg", "12", "20", "14"],
      ["Hamburg", "13", "13", "13"],
    ],
  };
  const footer = shape("ftr", ["Pump company"]) + shape("sldNum", ["1"]);
  const bytes = pptx([
    { shapes: shape("title", ["Start"]) + start + footer },
    {
      shapes: `${shape("title", [prices.lead])}<p:graphicFrame><a:tbl><a:tblPr firstRow="1"/>${body}</a:tbl></p:graphicFrame>${footer}`,
    },
  ]);
  const known = { lists: [steps(["a)", "b)"])], tables: [table], furniture: ["Pump company"] };
  return { ...nothing, ...known, filename: "pump.pptx", bytes };
}

const letter = (column: number) => String.fromCharCode(65 + column);
const sheetRow = (number: number, cells: readonly string[]) =>
  `<row r="${number}">${cells
    .map((text, column) =>
      text === "" ? "" : `<c r="${letter(column)}${number}" t="inlineStr"><is><t>${text}</t></is></c>`,
    )
    .join("")}</row>`;

/** Two tables on a sheet, the second under merged names. */
export function workbookDocument(): KnownDocument {
  const second: KnownTable = {
    lead: "Staff of the depots",
    columns: ["Depot", "People Day", "People Night"],
    rows: [
      ["North", "7", "7"],
      ["South", "9", "4"],
    ],
  };
  const rows = [
    sheetRow(1, [prices.lead]),
    ...[prices.columns, ...prices.rows].map((cells, i) => sheetRow(2 + i, cells)),
    sheetRow(8, [second.lead]),
    sheetRow(9, ["Depot", "People", ""]),
    sheetRow(10, ["", "Day", "Night"]),
    ...second.rows.map((cells, i) => sheetRow(11 + i, cells)),
  ].join("");
  const merges = '<mergeCells><mergeCell ref="A9:A10"/><mergeCell ref="B9:C9"/></mergeCells>';
  const bytes = xlsx({ sheets: [{ name: "Rides", rows: `${rows}</sheetData>${merges}<sheetData>` }] });
  return { ...nothing, tables: [prices, second], filename: "pump.xlsx", bytes };
}

const p = (text: string, style = "Standard") => `<text:p text:style-name="${style}">${text}</text:p>`;
const item = (content: string) => `<text:list-item>${content}</text:list-item>`;
const list = (items: readonly string[], style = "") =>
  `<text:list${style === "" ? "" : ` text:style-name="${style}"`}>${items.map(item).join("")}</text:list>`;
const openCell = (text: string, attributes = "") =>
  `<table:table-cell ${attributes}>${text === "" ? "" : p(text)}</table:table-cell>`;
const openRow = (cells: readonly string[]) => `<table:table-row>${cells.join("")}</table:table-row>`;
const covered = "<table:covered-table-cell/>";

export function openTextDocument(): KnownDocument {
  const automatic = `<text:list-style style:name="L1">${listLevel(1, "1", { suffix: "." })}${listLevel(2, "a", { prefix: "(", suffix: ")" })}</text:list-style>
    <text:list-style style:name="L2">${listLevel(1)}${listLevel(2)}</text:list-style>
    <style:style style:name="P1" style:family="paragraph" style:parent-style-name="Quotations"/>`;
  const rows = form.rows.map(([city = "", ...others], i) => {
    const first = i === 2 ? covered : openCell(city, i === 1 ? 'table:number-rows-spanned="2"' : "");
    return openRow([first, ...others.map((text) => openCell(text))]);
  });
  const body = [
    p(warning.lead),
    list([p("a heart disease, such as") + list([p("angina"), p("a weak heart")]), p("a cold")], "L2"),
    p("To start the pump:"),
    list(
      [p("Open the valve"), p("Fill the tank") + list([p("to the mark"), p("with cold water")]), p("Press the button")],
      "L1",
    ),
    p(form.lead, "Caption"),
    `<table:table>${openRow(form.columns.map((text) => openCell(text)))}${rows.join("")}</table:table>`,
    p(quote, "P1"),
  ].join("");
  const known = { lists: [warning, steps(["(a)", "(b)"])], tables: [form], quotes: [quote] };
  return { ...nothing, ...known, filename: "pump.odt", bytes: openDocument("text", { body, automatic }) };
}

export function openSheetDocument(): KnownDocument {
  const rows = [[prices.lead], prices.columns, ...prices.rows].map((cells) =>
    openRow(cells.map((text) => openCell(text))),
  );
  const body = `<table:table table:name="Rides">${rows.join("")}</table:table>`;
  return { ...nothing, tables: [prices], filename: "pump.ods", bytes: openDocument("spreadsheet", { body }) };
}

export function openSlidesDocument(): KnownDocument {
  const automatic = `<text:list-style style:name="L1">${listLevel(1, "1", { suffix: "." })}${listLevel(2, "a", { suffix: ")" })}</text:list-style>`;
  const frame = (type: string, content: string) =>
    `<draw:frame presentation:class="${type}"><draw:text-box>${content}</draw:text-box></draw:frame>`;
  const start = list(
    [p("Open the valve"), p("Fill the tank") + list([p("to the mark"), p("with cold water")]), p("Press the button")],
    "L1",
  );
  const footer = frame("footer", p("Pump company"));
  const body = `<draw:page>${footer}${frame("outline", p("To start the pump:") + start)}${frame("title", p("Start"))}</draw:page>`;
  const known = { lists: [steps(["a)", "b)"])], furniture: ["Pump company"] };
  return { ...nothing, ...known, filename: "pump.odp", bytes: openDocument("presentation", { body, automatic }) };
}
