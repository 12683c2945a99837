import { describe, expect, test } from "bun:test";
import { outlined } from "../../src/language/structure/document-outline.ts";
import type { Document } from "../../src/sources/document.ts";
import { outline } from "../support/documents/document-outline.ts";
import { type Cell, drawnByLine, inOrder, lines, type Page, read, rows, told } from "../support/documents/pdf-pages.ts";
import type { PdfText } from "../support/documents/pdf-writer.ts";

interface KnownCell {
  readonly row: string;
  readonly column: string;
  readonly value: string;
}

/** Known cells that stand in a row with their label and, under their column's name, in a cell of their own. */
function foundCells({ text, blocks }: Document, known: readonly KnownCell[]): number {
  const slice = (span: { start: number; end: number }) => text.slice(span.start, span.end);
  return known.filter(({ row, column, value }) =>
    blocks.some(({ kind, cells = [] }) => {
      const hasLabel = kind === "table_row" && cells[0] !== undefined && slice(cells[0].value) === row;
      return (
        hasLabel &&
        cells.some((cell) => slice(cell.value) === value && cell.name !== null && slice(cell.name) === column)
      );
    }),
  ).length;
}

/** The cells of a table right of its labels. */
function cellsOf(names: readonly string[], table: readonly (readonly Cell[])[]): KnownCell[] {
  const said = (cell: Cell) => [cell].flat().join(" ");
  return table.flatMap((cells) =>
    cells.slice(1).flatMap((cell, i) => {
      const value = said(cell);
      return value === "" ? [] : [{ row: said(cells[0]!), column: names[i + 1]!, value }];
    }),
  );
}

