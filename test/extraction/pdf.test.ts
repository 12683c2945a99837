import { describe, expect, test } from "bun:test";
import { extract } from "../../src/extraction/extract.ts";
import { defaultExtractionLimits } from "../../src/extraction/format-extractor.ts";
import { extracted } from "../support/documents/document-outline.ts";
import { type PdfOptions, type PdfText, pdf } from "../support/documents/pdf-writer.ts";

/** Lines of running text, one below the other. */
function lines(
  texts: readonly string[],
  from: { x?: number; y: number; size?: number; font?: PdfText["font"] },
): PdfText[] {
  const { x = 72, y, size = 10, font = "Helvetica" } = from;
  return texts.map((text, i) => ({ text, x, y: y - i * size * 1.2, size, font }));
}

const outlineOf = async (pages: readonly (readonly PdfText[])[], options: PdfOptions = {}) =>
  (await extracted(pdf(pages, options), "a.pdf")).outline;

const full = "This line of the text reaches all the way to the edge of its column";

describe("PDF", () => {
  test("title, headings by size, paragraphs, joined hyphenations, pages", async () => {
    const first = [
      ...lines(["The pump manual"], { y: 700, size: 24 }),
      ...lines(["1. Maintenance"], { y: 650, size: 16 }),
      ...lines([`${full} and then is main-`, "tained by well-known people."], { y: 620 }),
      ...lines(["A new paragraph after a gap, of well-", "known people and a closed circuit that goes on"], { y: 580 }),
    ];
    const second = [
      ...lines(["over the page."], { y: 700 }),
      ...lines(["2. Filters"], { y: 650, size: 16 }),
      ...lines(["Replace them."], { y: 620 }),
    ];
    expect(await extracted(pdf([first, second], { title: "untitled" }), "a.pdf")).toEqual({
      title: "The pump manual",
      mimeType: "application/pdf",
      outline: [
        ...["--- page 1", "heading 1: The pump manual", "heading 2: 1. Maintenance"],
        `paragraph: ${full} and then is maintained by well-known people.`,
        "paragraph: A new paragraph after a gap, of well-known people and a closed circuit that goes on over the page.",
        ...["--- page 2", "heading 2: 2. Filters", "paragraph: Replace them."],
      ],
    });
  });

  test("a page that begins within a paragraph begins at its first word", async () => {
    const pages = [lines([full, "and goes on without a stop to the"], { y: 700 }), lines(["next page."], { y: 700 })];
    const { document } = await extract({ bytes: pdf(pages), filename: null, declaredType: null });
    expect(document.pageStarts).toEqual([0, document.text.indexOf("next page.")]);
  });

  test("two columns are read one after the other, between spanning parts", async () => {
    const column = (name: string) => Array.from({ length: 8 }, (_, i) => `${name} column line ${i} of text here,`);
    const page = [
      ...lines(["A heading that stands across the two columns of the page"], { y: 740, size: 16 }),
      ...lines(column("left"), { x: 60, y: 700 }),
      ...lines(column("right"), { x: 330, y: 697 }),
    ];
    expect(await outlineOf([page])).toEqual([
      "--- page 1",
      "heading 1: A heading that stands across the two columns of the page",
      `paragraph: ${[...column("left"), ...column("right")].join(" ")}`,
    ]);
  });

  test("running heads and page numbers are removed, chapter heads stay", async () => {
    const text = ["First", "Second", "Third", "Fourth"];
    const page = (number: number) => [
      ...lines([`The pump manual, chapter ${number}`], { y: 770, size: 8 }),
      ...lines([`file:///manual.html ${number}/9`], { y: 755, size: 12 }),
      ...lines([`${number + 4}.1. Purpose`], { y: 730, size: 16 }),
      ...lines([`${text[number - 1]} page.`, `${text[number - 1]} line.`, `${text[number - 1]} end.`], { y: 700 }),
      ...lines([`Page ${number} of 4`], { x: 280, y: 30, size: 8 }),
    ];
    expect(await outlineOf([page(1), page(2), page(3), page(4)])).toEqual([
      ...[
        "--- page 1",
        "heading 1: 5.1. Purpose",
        ...["page", "line", "end"].map((word) => `paragraph: First ${word}.`),
      ],
      ...[
        "--- page 2",
        "heading 1: 6.1. Purpose",
        ...["page", "line", "end"].map((word) => `paragraph: Second ${word}.`),
      ],
      ...[
        "--- page 3",
        "heading 1: 7.1. Purpose",
        ...["page", "line", "end"].map((word) => `paragraph: Third ${word}.`),
      ],
      ...[
        "--- page 4",
        "heading 1: 8.1. Purpose",
        ...["page", "line", "end"].map((word) => `paragraph: Fourth ${word}.`),
      ],
    ]);
  });

  const told = ["First", "Second", "Third", "Fourth"];
  const body = (i: number) => lines([`${told[i]} page.`, `${told[i]} line.`, `${told[i]} end.`], { y: 700 });
  const firstLines = async (heads: readonly (readonly PdfText[])[]) => {
    const outline = await outlineOf(heads.map((head, i) => [...head, ...body(i)]));
    return outline.filter((line) => !/^--- page|(?:page|line|end)\.$/.test(line)).map((line) => line.split(": ")[1]);
  };

  test.each(
    [
      ["Question 1", "Question 2", "Question 3", "Question 4"],
      ["Chapter 1", "Chapter 2", "Chapter 3", "Chapter 4"],
      ["Art. 4", "Art. 6", "Art. 7", "Art. 11"],
      ["§ 3", "§ 4", "§ 5", "§ 6"],
      ["Task 1 (5 points)", "Task 2 (5 points)", "Task 3 (5 points)", "Task 4 (5 points)"],
      ["What was paid in 1987", "What was paid in 1991", "What was paid in 1992", "What was paid in 1998"],
    ].map((heads) => [heads] as const),
  )("headings that differ in a number stay: %s", async (heads) => {
    for (const size of [10, 16])
      expect(await firstLines(heads.map((one) => lines([one], { y: 730, size })))).toEqual(heads);
  });

  test.each([
    ["the number of the page at the other margin", (i: number) => [["Pumps", 72] as const, [`${i + 7}`, 500] as const]],
    ["the number of the page behind it", (i: number) => [[`Handbook of pumps ${i + 7}`, 72] as const]],
    ["the number of the page before it", (i: number) => [[`${i + 7} Handbook`, 72] as const]],
    ["a number that stays", () => [["Volume 3", 72] as const]],
    ["the word page", (i: number) => [[`Page ${i + 1} - Handbook`, 72] as const]],
    ["the number of the left page of a spread", (i: number) => [[`${2 * i + 8} Handbook`, 72] as const]],
  ])("a running head is away with %s", async (_, head) => {
    const heads = told.map((__, i) => head(i).flatMap(([text, x]) => lines([text], { x, y: 770 })));
    expect(await firstLines(heads)).toEqual([]);
  });

  test("the outline makes headings of lines in a font of their own, with its levels", async () => {
    const page = [
      ...lines(["1. Use"], { y: 700, font: "Helvetica-Bold" }),
      ...lines([full, "and ends."], { y: 670 }),
      ...lines(["Use"], { y: 600 }),
    ];
    expect(await outlineOf([page], { outline: [{ title: "Use", page: 1 }] })).toEqual([
      ...["--- page 1", "heading 1: 1. Use", `paragraph: ${full} and ends.`, "paragraph: Use"],
    ]);
  });

  test("lists, code and notes", async () => {
    const page = [
      ...lines(["1. first item of the list"], { y: 700 }),
      ...lines(["2. second item"], { y: 685 }),
      ...lines(["if (a)", "run();"], { y: 640, font: "Courier" }),
      { text: "A claim.", x: 72, y: 600 },
      { text: "7", x: 112, y: 604, size: 6 },
      { text: "2", x: 72, y: 560 },
      { text: "10", x: 78, y: 564, size: 6 },
    ];
    expect(await outlineOf([page])).toEqual([
      ...["--- page 1", "list_item 1: 1. first item of the list", "list_item 1: 2. second item"],
      ...["code: if (a)\nrun();", "paragraph: A claim.[7]", "paragraph: 2^10"],
    ]);
  });

  test("an end of a line that is drawn once more for a bold look is read once", async () => {
    const line: PdfText = { text: "1st to 30th 70% discount", x: 72, y: 700, size: 10, font: "Courier" };
    const again: PdfText = { ...line, text: "70% discount", x: 144 };
    const beside: PdfText = { ...again, x: 300 };
    expect(await outlineOf([[line, again]])).toEqual(["--- page 1", "code: 1st to 30th 70% discount"]);
    expect((await outlineOf([[line, beside]])).join().match(/70% discount/g)).toHaveLength(2);
  });

  test("a table keeps its column names across pages; wrapped cells are joined", async () => {
    const row = (y: number, cells: readonly string[], font: PdfText["font"] = "Helvetica"): PdfText[] =>
      cells.map((text, i) => ({ text, x: 72 + 180 * i, y, font }));
    const first = [
      ...lines([full], { y: 720 }),
      ...row(680, ["Part", "Use"], "Helvetica-Bold"),
      ...row(665, ["lid", "keeps dust out"]),
      ...row(650, ["rod", "moves the piston"]),
      { text: "up and down", x: 252, y: 638 },
    ];
    const second = [...row(720, ["nut", "holds"]), ...row(705, ["cap", "closes"]), ...lines([full], { y: 600 })];
    expect(await outlineOf([first, second])).toEqual([
      ...["--- page 1", `paragraph: ${full}`, "table_row: Part: lid; Use: keeps dust out"],
      ...["table_row: Part: rod; Use: moves the piston up and down"],
      ...["--- page 2", "table_row: Part: nut; Use: holds", "table_row: Part: cap; Use: closes", `paragraph: ${full}`],
    ]);
  });

  test("tables of contents with leaders are left out", async () => {
    const entry = (i: number) => `${i}. Part ${".".repeat(40)} ${i}`;
    const named = (i: number) => `${i}. Part${".".repeat(40)} Page ${i}`;
    for (const one of [entry, named]) {
      const page = [...lines([1, 2, 3, 4].map(one), { y: 700 }), ...lines([full], { y: 500 })];
      expect(await outlineOf([page])).toEqual(["--- page 1", `paragraph: ${full}`]);
    }
  });

  test("and those without, whose names stand once more", async () => {
    const parts = ["1 Purpose", "2 Members", "3 Dues", "4 Boats"];
    const contents = parts.flatMap((part, i) => [
      { text: part, x: 72, y: 700 - 14 * i },
      { text: i < 2 ? "1" : "2", x: 400, y: 700 - 14 * i },
    ]);
    const section = (part: string, y: number) => [
      ...lines([part], { y, font: "Helvetica-Bold" }),
      ...lines([full], { y: y - 30 }),
    ];
    const pages = [
      [...contents, ...section(parts[0]!, 560), ...section(parts[1]!, 460)],
      [...section(parts[2]!, 700), ...section(parts[3]!, 600)],
    ];
    expect((await outlineOf(pages)).filter((line) => !line.startsWith("---"))).toEqual(
      parts.flatMap((part) => [`heading 1: ${part}`, `paragraph: ${full}`]),
    );
  });

  test("encrypted, image-only, cut-off and oversized files have different errors", async () => {
    const failure = (bytes: Uint8Array, limits = defaultExtractionLimits) =>
      extract({ bytes, filename: "a.pdf", declaredType: null, limits }).then(
        () => "extracted",
        (error) => error.code,
      );
    const page = lines([full], { y: 700 });
    expect(await failure(pdf([page], { encrypted: true }))).toBe("encrypted_file");
    expect(await failure(pdf([[], []]))).toBe("no_extractable_text");
    expect(await failure(pdf([page]).subarray(0, 300))).toBe("corrupt_file");
    expect(await failure(pdf([page, page, page]), { ...defaultExtractionLimits, pages: 2 })).toBe("too_large");
    expect(await failure(pdf([page]), { ...defaultExtractionLimits, characters: 20 })).toBe("too_large");
    expect(await failure(pdf([page], { padding: 100_000 }))).toBe("extracted");
  });

  test("a broken cross reference is repaired, and does not end the reading process", async () => {
    const bytes = pdf([lines(["One."], { y: 700 }), lines(["Two."], { y: 700 })]);
    // A byte lost in one object and gained in the last: the entries of the objects between point one byte too far.
    const source = Buffer.from(bytes).toString("latin1").replace("600 600", "600 60");
    const last = source.lastIndexOf("endobj");
    const shifted = Uint8Array.from(Buffer.from(`${source.slice(0, last)} ${source.slice(last)}`, "latin1"));
    const script = `${import.meta.dir}/../support/processes/extract-stdin.ts`;
    const reader = Bun.spawn([process.execPath, script], { stdin: shifted, stdout: "pipe", stderr: "pipe" });
    expect(await reader.stdout.text()).toBe("One.\n\nTwo.");
    expect(await reader.exited).toBe(0);
  });

  test("a signal stops it between pages", async () => {
    const bytes = pdf([lines([full], { y: 700 })]);
    const failure = extract({ bytes, filename: null, declaredType: null, signal: AbortSignal.abort() });
    expect(failure).rejects.toMatchObject({ code: "timeout" });
  });
});

