/** Files that say what their parts are, as programs of offices and browsers write them. */
import { expect, test } from "bun:test";
import { extract } from "../../src/extraction/extract.ts";
import { expectWellFormed, outline } from "../support/documents/document-outline.ts";
import { type PdfElement, type PdfText, taggedPdf } from "../support/documents/pdf-writer.ts";

type Pages = Parameters<typeof taggedPdf>[0];

async function read(pages: Pages) {
  const { document } = await extract({ bytes: taggedPdf(pages), filename: "a.pdf", declaredType: null });
  expectWellFormed(document);
  return document;
}

const at = (text: string, x: number, y: number, look: Partial<PdfText> = {}): PdfText => ({ text, x, y, ...look });
const row = (role: "TH" | "TD", texts: readonly string[], y: number, xs = [72, 240, 400]): PdfElement => [
  "TR",
  ...texts.map((text, i): PdfElement => (text === "" ? [role] : [role, ["P", at(text, xs[i]!, y)]])),
];

test("headings, lists in lists, rows and quotes are what the tags say, in their order", async () => {
  const document = await read([
    {
      tags: [
        "Document",
        ["H1", at("Boats", 72, 740)],
        ["P", at("The fee is paid in January, and a boat with-", 72, 700), at("out a cover is not stored.", 72, 688)],
        [
          "L",
          ["LI", ["Lbl", at("1.", 80, 660)], ["LBody", ["P", at("Lock the gate:", 95, 660)]]],
          [
            "LI",
            ["Lbl", at("2.", 80, 640)],
            ["LBody", at("Bring oars", 95, 640), ["L", ["LI", ["LBody", at("o long ones", 110, 625)]]]],
          ],
        ],
        ["BlockQuote", ["P", at("No boat is ours alone.", 90, 600)]],
        ["Table", row("TH", ["Day", "Boathouse", "Office"], 560), row("TD", ["Saturday", "8 to 20", ""], 545)],
        ["H2", at("Far right", 400, 780)],
      ],
      beside: [at("1/1", 300, 20, { isArtifact: true })],
    },
  ]);
  expect(outline(document)).toEqual([
    "--- page 1",
    "heading 1: Boats",
    "paragraph: The fee is paid in January, and a boat without a cover is not stored.",
    "list_item 1: 1. Lock the gate:",
    "list_item 1: 2. Bring oars",
    "list_item 2: long ones",
    "quote: No boat is ours alone.",
    "table_row: Day; Boathouse; Office",
    "table_row: Day: Saturday; Boathouse: 8 to 20",
    "heading 2: Far right",
  ]);
});

test("a task with a box is an item, and an item whose sentence goes on in a paragraph is one", async () => {
  const document = await read([
    {
      tags: [
        "Document",
        ["H1", at("Before you leave", 72, 770)],
        ["H2", at('"', 72, 740, { font: "Marks" }), at("Questions about your benefits:", 90, 740)],
        [
          "L",
          [
            "LI",
            ["Lbl", at("!", 72, 720, { font: "Marks" })],
            ["LBody", at("Read all documents of this task and check the boxes, then click", 90, 720)],
          ],
        ],
        ["P", at("submit at the bottom of the page.", 90, 708)],
        ["P", at("Complete the training within the first thirty days of your employment in one of our", 72, 680)],
        ["P", at("departments.", 72, 668)],
        ["P", at("start the service for the first time", 72, 640)],
        ["P", at("stop the service", 72, 628)],
      ],
    },
  ]);
  expect(outline(document)).toEqual([
    "--- page 1",
    "heading 1: Before you leave",
    "list_item 1: ☐ Questions about your benefits:",
    "list_item 1: Read all documents of this task and check the boxes, then click submit at the bottom of the page.",
    "paragraph: Complete the training within the first thirty days of your employment in one of our departments.",
    "paragraph: start the service for the first time",
    "paragraph: stop the service",
  ]);
});

