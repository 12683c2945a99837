import { extract } from "../../../src/extraction/extract.ts";
import type { Document } from "../../../src/sources/document.ts";
import { expectWellFormed } from "./document-outline.ts";
import { type PdfText, pdf } from "./pdf-writer.ts";

export type Page = readonly PdfText[];

export async function read(pages: readonly Page[]): Promise<Document> {
  const { document } = await extract({ bytes: pdf(pages), filename: "a.pdf", declaredType: null });
  expectWellFormed(document);
  return document;
}

/** Lines one below the other. */
export function lines(texts: readonly string[], x: number, y: number, look: Partial<PdfText> = {}): PdfText[] {
  return texts.map((text, i) => ({ text, x, y: y - i * 12, ...look }));
}

const things = [
  "pumps",
  "valves",
  "filters",
  "seals",
  "hoses",
  "motors",
  "rods",
  "lids",
  "tanks",
  "gauges",
  "bolts",
  "wires",
];

/** Sentences that tell their place: of the first column or page, and so on. */
export const told = (column: number, count: number) =>
  Array.from({ length: count }, (_, i) => `We spoke of ${things[column]} as item ${i}.`);

/** The share of a list's neighbours that are neighbours in a text, in that order. */
export function inOrder(text: string, expected: readonly string[]): number {
  const found = expected.filter((each) => text.includes(each));
  const ranks = new Map(
    found.sort((one, other) => text.indexOf(one) - text.indexOf(other)).map((each, i) => [each, i]),
  );
  const right = expected.filter((each, i) => i > 0 && ranks.get(each) === ranks.get(expected[i - 1]!)! + 1).length;
  return right / (expected.length - 1);
}

/** Rows of a table; cells of several lines are arrays, drawn cell by cell. */
export type Cell = string | readonly string[];
export function rows(
  table: readonly (readonly Cell[])[],
  at: { xs: readonly number[]; y: number },
  look: Partial<PdfText> = {},
) {
  const texts: PdfText[] = [];
  let { y } = at;
  for (const cells of table) {
    const top = y;
    const tallest = Math.max(...cells.map((cell) => (typeof cell === "string" ? 1 : cell.length)));
    for (const [i, cell] of cells.entries()) texts.push(...lines([cell].flat(), at.xs[i]!, top, look));
    y -= tallest * 12 + 6;
  }
  return texts;
}

/** The same page as programs write it that draw from top to bottom, whatever stands beside. */
export const drawnByLine = (page: Page) => [...page].sort((one, other) => other.y - one.y || one.x - other.x);
