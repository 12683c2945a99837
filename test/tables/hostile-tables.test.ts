/** Tables that were made to break a reader: they end in a table of bounded size, or in one clear error. */
import { describe, expect, test } from "bun:test";
import { extract } from "../../src/extraction/extract.ts";
import { defaultExtractionLimits } from "../../src/extraction/format-extractor.ts";
import { cellText } from "../../src/tables/table.ts";
import { tablesIn } from "../support/documents/made-tables.ts";

async function read(text: string, characters = defaultExtractionLimits.characters) {
  const limits = { ...defaultExtractionLimits, characters };
  const bytes = new TextEncoder().encode(text);
  const { document } = await extract({ bytes, filename: "a.csv", declaredType: "text/csv", limits });
  return tablesIn(document);
}

async function cellsOf(text: string) {
  return (await read(text)).map((table) => ({
    names: table.columns.map(({ name }) => name),
    kinds: table.columns.map(({ kind }) => kind),
    rows: Array.from({ length: table.rowCount }, (_, row) => table.columns.map((one) => cellText(table, one, row))),
  }));
}

describe("a CSV file", () => {
  test("with a line longer than a document may be is refused", async () => {
    const line = `a,b\n${"x".repeat(2_000_000)},2\n`;
    await expect(read(line, 1_000_000)).rejects.toMatchObject({ code: "too_large" });
    await expect(read(`a,b\n${",".repeat(3_000_000)}x\n`, 1_000_000)).rejects.toMatchObject({ code: "too_large" });
  });

  test("with a long line is read in linear time, and a quote that never ends holds the rest", async () => {
    const long = "x".repeat(8_000_000);
    expect((await read(`a,b\n${long},2\n3,4\n`)).map(({ rowCount }) => rowCount)).toEqual([2]);
    expect((await read(`a,b\n"${"x,\n".repeat(500_000)}`)).map(({ rowCount }) => rowCount)).toEqual([1]);
  });

  test("with ten thousand columns gives the first five hundred", async () => {
    const row = (cell: (i: number) => string) => Array.from({ length: 10_000 }, (_, i) => cell(i)).join(",");
    const [table] = await read(`${row((i) => `c${i}`)}\n${row(String)}\n${row((i) => String(i * 2))}\n`);
    expect([table!.columns.length, table!.rowCount]).toEqual([500, 2]);
    expect([...table!.columns[499]!.values]).toEqual([499, 998]);
  });

  test("with formulas has texts, which nothing runs", async () => {
    const rows = `name,value\n=cmd|' /C calc'!A0,"=HYPERLINK(""http://x"",""y"")"\n@SUM(1+1),=1+1\nfine,12\n`;
    expect(await cellsOf(rows)).toEqual([
      {
        names: ["name", "value"],
        kinds: ["text", "text"],
        rows: [
          ["=cmd|' /C calc'!A0", '=HYPERLINK("http://x","y")'],
          ["@SUM(1+1)", "=1+1"],
          ["fine", "12"],
        ],
      },
    ]);
  });

  test("with rows that are too short or too long has blanks, and columns without names", async () => {
    expect(await cellsOf("a,b,c\n9,8,7\n1\n1,2\n1,2,3,4,5\n,,\n")).toEqual([
      {
        names: ["a", "b", "c", "", ""],
        kinds: ["number", "number", "number", "number", "number"],
        rows: [
          ["9", "8", "7", "", ""],
          ["1", "", "", "", ""],
          ["1", "2", "", "", ""],
          ["1", "2", "3", "4", "5"],
        ],
      },
    ]);
  });

  test("with NUL bytes and equal names is read", async () => {
    expect(await cellsOf("a,a\n\u0000\u0000,1\nx\u0000y,2\n")).toEqual([
      {
        names: ["a", "a"],
        kinds: ["text", "number"],
        rows: [
          ["", "1"],
          ["xy", "2"],
        ],
      },
    ]);
  });

  test("of names alone or of one column has no table to compute with, and an empty one is refused", async () => {
    for (const text of ["", ",,,\n,,\n"]) {
      await expect(read(text)).rejects.toMatchObject({ code: "no_extractable_text" });
    }
    for (const text of ["a,b\n", "a\n1\n2\n"]) {
      const tables = await read(text);
      expect(tables.filter(({ columns, rowCount }) => columns.length > 1 && rowCount > 1)).toEqual([]);
    }
  });
});