test("a table and an item go on on the next page", async () => {
  const first: PdfElement = [
    "Document",
    ["Table", row("TH", ["Day", "Boathouse", "Office"], 100), row("TD", ["Friday", "7 to 22", "9 to 12"], 80)],
  ];
  const second: PdfElement = [
    "Document",
    ["Table", row("TD", ["Saturday", "8 to 20", "closed"], 740), row("TD", ["Sunday", "9 to 18", "closed"], 720)],
    ["L", ["LI", ["LBody", at("- Whoever comes last locks", 72, 100)]]],
  ];
  const third: PdfElement = ["Document", ["L", ["LI", ["LBody", at("the gate and the shed.", 72, 740)]]]];
  const document = await read([first, second, third].map((tags) => ({ tags })));
  expect(outline(document)).toEqual([
    "--- page 1",
    "table_row: Day: Friday; Boathouse: 7 to 22; Office: 9 to 12",
    "--- page 2",
    "table_row: Day: Saturday; Boathouse: 8 to 20; Office: closed",
    "table_row: Day: Sunday; Boathouse: 9 to 18; Office: closed",
    "list_item 1: Whoever comes last locks the gate and the shed.",
  ]);
  expect(document.text.slice(document.pageStarts![2])).toBe("the gate and the shed.");
});

test("cells of a row with empty cells find their columns by their place", async () => {
  const table: PdfElement = [
    "Table",
    row("TH", ["Part", "Checked", "Changed"], 700),
    row("TD", ["Filter", "every week", "every year"], 680),
    ["TR", ["TD", at("Seal", 72, 660)], ["TD", at("never", 402, 660)]],
    ["TR", ["TD", at("Hose", 72, 640)], ["TD", at("every month, and every year after ten years", 240, 640)]],
  ];
  const { text } = await read([{ tags: ["Document", ["H1", at("Care", 72, 740)], table] }]);
  expect(text.split("\n").slice(2)).toEqual([
    "Part: Filter; Checked: every week; Changed: every year",
    "Part: Seal; Changed: never",
    "Part: Hose; Checked / Changed: every month, and every year after ten years",
  ]);
});

test("a row that is tagged as names is a row if a value of it stands below once more", async () => {
  const camps = [0, 1].map((i) => row("TD", [`${11 + 7 * i} August`, "1:00 pm", "$159.00"], 680 - 20 * i));
  const table: PdfElement = ["Table", row("TH", ["14 July", "9:00 am", "$159.00"], 700), ...camps];
  const { text } = await read([{ tags: ["Document", ["H1", at("Camps", 72, 740)], table] }]);
  expect(text.split("\n").slice(2)).toEqual([
    "14 July; 9:00 am; $159.00",
    "11 August; 1:00 pm; $159.00",
    "18 August; 1:00 pm; $159.00",
  ]);
});

test("a table that arranges lists is read as text, and one of contents is left out", async () => {
  const items = ["The working balance is 1,423 pounds.", "Pizzas cost 325 pounds.", "There are 329 members."];
  const list: PdfElement = ["L", ...items.map((item, i): PdfElement => ["LI", ["LBody", at(item, 120, 680 - 15 * i)]])];
  const minutes: PdfElement = [
    "Table",
    [
      "TR",
      ["TD", ["P", at("5", 72, 700)]],
      ["TD", ["P", at("Report", 110, 700)], list],
      ["TD", ["P", at("MW", 500, 700)]],
    ],
  ];
  const contents: PdfElement = [
    "Table",
    ...["Apologies .......... 1", "Report .......... 2"].map(
      (line, i): PdfElement => [
        "TR",
        ["TD", at(line.slice(0, -2), 72, 780 - 15 * i)],
        ["TD", at(line.slice(-1), 400, 780 - 15 * i)],
      ],
    ),
  ];
  const toc: PdfElement = ["TOC", ["TOCI", at("Report", 72, 750), at("2", 400, 750)]];
  expect(outline(await read([{ tags: ["Document", contents, toc, minutes] }]))).toEqual([
    "--- page 1",
    "paragraph: 5; Report; MW",
    ...items.map((item) => `list_item 1: ${item}`),
  ]);
});

