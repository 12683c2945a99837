/** Headings that only their look tells. */
import { describe, expect, test } from "bun:test";
import { extracted, outline } from "../support/documents/document-outline.ts";
import { docx } from "../support/documents/office-files.ts";
import { lines, read } from "../support/documents/pdf-pages.ts";

const ofMarkdown = async (written: readonly string[]) => (await extracted(written.join("\n\n"), "a.md")).outline;
const rule = "Whoever takes out a boat writes it into the book beforehand.";

describe("names in capitals", () => {
  test("above text are headings, below the heading that they follow", async () => {
    expect(await ofMarkdown(["# Rules", "BOATS", rule, "SAFETY AT SEA:", `* ${rule}`])).toEqual([
      ...["heading 1: Rules", "heading 2: BOATS", `paragraph: ${rule}`],
      ...["heading 2: SAFETY AT SEA:", `list_item 1: ${rule}`],
    ]);
  });

  test("are text where one stands alone, several times, at the end, as a sentence or beside a number", async () => {
    const texts = ["BOATS", rule, "HERON", rule, "HERON", rule, "NO SWIMMING.", rule, "TOTAL 120", rule, "THE END"];
    expect(await ofMarkdown(texts)).toEqual(texts.map((text) => `paragraph: ${text}`));
  });
});

test("in plain text, a line in capitals directly above other lines heads them, with a number or without", async () => {
  const text = [
    "1. LEAVE POLICY",
    rule,
    "Nobody has to ask twice.",
    "",
    "KEYS",
    "- one for the gate",
    "",
    "A NOTE. IT SAYS:",
    rule,
  ];
  expect((await extracted(text.join("\n"), "a.txt")).outline).toEqual([
    ...["heading 1: 1. LEAVE POLICY", `paragraph: ${rule} Nobody has to ask twice.`, "heading 1: KEYS"],
    ...["list_item 1: - one for the gate", "heading 1: A NOTE. IT SAYS:", `paragraph: ${rule}`],
  ]);
});

describe("Word documents", () => {
  const run = (text: string, isBold: boolean) =>
    `<w:r><w:rPr>${isBold ? "<w:b/>" : ""}</w:rPr><w:t>${text}</w:t></w:r>`;
  const paragraph = (...runs: readonly string[]) => `<w:p>${runs.join("")}</w:p>`;

  test("bold paragraphs above text are headings; with a word that is not bold they are text", async () => {
    const body = [
      ...[
        paragraph(run("1. Boats", true)),
        paragraph(run(rule, false)),
        paragraph(run("Safety ", true), run("first", false)),
      ],
      ...[paragraph(run(rule, false)), paragraph(run("Fees", true)), paragraph(run(rule, false))],
    ].join("");
    expect((await extracted(docx({ body }), "a.docx")).outline).toEqual([
      ...["heading 1: 1. Boats", `paragraph: ${rule}`, "paragraph: Safety first", `paragraph: ${rule}`],
      ...["heading 1: Fees", `paragraph: ${rule}`],
    ]);
  });
});

describe("PDF", () => {
  test("short lines in a font of their own are headings, with a paragraph sign or without", async () => {
    const bold = (text: string, y: number) => ({ text, x: 72, y, font: "Helvetica-Bold" as const });
    const text = lines([rule, "Nobody takes out a boat alone, by day or by night, in summer or"], 72, 688);
    const more = lines(["Dogs stay on shore, on a lead, and are not fed by those who", "do not own them."], 72, 628);
    expect(outline(await read([[bold("Trips", 700), ...text, bold("§ 13 Animals", 640), ...more]]))).toEqual([
      "--- page 1",
      "heading 1: Trips",
      `paragraph: ${rule} Nobody takes out a boat alone, by day or by night, in summer or`,
      "heading 1: § 13 Animals",
      "paragraph: Dogs stay on shore, on a lead, and are not fed by those who do not own them.",
    ]);
  });

  test("a number alone belongs to the name below it, and a numbered name may end with a full stop", async () => {
    const bold = (text: string, y: number) => ({ text, x: 72, y, font: "Helvetica-Bold" as const });
    const text = (y: number) => lines([rule, "Nobody takes out a boat alone, by day or by night, in summer or"], 72, y);
    const page = [bold("§ 1", 740), bold("Boats", 727), ...text(710), bold("Section 2. Purpose.", 660), ...text(648)];
    expect(outline(await read([page])).filter((line) => line.startsWith("heading"))).toEqual([
      ...["heading 1: § 1 Boats", "heading 1: Section 2. Purpose."],
    ]);
  });

  test("names of numbered rules that stand in the line of their text head it; names of a list's items do not", async () => {
    const wrapped = Array.from({ length: 5 }, (_, i) => `and whoever does so for the time number ${i} pays a fee`);
    const rules = ["Boats", "Dogs", "Guests"].flatMap((name, i) =>
      lines([`${i + 1}. ${name} and so on: Members bring them along`, ...wrapped], 72, 740 - i * 90),
    );
    const found = outline(await read([rules]));
    expect(found.filter((line) => !line.startsWith("paragraph: Members bring them along and whoever"))).toEqual([
      ...["--- page 1", "heading 1: 1. Boats and so on:", "heading 1: 2. Dogs and so on:"],
      "heading 1: 3. Guests and so on:",
    ]);
    expect(found).toHaveLength(7);
    const list = lines(["1. Boats: two oars each", "2. Dogs: a lead each", "3. Guests: a life jacket each"], 72, 740);
    expect(outline(await read([list])).filter((line) => line.startsWith("heading"))).toEqual([]);
  });
});

test("a long heading with nothing below it is text, a short one is a heading", async () => {
  const step = "2. Print this form and hand it in at the front desk with a cheque";
  expect(await ofMarkdown(["# Join", "## How", `### ${step}`, "## Agenda", "## Next"])).toEqual([
    ...["heading 1: Join", "heading 2: How", `paragraph: ${step}`, "heading 2: Agenda", "heading 2: Next"],
  ]);
});

test("paragraphs between an item with a colon and the next item are items below it", async () => {
  expect(
    await ofMarkdown(["1. The club does this:", "it sails", "it rows", "2. The board meets:", "in May", "# End"]),
  ).toEqual([
    ...["list_item 1: 1. The club does this:", "list_item 2: it sails", "list_item 2: it rows"],
    ...["list_item 1: 2. The board meets:", "paragraph: in May", "heading 1: End"],
  ]);
});
