import { chooseTitle, withoutProgram } from "../document-builder.ts";
import type { PdfHeadings } from "./pdf-headings.ts";
import { lineText, type PdfLine } from "./pdf-line.ts";

/** Lines that may contain the words of the title property. */
const firstLines = 120;
const leastFound = 0.6;
const nextLine = 2;

const coverLines = 8;

const contents = /^(?:(?:table of )?contents|table des mati[èe]res|inhalt(?:sverzeichnis)?|[íi]ndice)$/iu;
const section =
  /^(?:§|\d{1,3}(?:[./)\s]|$)|[A-Z]\.\d|abstract$|(?:chapter|annex|appendix|part|article|artikel|section|abschnitt|kapitel|teil)\s)/iu;

/** Properties are often a template's or cut short, so the first pages must contain their words. */
export function pdfTitle(property: string | null, lines: readonly PdfLine[], headings: PdfHeadings): string | null {
  const shown = shownTitle(lines, headings);
  const written = property?.trim() ?? "";
  const file = withoutProgram(written);
  if (shown === null) return chooseTitle(written, file !== written && isSaid(file, lines) ? file : "") || null;
  if (shown.toLowerCase().startsWith(written.toLowerCase()) || !isSaid(written, lines)) return shown;
  return chooseTitle(written, shown);
}

function isSaid(title: string, lines: readonly PdfLine[]): boolean {
  const said = lines
    .slice(0, firstLines)
    .map((line) => lineText(line))
    .join(" ")
    .toLowerCase();
  const words = title.toLowerCase().match(/[\p{L}\p{N}]{2,}/gu) ?? [];
  return words.filter((word) => said.includes(word)).length >= leastFound * words.length;
}

/** Lines of the first page, contents apart, in a size that only sections and text behind a cover share. */
function shownTitle(lines: readonly PdfLine[], headings: PdfHeadings): string | null {
  const headed = lines.filter((line) => headings.levelOf(line) > 0);
  const isFirst = lines[0]?.page === headed[0]?.page && contents.test(lineText(headed[0]!));
  const page = isFirst ? headed.find((line) => !contents.test(lineText(line)))?.page : lines[0]?.page;
  const first = headed.filter((line) => line.page === page);
  const size = first.reduce((largest, line) => Math.max(largest, line.size), 0);
  const from = first.findIndex((line) => line.size === size);
  const parts = first.slice(from, from + 1);
  for (const line of first.slice(from + 1)) {
    if (line.size !== size || isSection(lineText(line)) || line.y - parts.at(-1)!.y > nextLine * size) break;
    parts.push(line);
  }
  const text = parts.map((line) => lineText(line)).join(" ");
  const others = headed.filter((line) => line.size === size && !parts.includes(line));
  const isCover = lines.filter((line) => line.page === page).length <= coverLines;
  const isOwn = others.every(
    (line) => text.includes(lineText(line)) || isSection(lineText(line)) || (line.page !== page && isCover),
  );
  return isOwn && text.length > 1 && !isSection(text) ? text : null;
}

const isSection = (text: string) => section.test(text) || contents.test(text);
