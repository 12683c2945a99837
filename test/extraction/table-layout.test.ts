import { expect, test } from "bun:test";
import { looseCells, sayerOf } from "../../src/extraction/table-layout.ts";
import { plainCells } from "../../src/extraction/table-row.ts";

const long = "A sentence of a paragraph that somebody put beside another one. ".repeat(4).trim();

test("cells that are arranged on a page are paragraphs, a row of short ones together", () => {
  expect(
    looseCells([
      ["Prevalence: 2", "Impact: 3"],
      [long, `${long} More.`],
    ]),
  ).toEqual({
    kind: "paragraph",
    texts: ["Prevalence: 2; Impact: 3", long, `${long} More.`],
  });
});

test("names in columns are a list", () => {
  const names = [
    ["Ada Lovelace", "Bob Allenby", "Cy Barton"],
    ["Dora Castle", "• Ed Doyle", "Flo Evans"],
    ["Gus Fisher", "Hal Grant"],
  ];
  expect(looseCells(names)).toEqual({ kind: "list_item", texts: names.flat().map((name) => name.replace("• ", "")) });
});

test.each([
  [
    "a name and what it means",
    [
      ["Injection", long],
      ["Access", long],
    ],
  ],
  [
    "values",
    [
      ["Berlin", "3,600,000", "891"],
      ["Paris", "2,100,000", "105"],
      ["Rome", "2,800,000", "1285"],
    ],
  ],
  [
    "a column of few texts",
    [
      ["Berlin", "Germany", "city"],
      ["Bonn", "Germany", "city"],
      ["Rome", "Italy", "city"],
      ["Pisa", "Italy", "city"],
    ],
  ],
  [
    "columns of unlike lengths",
    [
      ["Seal", "Keeps the water in its pipe", "Order"],
      ["Hose", "Leads water away from there", "Keep"],
      ["Lid", "Closes the top of the tank", "Wait"],
    ],
  ],
])("%s stay a table", (_, rows) => {
  expect(looseCells(rows)).toBeNull();
});

test("of two columns of names, neither names the other", () => {
  const said = (...rows: readonly (readonly string[])[]) => rows.map((row) => sayerOf([], rows)(plainCells(row)).text);
  const offices = ["Harbour Master", "Sail Master", "Jetty Master", "Boat Master"];
  const pairs = offices.slice(0, 2).map((office, i) => [office, offices[i + 2]!]);
  expect(said(["Ada Lovelace", "Bob Allenby"], ["Chair", "Writer"])).toEqual([
    "Ada Lovelace; Bob Allenby",
    "Chair; Writer",
  ]);
  expect(said(...pairs, ["Key Master", "Rope Master"], ["Lamp Master", "Bell Master"])[0]).toBe(
    "Harbour Master; Jetty Master",
  );
  expect(said(["Germany", "Berlin"], ["Italy", "Rome"], ["Greece", "Athens"], ["Spain", "Madrid"])[0]).toBe(
    "Germany: Berlin",
  );
  expect(said(["Ada Lovelace", "07:30"], ["Bob Allenby", "08:00"])[0]).toBe("Ada Lovelace: 07:30");
});
