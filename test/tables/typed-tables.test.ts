/** Tables with typed columns, from the blocks of documents. */
import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { cellText, type Table } from "../../src/tables/table.ts";
import { drawn, listed, tablesIn } from "../support/documents/made-tables.ts";

const schema = ({ columns }: Table) =>
  columns.map(({ name, kind, unit }) => [name, kind, unit].filter(Boolean).join(" "));
const valuesOf = ({ columns }: Table, name: string) => [...columns.find((column) => column.name === name)!.values];

describe("columns", () => {
  test("have the type that most of their cells have, with its unit", () => {
    const [table] = tablesIn(
      listed(
        ["Name", "Price", "Share", "Since", "Founded", "Place", "Lap"],
        [
          ["Ada", "$1,200.50", "10 %", "2004-05-01", "1999", "1st", "1:02"],
          ["Bo", "$80.00", "12.5 %", "3 May 2005", "2001", "2nd", "1:03"],
        ],
      ),
    );
    expect(schema(table!)).toEqual([
      "Name text",
      "Price number $",
      "Share percent %",
      "Since date",
      "Founded year",
      "Place rank",
      "Lap time",
    ]);
  });

  test("read numbers of two readings as the column, or the table, writes others", () => {
    const own = tablesIn(
      listed(
        ["Item", "Price"],
        [
          ["a", "1.234"],
          ["b", "1.234,50"],
        ],
      ),
    )[0]!;
    expect(valuesOf(own, "Price")).toEqual([1234, 1234.5]);
    const table = tablesIn(
      listed(
        ["Item", "Count", "Price"],
        [
          ["a", "1.234", "0,50"],
          ["b", "2.000", "1,75"],
        ],
      ),
    )[0]!;
    expect(valuesOf(table, "Count")).toEqual([1234, 2000]);
    const german = listed(
      ["Item", "Count"],
      [
        ["a", "1.234"],
        ["b", "2.000"],
      ],
    );
    expect(valuesOf(tablesIn(german, "de")[0]!, "Count")).toEqual([1234, 2000]);
    expect(valuesOf(tablesIn(german, "en")[0]!, "Count")).toEqual([1.234, 2]);
  });

  test("do not read a number of two readings where both are written", () => {
    const rows = [
      ["a", "1,234"],
      ["b", "1.5"],
      ["c", "2,5"],
      ["d", "7"],
    ];
    const column = tablesIn(listed(["Item", "Price"], rows))[0]!.columns[1]!;
    expect(column.unread).toEqual([0]);
    expect(column.values[0]).toBeNaN();
  });

  test("list the cells that are no values", () => {
    const rows = [
      ["a", "1"],
      ["b", "two"],
      ["c", "3"],
      ["d", "4"],
      ["e", "–"],
    ];
    const table = tablesIn(listed(["Item", "Count"], rows))[0]!;
    expect(table.columns[1]).toMatchObject({ kind: "number", unread: [1] });
  });
});

/** What a cell may say: behind its own columns, a table says which row heads each. */
const sayableAt = (rows: readonly (readonly string[])[], at: number, column: number) =>
  column < 3 ? [rows[at]![column]!] : ["", ...rows.slice(0, at).map(([first]) => first!)];

describe("tables", () => {
  test("may have names in two rows", () => {
    const rows = [
      ["", "2019", "→", "2020", "→"],
      ["Region", "Sold", "Returned", "Sold", "Returned"],
      ["North", "10", "1", "12", "2"],
      ["South", "20", "3", "22", "4"],
    ];
    const [table] = tablesIn(drawn(2, rows));
    expect(schema(table!)).toEqual([
      "Region text",
      "2019 Sold number",
      "2019 Returned number",
      "2020 Sold number",
      "2020 Returned number",
    ]);
  });

  test("without marked names have those of their first rows, if these are no values", () => {
    const rows = [
      ["", "Years ended", "→"],
      ["", "2019", "2018"],
      ["Fixed price", "$ 1,452.4", "$ 1,146.2"],
      ["Other", "44.1", "56.7"],
    ];
    const [table] = tablesIn(drawn(0, rows));
    expect(table!.columns.map(({ name }) => name)).toEqual(["", "Years ended 2019", "Years ended 2018"]);
    expect(table!.rowCount).toBe(2);
  });

  test("may have remarks in their first rows, and labels with a colon", () => {
    const rows = [
      ["", "December 31,", ""],
      ["", "2019", "2018 (1)"],
      ["", "(in thousands)", ""],
      ["Gross sales", "$120", "$(110)"],
      ["Less: discounts", "(20)", "—"],
      ["Add: services", "10", "30"],
    ];
    const [table, ...more] = tablesIn(drawn(0, rows));
    expect(more).toEqual([]);
    expect(schema(table!)).toEqual(["text", "December 31, 2019 number", "December 31, 2018 (1) number"]);
    expect(cellText(table!, table!.columns[0]!, 1)).toBe("Less: discounts");
    expect([...table!.columns[2]!.values]).toEqual([-110, Number.NaN, 30]);
  });

  test("say which row heads each, and do not compute with these rows", () => {
    const rows = [
      ["Assets", "", ""],
      ["Cash", "5", "7"],
      ["Other", "2", "3"],
      ["Debts", "", ""],
      ["Other", "4", "1"],
      ["Loans", "6", "2"],
    ];
    const table = tablesIn(listed(["Item", "2019", "2018"], rows))[0]!;
    expect(table.columns.map((_, i) => cellText(table, table.columns[i]!, 4))).toEqual(["Other", "4", "1", "Debts"]);
    expect([table.rowCount, table.body]).toEqual([6, [1, 2, 4, 5]]);
  });

  test("have a last row without a label that sums up others", () => {
    const rows = [
      ["Rent", "10"],
      ["Food", "20"],
      ["", "30"],
    ];
    expect([...tablesIn(listed(["Item", "Cost"], rows))[0]!.totals]).toEqual([2]);
  });

  test("know the rows that sum up others", () => {
    const rows = [
      ["Travel", "10"],
      ["Rent", "20"],
      ["Total", "30"],
    ];
    expect([...tablesIn(listed(["Item", "Cost"], rows))[0]!.totals]).toEqual([2]);
    expect([
      ...tablesIn(
        listed(
          ["Posten", "Betrag"],
          [
            ["Miete", "1"],
            ["Gesamtsumme", "1"],
            ["Strom", "2"],
          ],
        ),
        "de",
      )[0]!.totals,
    ]).toEqual([1]);
  });

  test("every cell stands in the text where the table says", () => {
    const cell = fc.constantFrom(
      "",
      "Ada",
      "Grand Hotel",
      "1,234.5",
      "12 €",
      "2004-05-01",
      "x; y",
      "name: value",
      "日本",
    );
    const row = fc.array(cell, { minLength: 3, maxLength: 3 });
    fc.assert(
      fc.property(fc.array(row, { minLength: 1, maxLength: 8 }), (rows) => {
        const filled = rows.filter((cells) => cells.some((text) => text !== ""));
        fc.pre(filled.length > 0);
        const document = listed(["One", "Two", "Three"], filled);
        for (const table of tablesIn(document)) {
          for (const column of table.columns) {
            for (let at = 0; at < table.rowCount; at++) {
              expect(sayableAt(filled, at, column.index)).toContain(cellText(table, column, at));
            }
          }
        }
      }),
    );
  });
});
