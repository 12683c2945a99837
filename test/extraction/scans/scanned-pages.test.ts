/** What becomes of pages that were read from their pictures. */
import { describe, expect, test } from "bun:test";
import { extract } from "../../../src/extraction/extract.ts";
import { ExtractionError } from "../../../src/sources/extraction-error.ts";
import { PagesToRecognise, pageWithoutWords, type RecognisedPage } from "../../../src/sources/ports/recognised-page.ts";
import { type PdfText, pdf } from "../../support/documents/pdf-writer.ts";
import { recognisedPage, type ScanLine } from "../../support/documents/recognised-pages.ts";
import { filterPicture } from "../../support/models/scan-packs.ts";

const read = (bytes: Uint8Array, recognised: readonly RecognisedPage[] | null) =>
  extract({ bytes, filename: null, declaredType: null, recognised });
const failure = (bytes: Uint8Array, recognised: readonly RecognisedPage[] | null) =>
  read(bytes, recognised).then(
    () => Promise.reject(new Error("nothing was refused")),
    (error: unknown) => error,
  );

const prose = (text: string): PdfText[] => [{ text, x: 60, y: 700, size: 10 }];
const own = prose("This page has text of its own, in which the pump is described.");
const picture = filterPicture("png");
const lines = (...texts: readonly string[]): ScanLine[] => texts.map((text, i) => ({ text, y: 100 + 13 * i }));

describe("without text recognition", () => {
  test("pictures and scans fail and name the pack", async () => {
    const hint =
      "To have it read, install a pack for scans (`make ocr-pack`, then `docent model add FILE`) and retry, or run text recognition (OCR) on it and upload the result.";
    expect(await failure(picture, null)).toMatchObject({
      code: "no_extractable_text",
      message: `This is a picture. ${hint}`,
    });
    expect(await failure(pdf([[], []]), null)).toMatchObject({
      code: "no_extractable_text",
      message: `The pages contain images but no text, so this is probably a scan. ${hint}`,
    });
  });

  test("a page without text among others is left out", async () => {
    expect((await read(pdf([own, []]), null)).document.text).toBe(own[0]!.text);
  });
});

describe("a layer of text", () => {
  const rubbish = [
    "Xqz vbk wjx qpf zgk hvq bxw jkz fqv cxg wqk zxv pjq gbx kqw vzj xhq fkz",
    "jqx zkv bqw xfj qzg wkx vjb zqx kfw xgq jvz bkq wxz fqj xkv gzq pxw jbk",
    "qxj vzw kbq xzf jwq gkx zvq xjb wqz kxf qvj zbx wkq jxz fvq kgx zqw xbj",
  ].map((text, i): PdfText => ({ text, x: 60, y: 700 - 14 * i, size: 10 }));

  test("that is rubbish gives way to what is read on the picture; a good one is not touched", async () => {
    const file = pdf([own, rubbish]);
    expect((await failure(file, [])) as PagesToRecognise).toMatchObject({ pages: [2] });
    const { document } = await read(file, [recognisedPage(lines("The valve is opened", "by hand."), { page: 2 })]);
    expect(document.text).toBe(`${own[0]!.text}\n\nThe valve is opened by hand.`);
    expect(document.warnings?.map(({ code, pages }) => [code, pages])).toEqual([["pages_recognised", [2]]]);
    expect((await read(pdf([own]), [])).document.warnings).toBeUndefined();
  });

  test("that is rubbish on a page without a picture is told, with another remedy than the pack", async () => {
    const { document } = await read(pdf([own, rubbish]), [pageWithoutWords(2)]);
    expect(document.text).toBe(own[0]!.text);
    expect(document.warnings).toEqual([
      {
        code: "pages_not_read",
        message:
          "Page 2 is illegible: a font does not say which characters it draws, so what can be read there is no text. Answers come from the other pages; as it is no picture either, send a scan of its print to have all of them.",
        pages: [2],
      },
    ]);
  });
});

