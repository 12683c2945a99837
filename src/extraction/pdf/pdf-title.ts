import { chooseTitle } from "../document-builder.ts";
import type { PdfHeadings } from "./pdf-headings.ts";
import { lineText, type PdfLine } from "./pdf-line.ts";

/** Lines that may contain the words of the title property. */
const firstLines = 120;
const leastFound = 0.6;
const nextLine = 2;

const coverLines = 8;

const section =
  /^(?:[\d§]|[A-Z]\.\d|(?:table of )?contents$|table des mati[èe]res$|inhalt|[íi]ndice$|abstract$|(?:chapter|annex|appendix|part)\s)/iu;

/** Properties are often a template's or cut short, so the first pages must contain their words. */
export function pdfTitle(property: string | null, lines: readonly PdfLine[], headings: PdfHeadings): string | null {
  const shown = shownTitle(lines, headings);
  const written = property?.trim() ?? "";
  if (shown === null) return chooseTitle(written, "") || null;
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

/** Lines of the first page in a size that only sections and text behind a cover share. */
function shownTitle(lines: readonly PdfLine[], headings: PdfHeadings): string | null {
  const page = lines[0]?.page;
  const first = lines.filter((line) => line.page === page && headings.levelOf(line) > 0);
  const size = first.reduce((largest, line) => Math.max(largest, line.size), 0);
  const from = first.findIndex((line) => line.size === size);
  const parts = first.slice(from, from + 1);
  for (const line of first.slice(from + 1)) {
    if (line.size !== size || line.y - parts.at(-1)!.y > nextLine * size) break;
    parts.push(line);
  }
  const text = parts.map((line) => lineText(line)).join(" ");
  const others = lines.filter((line) => line.size === size && headings.levelOf(line) > 0 && !parts.includes(line));
  const isCover = lines.filter((line) => line.page === page).length <= coverLines;
  const isOwn = others.every(
    (line) => text.includes(lineText(line)) || (line.page !== page && (isCover || section.test(lineText(line)))),
  );
  return isOwn && text.length > 1 && !section.test(text) ? text : null;
}