test("what the tags leave out stays, and tags that leave out more are not believed", async () => {
  const tags: PdfElement = [
    "Document",
    ["H1", at("The second of two columns", 320, 700)],
    ["P", at("All of it stands here, in a sentence that is long enough for its page.", 320, 680)],
    ["P", at("And the first column follows.", 72, 700)],
  ];
  const stamp = at("Copy 7", 72, 780);
  expect((await read([{ tags, beside: [stamp] }])).text.split("\n\n")).toEqual([
    "Copy 7",
    "The second of two columns",
    "All of it stands here, in a sentence that is long enough for its page.",
    "And the first column follows.",
  ]);
  const more = at("A line of text that no element has, although it is as long as another one.", 72, 600);
  const { text } = await read([{ tags, beside: [more] }]);
  expect(text.indexOf("And the first")).toBeLessThan(text.indexOf("The second"));
});

test("tags that say nothing of headings, lists and tables change nothing, and a text that is drawn twice is there once", async () => {
  const texts = [
    at("Boats", 72, 740, { size: 20 }),
    at("Boats", 72.8, 740.8, { size: 20 }),
    at("\x95 oars", 80, 700),
    at("\x95 sails", 80, 685),
    at("They are stored in the shed.", 72, 650),
  ];
  expect(outline(await read([{ tags: ["Document", ...texts.map((text): PdfElement => ["Div", text])] }]))).toEqual([
    "--- page 1",
    "heading 1: Boats",
    "list_item 1: oars",
    "list_item 1: sails",
    "paragraph: They are stored in the shed.",
  ]);
});

test("columns of a file whose tags say nothing are read one after the other, as without tags", async () => {
  const column = (name: string, x: number) =>
    Array.from({ length: 14 }, (_, i) => at(`Of the ${name} this is sentence number ${i}.`, x, 700 - 14 * i));
  const [left, right] = [column("pump", 60), column("valve", 320)];
  const drawn = left.flatMap((text, i) => [text, right[i]!]);
  const { text } = await read([{ tags: ["Document", ...drawn.map((one): PdfElement => ["Div", one])] }]);
  expect(text.indexOf("valve this is sentence number 0")).toBeGreaterThan(
    text.indexOf("pump this is sentence number 13"),
  );
});

test("paragraphs that were set with tabs, one below another, are rows", async () => {
  const tabbed = (texts: readonly string[], y: number): PdfElement => [
    "P",
    ...texts.map((text, i) => at(text, [72, 220, 380][i]!, y)),
  ];
  const names: PdfElement = ["P", at("Guests", 220, 700), at("Members", 380, 700)];
  const rows = [names, tabbed(["Boat", "$60.00", "$30.00"], 684), tabbed(["Oars", "$6.00", "$3.00"], 668)];
  expect(outline(await read([{ tags: ["Document", ["P", at("What it costs:", 72, 740)], ...rows] }]))).toEqual([
    ...["--- page 1", "paragraph: What it costs:", "table_row: Boat; Guests: $60.00; Members: $30.00"],
    "table_row: Oars; Guests: $6.00; Members: $3.00",
  ]);
});

test("a few tagged headings leave others untagged, and a bullet begins no heading", async () => {
  const bold = { font: "Helvetica-Bold" } as const;
  const text = "Boats stand in the shed from October to March, and their masts lie on the rack above them.";
  const tags: PdfElement = [
    "Document",
    ["H1", at("House rules", 72, 740)],
    ...([
      ["P", at("Winter", 72, 700, bold)],
      ["P", at(text, 72, 684)],
    ] as const),
    ...([
      ["H2", at("\x95 Sweep the shed", 72, 660)],
      ["P", at(text, 72, 640)],
    ] as const),
  ];
  expect(outline(await read([{ tags }]))).toEqual([
    ...["--- page 1", "heading 1: House rules", "heading 1: Winter", `paragraph: ${text}`],
    ...["list_item 1: Sweep the shed", `paragraph: ${text}`],
  ]);
});