describe("with text recognition", () => {
  test("pages without text of their own are asked for, and no others", async () => {
    const asked = await failure(pdf([own, [], prose("Page 3"), own]), []);
    expect(asked).toBeInstanceOf(PagesToRecognise);
    expect((asked as PagesToRecognise).pages).toEqual([2, 3]);
    expect((await failure(picture, [])) as PagesToRecognise).toMatchObject({ pages: [1] });
  });

  test("what was read takes the place of a page, with a warning that says how surely", async () => {
    const scanned = recognisedPage(lines("The valve is opened", "by hand."), { page: 2, confidence: 0.876 });
    const { document } = await read(pdf([own, [], []]), [scanned, pageWithoutWords(3)]);
    expect(document.text).toBe(`${own[0]!.text}\n\nThe valve is opened by hand.`);
    expect(document.pageStarts).toEqual([0, own[0]!.text.length + 2, document.text.length]);
    expect(document.warnings).toEqual([
      {
        code: "pages_recognised",
        message: "Page 2 was read from its picture by text recognition, which makes mistakes.",
        pages: [2],
        confidences: [0.88],
      },
    ]);
  });

  test("each word has its place on the page", async () => {
    const { document } = await read(picture, [recognisedPage(lines("Open the main-", "tenance valve."))]);
    expect(document.text).toBe("Open the maintenance valve.");
    const { text, places = [] } = document;
    expect(places.map(({ start, end }) => text.slice(start, end))).toEqual([
      "Open",
      "the",
      "main",
      "tenance",
      "valve.",
    ]);
    expect(places[3]).toMatchObject({
      page: 1,
      confidence: 0.9,
      left: 60 / 595,
      right: 95 / 595,
      top: 105 / 842,
      bottom: 115 / 842,
    });
  });

  test.each([
    [90, { left: 92 / 842, right: 102 / 842, top: 1 - 80 / 595, bottom: 1 - 60 / 595 }],
    [180, { left: 1 - 80 / 595, right: 1 - 60 / 595, top: 1 - 102 / 842, bottom: 1 - 92 / 842 }],
    [270, { left: 1 - 102 / 842, right: 1 - 92 / 842, top: 60 / 595, bottom: 80 / 595 }],
  ] as const)("a page that was turned by %i° has its words where the viewer shows them", async (turned, place) => {
    const { document } = await read(picture, [recognisedPage(lines("Open the valve."), { turned })]);
    for (const [side, share] of Object.entries(place))
      expect(document.places?.[0]).toHaveProperty(side, expect.closeTo(share, 9));
  });

  test("words of a page that was put straight have their places on the page as it is", async () => {
    const page = { ...recognisedPage(lines("Open the valve.")), skew: Math.PI / 6 };
    const [first] = (await read(picture, [page])).document.places ?? [];
    // The corners of the word are turned about the centre of the page.
    const turn = (x: number, y: number) => {
      const [dx, dy] = [x - 297.5, y - 421];
      return [(297.5 + dx * Math.sqrt(0.75) - dy / 2) / 595, (421 + dx / 2 + dy * Math.sqrt(0.75)) / 842] as const;
    };
    const expected = { left: turn(60, 102)[0], right: turn(80, 92)[0], top: turn(60, 92)[1], bottom: turn(80, 102)[1] };
    for (const [side, share] of Object.entries(expected)) expect(first).toHaveProperty(side, expect.closeTo(share, 9));
  });

  test("columns are read one after the other", async () => {
    const row = (side: string) => Array.from({ length: 8 }, (_, i) => `${side} line ${i} goes on to here`);
    const column = (side: string, x: number) => row(side).map((text, i) => ({ text, x, y: 120 + 13 * i }));
    const page = recognisedPage([...column("left", 60), ...column("right", 320)]);
    const expected = [...row("left"), ...row("right")].join(" ");
    const { document } = await read(picture, [page]);
    expect(document.text.replaceAll(/\s+/g, " ")).toBe(expected);
    expect(document.places).toHaveLength(page.words.length);
  });

  test("a right column that begins above the title of the left one is read behind it", async () => {
    const column = (side: string, x: number, count: number) =>
      Array.from({ length: count }, (_, i) => ({ text: `${side} line ${i} goes on to here`, x, y: 120 + 13 * i }));
    const title = { text: "Care of the pump", x: 60, y: 96, size: 15 };
    const first = { text: "right side begins up here", x: 320, y: 91 };
    const next = { text: "and goes on below it then", x: 320, y: 104 };
    const page = recognisedPage([title, ...column("left", 60, 9), first, next, ...column("right", 320, 9)]);
    const { document } = await read(picture, [page]);
    const at = (text: string) => document.text.indexOf(text);
    const places = ["Care of", "left line 0", "left line 8", "right side", "and goes", "right line 8"].map(at);
    expect(places).toEqual(places.toSorted((one, other) => one - other));
    expect(places[0]).toBe(0);
  });

  test("columns that a caption between them parts are read to their ends", async () => {
    const column = (side: string, x: number, from: number) =>
      Array.from({ length: 8 }, (_, i) => ({
        text: `${side} line ${from + i} goes on here`,
        x,
        y: 120 + 13 * (from + i),
      }));
    const caption = ["the caption of it", "stands in the way"].map((text, i) => ({
      text,
      x: 270,
      y: 120 + 13 * (10 + i),
    }));
    const page = recognisedPage([
      ...[...column("left", 60, 0), ...column("left", 60, 8), ...caption],
      ...[...column("right", 320, 0), ...column("right", 420, 8)],
    ]);
    const { document } = await read(picture, [page]);
    const lines = [...document.text.matchAll(/(left|right) line (\d+)/g)].map(([line]) => line);
    const numbers = Array.from({ length: 16 }, (_, i) => i);
    expect(lines).toEqual(["left", "right"].flatMap((side) => numbers.map((n) => `${side} line ${n}`)));
  });

  test("a table has its rows, and the words of its cells their places", async () => {
    const rows = [
      ["Part", "Number", "Price"],
      ["Filter", "AX-204", "12.50"],
      ["Pump", "PN-1180", "340.00"],
      ["Valve", "VK-77", "48.25"],
    ];
    const cells = rows.flatMap((row, i) => row.map((text, j) => ({ text, x: 60 + 150 * j, y: 120 + 18 * i })));
    const { document } = await read(picture, [recognisedPage(cells)]);
    const said = document.blocks
      .filter(({ kind }) => kind === "table_row")
      .map(({ start, end }) => document.text.slice(start, end));
    expect(said).toContain("Part: Pump; Number: PN-1180; Price: 340.00");
    const placed = (document.places ?? []).map(({ start, end }) => document.text.slice(start, end));
    expect(placed).toEqual(expect.arrayContaining(["AX-204", "PN-1180", "340.00", "48.25"]));
    const price = document.places?.find(({ start, end }) => document.text.slice(start, end) === "340.00");
    expect(price).toMatchObject({ left: 360 / 595, bottom: 158 / 842 });
  });

  test("lines between the columns of a table are no text", async () => {
    const rows = ["Word “| Meaning", "must | is to be done", "should ¦' is better done", "may | can be done"];
    const page = recognisedPage(
      rows.map((text, i) => ({ text: text.replace(/(?=“?[|¦])/u, " ".repeat(8 - i)), y: 100 + 14 * i })),
    );
    const bars = page.words.filter(({ text }) => text !== "");
    const { document } = await read(picture, [{ ...page, words: bars }]);
    expect(document.text).not.toMatch(/[“|¦']/);
    expect(document.places).toHaveLength(bars.filter(({ text }) => !/[|¦]/.test(text)).length);
  });
});

describe("pages that are not readable", () => {
  const unclear = (page: number) => recognisedPage(lines("~. ;: |"), { page, confidence: 0.31 });
  const clear = (page: number) =>
    recognisedPage(lines(page === 1 ? "The valve is opened." : "Then the pump starts."), { page });

  test("are left out with a warning", async () => {
    const { document } = await read(pdf([[], [], []]), [clear(1), unclear(2), clear(3)]);
    expect(document.text).toBe("The valve is opened.\n\nThen the pump starts.");
    expect(document.warnings?.[1]).toEqual({
      code: "pages_not_read",
      message: "The picture of page 2 is too unclear to be read. Scan again with 300 dpi to have all.",
      pages: [2],
      confidences: [0.31],
    });
  });

  test("fail the file when they are most of it", async () => {
    const refused = await failure(pdf([[], [], []]), [clear(1), unclear(2), unclear(3)]);
    expect(refused).toBeInstanceOf(ExtractionError);
    expect(refused).toMatchObject({
      code: "no_extractable_text",
      message:
        "2 of the 3 pages that were read from pictures are unreadable (confidence 0.31 at most). Scan again with 300 dpi, upright and in focus.",
    });
  });

  const blurred = (page: number) => pageWithoutWords(page, "unclear");
  const blank = pageWithoutWords;

  test("are told also where no word was found; blank ones are not", async () => {
    const { document } = await read(pdf([[], [], [], []]), [clear(1), blurred(2), clear(3), blank(4)]);
    expect(document.warnings?.map(({ code, pages }) => [code, pages])).toEqual([
      ["pages_recognised", [1, 3]],
      ["pages_not_read", [2]],
    ]);
    const both = await read(pdf([[], [], [], []]), [clear(1), blurred(2), clear(3), unclear(4)]);
    expect(both.document.warnings?.[1]).toMatchObject({ pages: [2, 4], confidences: [0, 0.31] });
  });

  test("do not fail a file that has as many pages with text of their own", async () => {
    const valve = prose("Another page has words too, on how the valve is opened.");
    const { document } = await read(pdf([own, [], valve, []]), [blurred(2), unclear(4)]);
    expect(document.text).toBe(`${own[0]!.text}\n\n${valve[0]!.text}`);
    expect(document.warnings).toMatchObject([{ code: "pages_not_read", pages: [2, 4] }]);
    const refused = await failure(pdf([own, [], []]), [blurred(2), unclear(3)]);
    expect(refused).toMatchObject({ code: "no_extractable_text" });
  });

  test("fail the file also where no word was found", async () => {
    const file = pdf([[], [], [], []]);
    const reason = "Scan again with 300 dpi, upright and in focus.";
    expect(await failure(file, [clear(1), blurred(2), blurred(3), blank(4)])).toMatchObject({
      code: "no_extractable_text",
      message: `2 of the 3 pages that were read from pictures are unreadable. ${reason}`,
    });
    expect(await failure(picture, [blurred(1)])).toMatchObject({
      code: "no_extractable_text",
      message: `The picture is unreadable. ${reason}`,
    });
    expect((await read(file, [clear(1), blank(2), blank(3), blank(4)])).document.text).toBe("The valve is opened.");
  });

  test("say what is wrong with the picture", async () => {
    expect(await failure(picture, [pageWithoutWords(1, "damaged")])).toMatchObject({ code: "corrupt_file" });
    expect(await failure(picture, [pageWithoutWords(1, "too_costly")])).toMatchObject({ code: "too_large" });
    expect(await failure(picture, [pageWithoutWords(1)])).toMatchObject({
      code: "no_extractable_text",
      message: "No text was found on the picture.",
    });
  });
});
