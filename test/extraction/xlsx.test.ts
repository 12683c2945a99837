import { describe, expect, test } from "bun:test";
import { CellFormats } from "../../src/extraction/office/xlsx-formats.ts";
import { extracted } from "../support/documents/document-outline.ts";
import { xlsx } from "../support/documents/office-files.ts";

const formats =
  '<numFmts><numFmt numFmtId="170" formatCode="[$-409]yyyy\\-mm\\-dd hh:mm"/><numFmt numFmtId="171" formatCode="&quot;day&quot; 0.0"/></numFmts>' +
  '<cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="170"/><xf numFmtId="10"/><xf numFmtId="171"/><xf numFmtId="20"/></cellXfs>';

describe("workbooks", () => {
  test("a visible sheet is a section, a row a passage with its column names", async () => {
    const rows = [
      '<row><c r="A1" t="s"><v>0</v></c></row>',
      '<row><c r="A3" t="s"><v>1</v></c><c r="C3" t="s"><v>2</v></c><c r="D3" t="inlineStr"><is><t>Due</t></is></c></row>',
      '<row><c r="A4" t="str"><f>B1</f><v>lid</v></c><c r="C4"><v>0.30000000000000004</v></c><c r="D4" s="1"><v>45292</v></c></row>',
      '<row><c r="A5" t="b"><v>1</v></c><c r="C5" t="e"><v>#REF!</v></c></row>',
      "<row/>",
    ].join("");
    const strings = ["<t>Parts list</t>", "<r><t>Pa</t></r><r><t>rt</t></r><rPh><t>ruby</t></rPh>", "<t>Size</t>"];
    const sheets = [
      { name: "Parts", rows },
      { name: "Secret", rows, state: "hidden" },
      { name: "Empty", rows: "" },
    ];
    expect(await extracted(xlsx({ sheets, strings, styles: formats }), "a.xlsx")).toEqual({
      title: null,
      mimeType: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
      outline: [
        ...["heading 1: Parts", "paragraph: Parts list", "table_row: Part: lid; Size: 0.3; Due: 2024-01-01"],
        "table_row: Part: TRUE",
      ],
    });
  });

  test("names above a row that heads a group name the columns; such rows stay apart", async () => {
    const text = (place: string, said: string) => `<c r="${place}" t="inlineStr"><is><t>${said}</t></is></c>`;
    const row = (number: number, ...texts: readonly string[]) =>
      `<row r="${number}">${texts.map((said, i) => text(`${"CDE"[i]}${number}`, said)).join("")}</row>`;
    const rows = [
      ...[row(5, "No.", "Name", "Price"), row(6, "Pumps"), row(7, "1", "Heron", "35")],
      ...[row(8, "2", "Crane", "40"), row(9, "Valves"), row(10, "3", "Swift", "12")],
    ].join("");
    expect((await extracted(xlsx({ sheets: [{ name: "S", rows }] }), "a.xlsx")).outline).toEqual([
      ...["heading 1: S", "table_row: Pumps", "table_row: No.: 1; Name: Heron; Price: 35"],
      ...[
        "table_row: No.: 2; Name: Crane; Price: 40",
        "table_row: Valves",
        "table_row: No.: 3; Name: Swift; Price: 12",
      ],
    ]);
  });

  test("two rows of names: below repeated ones, and below gaps", async () => {
    const row = (number: number, said: string) => {
      const cells = said.split("|").map((text, i) => {
        return text === "" ? "" : `<c r="${"ABCDE"[i]}${number}" t="inlineStr"><is><t>${text}</t></is></c>`;
      });
      return `<row r="${number}">${cells.join("")}</row>`;
    };
    const sheet = (...said: readonly string[]) => said.map((one, i) => row(i + 1, one)).join("");
    const sheets = [
      {
        name: "Dues",
        rows: sheet("Member|No.|Paid|No.|Paid", "|Spring|Spring|Fall|Fall", "Ada|7|12|8|15", "Bert|9|12||"),
      },
      { name: "Sails", rows: sheet("Boat|Large||Small|", "|2029|2030|2029|2030", "Heron|3|4|1|2") },
      { name: "Crew", rows: sheet("Name|Town", "Ada|Leeds|new", "Bert|York|12") },
    ];
    expect((await extracted(xlsx({ sheets }), "a.xlsx")).outline).toEqual([
      "heading 1: Dues",
      "table_row: Member: Ada; No. Spring: 7; Paid Spring: 12; No. Fall: 8; Paid Fall: 15",
      ...["table_row: Member: Bert; No. Spring: 9; Paid Spring: 12", "heading 1: Sails"],
      "table_row: Boat: Heron; Large 2029: 3; Large 2030: 4; Small 2029: 1; Small 2030: 2",
      ...["heading 1: Crew", "table_row: Name: Ada; Town: Leeds; new", "table_row: Name: Bert; Town: York; 12"],
    ]);
  });

  test("rows without column names", async () => {
    const rows = '<row><c><v>1</v></c><c><v>2</v></c></row><row><c r="XFD2"><v>3</v></c></row>';
    expect((await extracted(xlsx({ sheets: [{ name: "S", rows }] }), "a.xlsx")).outline).toEqual([
      ...["heading 1: S", "table_row: 1; 2", "table_row: 3"],
    ]);
  });

  test("numbers, dates and percentages have one form", () => {
    const shown = new CellFormats(formats, false);
    expect([
      ...[shown.show(12.5, 0), shown.show(1, 1), shown.show(60, 1), shown.show(45292.5, 2), shown.show(0.125, 3)],
      ...[shown.show(2.5, 4), shown.show(0.75, 5), shown.show(-3, 1), shown.show(7, 99)],
    ]).toEqual(["12.5", "1899-12-31", "1900-02-28", "2024-01-01 12:00", "12.5%", "2.5", "18:00", "-3", "7"]);
    expect(new CellFormats(formats, true).show(0, 1)).toBe("1904-01-01");
  });
});
