import { describe, expect, test } from "bun:test";
import { extract } from "../../src/extraction/extract.ts";
import { lines, type Page, read, told } from "../support/documents/pdf-pages.ts";
import { type PdfText, pdf } from "../support/documents/pdf-writer.ts";

describe("titles", () => {
  const titleOf = async (pages: readonly Page[], title: string) =>
    (await extract({ bytes: pdf(pages, { title }), filename: "a.pdf", declaredType: null })).document.title;
  const body = lines(told(1, 20), 72, 600);
  const cover = [
    { text: "Standards of", x: 72, y: 740, size: 30 },
    { text: "Ethical Conduct", x: 72, y: 705, size: 30 },
    ...body,
  ];

  test("a property that is cut short, or is a template's or a file's name, gives way to what the page shows", async () => {
    expect(await titleOf([cover], "Standards of")).toBe("Standards of Ethical Conduct");
    expect(await titleOf([cover], "Budget of the town 2009")).toBe("Standards of Ethical Conduct");
    expect(await titleOf([cover], "Ethical conduct: standards")).toBe("Ethical conduct: standards");
    expect(await titleOf([body], "final-report_v3.pdf")).toBeNull();
    expect(await titleOf([body], "03/06/01")).toBeNull();
    expect(await titleOf([body], "Microsoft Word - We spoke.docx")).toBe("We spoke");
  });

  test("the heading of the first section is none", async () => {
    const section = (name: string, y: number): PdfText[] => [
      { text: name, x: 72, y, size: 16 },
      ...lines(told(y, 4), 72, y - 20),
    ];
    expect(await titleOf([[...section("Name", 740), ...section("Synopsis", 600)]], "")).toBeNull();
    expect(await titleOf([section("1. Purpose", 740)], "")).toBeNull();
    const rules = { text: "2030 Rules of the Harbour", x: 72, y: 760, size: 16 };
    const contents: PdfText[] = [{ text: "Contents", x: 72, y: 740, size: 16 }, ...body];
    const articles = [...section("Article I", 740), ...section("Article II", 600)];
    expect(await titleOf([contents, [rules, ...articles]], "")).toBe("2030 Rules of the Harbour");
  });

  test("a numbered heading right below the title is no part of it", async () => {
    const page = [
      ...lines(["Rules of", "the Harbour", "1. Purpose"], 72, 740, { size: 11.5 }),
      ...lines(told(1, 20), 72, 700),
    ];
    const { blocks, text } = await read([page]);
    const headings = blocks.filter(({ kind }) => kind === "heading").map(({ start, end }) => text.slice(start, end));
    expect(headings).toEqual(["Rules of the Harbour", "1. Purpose"]);
  });
});
