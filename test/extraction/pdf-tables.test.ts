import { describe, expect, test } from "bun:test";
import { outlined } from "../../src/language/structure/document-outline.ts";
import type { Document } from "../../src/sources/document.ts";
import { drawnByLine, lines, read, rows } from "../support/documents/pdf-pages.ts";

describe("tables as people make them", () => {
  const bold = { font: "Helvetica-Bold" } as const;
  const cellsIn = ({ text, blocks }: Document) =>
    blocks.filter(({ kind }) => kind === "table_row").map(({ start, end }) => text.slice(start, end));

  test("a head over a single row", async () => {
    const page = [
      ...lines(["These are the parts of it."], 60, 740),
      ...rows([["Directory", "Description"]], { xs: [60, 300], y: 700 }, bold),
      ...rows([["bsd", "Files of another system"]], { xs: [60, 300], y: 682 }),
    ];
    expect(cellsIn(await read([page]))).toEqual(["Directory: bsd; Description: Files of another system"]);
  });

  test("a word that is cut at the end of a cell's line is whole", async () => {
    const page = [
      ...rows([["Part", "What it is for, as far as it is known"]], { xs: [60, 300], y: 700 }, bold),
      ...rows([["bsd", "Files of another sys-"]], { xs: [60, 300], y: 682 }),
      { text: "tem, and of its users", x: 300, y: 670 },
    ];
    expect(cellsIn(await read([page])).join()).toContain("Files of another system, and of its users");
  });

  test("a note beside the names of groups does not hide the names, and is kept", async () => {
    const note = "Every part in this list has to be ordered from the maker, who wants the number of the pump with it";
    const page = [
      { text: "Sizes", x: 140, y: 700, ...bold },
      { text: note, x: 300, y: 700, size: 6, ...bold },
      ...rows([["Part", "Small", "Large", "Remark"]], { xs: [60, 140, 200, 300], y: 682 }, bold),
      ...rows(
        [
          ["Seal", "n/a", "one", "Order two of them at once"],
          ["Hose", "one", "one", "Comes with its clamps"],
          ["Lid", "one", "n/a", "Out of stock at the moment"],
        ],
        { xs: [60, 140, 200, 300], y: 664 },
      ),
    ];
    const document = await read([page]);
    expect(cellsIn(document).slice(-3)).toEqual([
      "Part: Seal; Small: n/a; Large: one; Remark: Order two of them at once",
      "Part: Hose; Small: one; Large: one; Remark: Comes with its clamps",
      "Part: Lid; Small: one; Large: n/a; Remark: Out of stock at the moment",
    ]);
    expect(document.text).toContain(note);
  });

  test("a cell that is cut by the end of a page, and columns that are empty behind it", async () => {
    const xs = [60, 140, 220, 330];
    const first = [
      ...rows([["Part", "Small", "Large", "Remark"]], { xs, y: 120 }, bold),
      ...rows(
        [
          ["Seal", "2", "3", "Order them"],
          ["Hose", "1", "1", "Comes with its clamps, which"],
        ],
        { xs, y: 102 },
      ),
    ];
    const second = [
      ...lines(["are in a bag of their own."], 330, 740),
      ...rows(
        [
          ["Lid", "", "4", "Out of stock"],
          ["Rod", "", "5", "See the drawing"],
        ],
        { xs, y: 722 },
      ),
    ];
    expect(cellsIn(await read([first, second]))).toEqual([
      "Part: Seal; Small: 2; Large: 3; Remark: Order them",
      "Part: Hose; Small: 1; Large: 1; Remark: Comes with its clamps, which",
      "Remark: are in a bag of their own.",
      "Part: Lid; Large: 4; Remark: Out of stock",
      "Part: Rod; Large: 5; Remark: See the drawing",
    ]);
  });

  test("what ends in a colon in a bold row names what stands beside it, and no column", async () => {
    const page = [
      ...rows([["What:", "A walk on the shore"]], { xs: [60, 200], y: 700 }, bold),
      ...rows(
        [
          ["When:", "On the third of May"],
          ["Bring:", "Boots and a coat"],
        ],
        { xs: [60, 200], y: 686 },
      ),
    ];
    expect(cellsIn(await read([page]))[1]).toBe("When: On the third of May");
  });

  test("names in columns are a list", async () => {
    const names = [
      ["Ada Lovelace", "Bob Allenby", "Cy Barton"],
      ["Dora Castle", "Ed Doyle", "Flo Evans"],
      ["Gus Fisher", "Hal Grant", "Ida Hughes"],
    ];
    const { text, blocks } = outlined(await read([rows(names, { xs: [60, 220, 380], y: 700 })]), "en");
    expect(blocks.map(({ kind, start, end }) => [kind, text.slice(start, end)])).toEqual(
      names.flat().map((name) => ["list_item", name]),
    );
  });

  test("paragraphs side by side are no rows of their lines", async () => {
    const cells = [
      "The filter takes all of the sand and of the stones that come with the water from the well into it",
      "A valve that closes too early lets air into the pipe and makes a noise that one hears in the house",
      "Nobody should open the lid of it while the motor runs or while there is still any pressure in it",
    ].map((text) => text.match(/.{1,24}(?: |$)/g)!.map((line) => line.trim()));
    const { text, blocks } = await read([
      drawnByLine([
        ...rows([["Filter", "Valve", "Lid"]], { xs: [60, 230, 400], y: 700 }, bold),
        ...cells.flatMap((own, i) => lines(own, 60 + i * 170, 682)),
      ]),
    ]);
    const table = blocks.filter(({ kind }) => kind === "table_row").map(({ start, end }) => text.slice(start, end));
    expect(table).toEqual([["Filter", "Valve", "Lid"].map((name, i) => `${name}: ${cells[i]!.join(" ")}`).join("; ")]);
  });

  test("lines of one cell stand closer than rows", async () => {
    const table = [
      [["Task"], ["Junior", "Rep"], ["Lead", "Rep"]],
      [
        ["Scope"],
        ["Works on what the others", "give out"],
        ["Elevates the team and", "the standards of all", "through new processes"],
      ],
      [["Care", "of it"], ["Learns it"], ["Tells the others what", "they have to know"]],
    ];
    let y = 700;
    const drawn = table.flatMap((cells) => {
      const row = cells.flatMap((cell, i) => lines(cell, [60, 140, 320][i]!, y));
      y -= 12 * Math.max(...cells.map((cell) => cell.length)) + 8;
      return row;
    });
    expect(cellsIn(await read([drawnByLine(drawn)]))).toEqual([
      "Task: Scope; Junior Rep: Works on what the others give out; Lead Rep: Elevates the team and the standards of all through new processes",
      "Task: Care of it; Junior Rep: Learns it; Lead Rep: Tells the others what they have to know",
    ]);
  });

  test("rows in groups that stand apart are rows", async () => {
    const table = [
      ["Part", "Price", "Stock"],
      ["Seal", "12", "300"],
      ["Hose", "41", "17"],
      ["Lid", "8", "204"],
      ["Rod", "19", "5"],
    ];
    const drawn = table.flatMap((row, i) => rows([row], { xs: [60, 200, 320], y: 700 - 12 * i - (i > 2 ? 12 : 0) }));
    expect(cellsIn(await read([drawnByLine(drawn)]))).toEqual(
      table.slice(1).map(([part, price, stock]) => `Part: ${part}; Price: ${price}; Stock: ${stock}`),
    );
  });

  test("rows that stand further apart than lines of text are no columns of it", async () => {
    const table = [
      ["Name of the variable", "What the service does with it"],
      ["The address of the copy", "It is where the pages come from"],
      ["The level of the log", "It tells how much is written down"],
      ["The leave to write", "It lets the service change pages"],
      ["The time between writes", "It is how long the pages wait"],
      ["The path of the buffer", "It is where they wait all the time"],
    ];
    const drawn = table.flatMap((row, i) => rows([row], { xs: [60, 250], y: 700 - 20 * i }));
    expect(cellsIn(await read([drawnByLine(drawn)]))).toEqual(table.map((row) => row.join(": ")));
  });
});