describe("blocks of a PDF found, of those known", () => {
  test("reading order of columns", async () => {
    const title: PdfText = {
      text: "A heading that stands over all of the columns of this page",
      x: 60,
      y: 740,
      size: 16,
    };
    const two = [title, ...lines(told(1, 20), 60, 700), ...lines(told(2, 18), 320, 697)];
    const three = [title, ...[1, 2, 3].flatMap((column) => lines(told(column, 24), 40 + (column - 1) * 175, 700))];
    const narrow = [1, 2, 3].flatMap((column) => lines(told(column, 30), 40 + (column - 1) * 156, 700));
    const mixed = [
      ...lines(told(1, 8), 60, 700),
      ...lines(told(2, 8), 320, 700),
      { text: "A line that stands across both of these two columns, and parts the page in two.", x: 60, y: 590 },
      ...lines(told(3, 8), 60, 560),
      ...lines(told(4, 8), 320, 560),
    ];
    const pages = { two, three, narrow, mixed };
    const table: Record<string, number> = {};
    for (const [name, page] of Object.entries(pages)) {
      const expected = page.filter(({ text }) => text.startsWith("We spoke")).map(({ text }) => text);
      table[name] = inOrder((await read([page])).text, expected);
      table[`${name}, drawn by line`] = inOrder((await read([drawnByLine(page)])).text, expected);
    }
    expect(
      Object.values(table).every((share) => share === 1),
      JSON.stringify(table),
    ).toBe(true);
  });

  test("cells with row label and column name", async () => {
    const xs = [72, 240, 400];
    const full = "This line of the text reaches all the way to the edge of its column, as lines do";
    const parts = ["Part", "Use", "Checked"];
    const body: Cell[][] = Array.from({ length: 8 }, (_, i) => [
      `part ${"abcdefgh"[i]}`,
      i % 3 === 0 ? [`keeps dust ${i} out of`, "the housing, and oil", "in it"] : `moves the piston ${i}`,
      i === 4 ? "" : `every week ${i}`,
    ]);
    const numbers: Cell[][] = Array.from({ length: 6 }, (_, i) => [`town ${i}`, `${1 + i},204`, `${i}.5 %`]);
    const head = (y: number) => rows([parts], { xs, y }, { font: "Helvetica-Bold" });
    const above = lines([full], 72, 720);
    const below = lines([full], 72, 300);
    const pages: Record<string, [Page[], KnownCell[]]> = {
      plain: [[[...above, ...head(690), ...rows(body, { xs, y: 672 }), ...below]], cellsOf(parts, body)],
      "over a page break": [
        [
          [...above, ...head(690), ...rows(body.slice(0, 5), { xs, y: 672 })],
          [...rows(body.slice(5), { xs, y: 720 }), ...below],
        ],
        cellsOf(parts, body),
      ],
      "with its head again": [
        [
          [...above, ...head(690), ...rows(body.slice(0, 5), { xs, y: 672 })],
          [...head(738), ...rows(body.slice(5), { xs, y: 720 }), ...below],
        ],
        cellsOf(parts, body),
      ],
      "numbers under names in the same font": [
        [[...above, ...rows([["Town", "People", "Growth"], ...numbers], { xs, y: 690 }), ...below]],
        cellsOf(["Town", "People", "Growth"], numbers),
      ],
      "names over several columns": [
        [
          [
            ...above,
            ...rows(
              [
                ["", "2023"],
                ["", "", "", "2024"],
              ],
              { xs: [72, 225, 300, 405, 480], y: 702 },
            ).slice(1),
            ...rows(
              [
                ["Town", "men", "women", "men", "women"],
                ...numbers.map(([town], i) => [town!, `${i}1`, `${i}2`, `${i}3`, `${i}4`]),
              ],
              {
                xs: [72, 200, 270, 380, 450],
                y: 680,
              },
            ),
          ],
        ],
        [],
      ],
    };
    const table: Record<string, string> = {};
    const counts = { known: 0, found: 0 };
    for (const [name, [pagesOf, known]] of Object.entries(pages)) {
      const found = foundCells(await read(pagesOf), known);
      table[name] = `${found} of ${known.length}`;
      counts.known += known.length;
      counts.found += found;
    }
    expect(counts.found / counts.known, JSON.stringify(table)).toBeGreaterThanOrEqual(0.98);
    const again = await read(pages["with its head again"]![0]);
    expect(outline(again).filter((line) => line.includes("Part: Part") || line.endsWith("Part; Use; Checked"))).toEqual(
      [],
    );
  });

  test("running heads, feet and page numbers are away", async () => {
    const pages = Array.from({ length: 12 }, (_, i) => [
      {
        text: i % 2 === 0 ? `Handbook of pumps ${i + 7}` : `${i + 7} Handbook of pumps`,
        x: i % 2 === 0 ? 400 : 72,
        y: 770,
        size: 12,
      },
      ...lines(told(i, 20), 72, 730),
      { text: String(i + 7), x: 300, y: 60, size: 12 },
      { text: "Issued by the office of pumps", x: 72, y: 48, size: 8 },
      { text: "As amended on 1 July 2011", x: 72, y: 38, size: 8 },
    ]);
    const { text } = await read(pages);
    const left = text.split("\n").filter((line) => /Handbook|Issued|amended|^\d+$/.test(line)).length;
    expect(left / (4 * pages.length)).toBeLessThanOrEqual(0.01);
    expect(
      inOrder(
        text,
        pages.flatMap((_, i) => told(i, 20)),
      ),
    ).toBe(1);
  });

  test("code keeps its spaces, and false ones between words of fixed pitch are taken out", async () => {
    const code = [
      "$ apt install task-desktop-xfce",
      "name      size   used",
      "/dev/sda  20 GB  5 GB",
      "    indented()",
    ];
    const page = [
      ...lines(["Run these commands, one after the other, and look at what they say:"], 72, 700),
      ...code.flatMap((line, i) =>
        [...line.matchAll(/\S+(?: \S+)*/g)].map(
          (part): PdfText => ({ text: part[0], x: 72 + part.index * 6, y: 670 - 12 * i, font: "Courier" }),
        ),
      ),
    ];
    expect(outline(await read([page]))).toEqual([
      "--- page 1",
      "paragraph: Run these commands, one after the other, and look at what they say:",
      `code: ${code.join("\n")}`,
    ]);
  });

  test("options and labels of a form stand apart", async () => {
    const page = [
      ...lines(["Tell us how you pay, and where you live at the time of the payment, please."], 72, 700),
      { text: "Account type", x: 72, y: 660 },
      { text: "Checking", x: 200, y: 660 },
      { text: "Savings", x: 300, y: 660 },
      { text: "Signature", x: 72, y: 560 },
    ];
    expect(outline(await read([page]))).toEqual([
      "--- page 1",
      "paragraph: Tell us how you pay, and where you live at the time of the payment, please.",
      ...["paragraph: Account type", "paragraph: Checking", "paragraph: Savings", "paragraph: Signature"],
    ]);
  });

  test("labels are no part of the text below them, items have depths and a lead-in, notes stay at the foot", async () => {
    const page = [
      { text: "What is at risk", x: 72, y: 700, font: "Helvetica-Bold" as const },
      ...lines(["Do not use the pump if one of these is the case, or if you do not know whether it is:"], 72, 688),
      ...lines(["1. it leaks,"], 84, 670),
      ...lines(["a) at the lid, or", "b) at the rod;"], 100, 658),
      ...lines(["2. it is hot."], 84, 634),
      { text: "Claims are paid.", x: 72, y: 600 },
      { text: "7", x: 144, y: 604, size: 6 },
      ...lines(["7 See the terms."], 72, 80, { size: 8 }),
    ];
    const { text, blocks } = outlined(await read([page]), "en");
    const lead = (span: (typeof blocks)[number]["lead"]) =>
      typeof span === "object" ? text.slice(span.start, span.end) : null;
    const said = blocks.map((block) => [block.kind, block.level, text.slice(block.start, block.end), lead(block.lead)]);
    const leadIn = "Do not use the pump if one of these is the case, or if you do not know whether it is:";
    expect(said).toEqual([
      ["heading", 1, "What is at risk", null],
      ["paragraph", 0, leadIn, null],
      ["list_item", 1, "1. it leaks,", leadIn],
      ["list_item", 2, "a) at the lid, or", leadIn],
      ["list_item", 2, "b) at the rod;", leadIn],
      ["list_item", 1, "2. it is hot.", leadIn],
      ["paragraph", 0, "Claims are paid.[7]", null],
      ["paragraph", 0, "7 See the terms.", null],
    ]);
  });

  test("an item that follows another one by its number is as deep; a number in a sentence begins no item", async () => {
    const text = "The board shall give a notice to all of the members and to their guests for at least thirty";
    const first = [
      ...lines([text, "(30) days before it closes the landing stage."], 72, 700),
      ...lines(["(9) It may close the shed."], 77, 660),
      ...lines(["(10) It may also do one of these:"], 72, 640),
      ...lines(["a) paint the shed,"], 100, 620),
    ];
    const second = [...lines(["b) move the shed."], 90, 700), ...lines(["(11) It keeps the keys."], 62, 680)];
    const { blocks } = await read([first, second]);
    expect(blocks.map(({ kind, level }) => `${kind} ${level}`)).toEqual([
      "paragraph 0",
      ...[1, 1, 2, 2, 1].map((level) => `list_item ${level}`),
    ]);
  });

  test("a page of text in a typewriter's font is no code", async () => {
    const typed = [
      "The board met in the boat house and heard the report of the",
      "harbour master. It thanked him for the work of the winter.",
      "A member asked when the new landing stage would be built.",
    ];
    const { text, blocks } = await read([lines(typed, 72, 700, { font: "Courier" })]);
    expect(blocks.map(({ kind }) => kind)).not.toContain("code");
    expect(text).toContain("report of the harbour master");
  });
});