describe("pages that cannot be read", () => {
  /** A PDF whose page tree has wrong positions for these pages. */
  function withLostPages(count: number, lost: readonly number[]): Uint8Array {
    const things = ["pumps", "valves", "filters", "seals", "hoses"];
    const pages = things.slice(0, count).map((thing, i) => lines([`Here we speak of ${thing}.`], { y: 700 - 50 * i }));
    let file = Buffer.from(pdf(pages)).toString("latin1");
    const kids = /\/Kids \[[^\]]*\]/.exec(file)?.[0] ?? "";
    const damaged = lost.reduce((text, number) => {
      const reference = kids.match(/\d+ 0 R/g)![number - 1]!;
      return text.replace(
        new RegExp(`(?<= |\\[)${reference}`),
        reference.replace(/^\d+/, (n) => "0".repeat(n.length)),
      );
    }, kids);
    file = file.replace(kids, damaged);
    return new Uint8Array(Buffer.from(file, "latin1"));
  }

  const read = (bytes: Uint8Array) => extract({ bytes, filename: "a.pdf", declaredType: null });

  test("are reported by their numbers, and the others are read", async () => {
    const { document } = await read(withLostPages(5, [4]));
    expect(document.warnings).toEqual([
      {
        code: "pages_not_read",
        message:
          "2 pages are damaged and could not be read. Answers come from the other pages; send an undamaged file to have all of them.",
        pages: [4, 5],
      },
    ]);
    expect(document.text).toContain("Here we speak of filters.");
  });

  test("are reported if it is the last one", async () => {
    expect((await read(withLostPages(5, [5]))).document.warnings).toMatchObject([{ pages: [5] }]);
  });

  test("fail the file if they are the majority", async () => {
    await expect(read(withLostPages(5, [2]))).rejects.toMatchObject({
      code: "corrupt_file",
      message: "4 of the file's 5 pages are damaged and could not be read. Send an undamaged file.",
    });
  });

  test("are not reported for a sound file", async () => {
    expect((await read(withLostPages(2, []))).document.warnings).toBeUndefined();
  });
});
