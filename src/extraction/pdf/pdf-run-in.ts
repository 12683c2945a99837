import { lineText, type PdfLine } from "./pdf-line.ts";

/** `3. Membership dues: Members pay …` */
const runIn = /^(\d{1,3})\.\s+\p{Lu}[^.:;!?]{2,80}:(?=\s|$)/u;
const fewest = 3;
/** Lines of a rule, on average; items with names are shorter. */
const usualLines = 5;
/** Rules without a name between two with one. */
const mostNameless = 2;

/** Numbered rules whose names stand in the first line of their text, with the length of each name. */
export function runInHeadings(lines: readonly PdfLine[]): ReadonlyMap<PdfLine, number> {
  const found = new Map<PdfLine, number>();
  let [number, first, last] = [0, 0, 0];
  for (const [i, line] of lines.entries()) {
    const [name = "", written] = runIn.exec(lineText(line)) ?? [];
    const ahead = Number(written) - number;
    if (name === "" || ahead < 1 || ahead > mostNameless + 1) continue;
    if (number === 0) first = i;
    [number, last] = [Number(written), i];
    found.set(line, name.length);
  }
  const isText = last - first >= usualLines * (found.size - 1);
  return found.size >= fewest && isText ? found : new Map();
}
