/** Running heads and feet, page numbers, and dotted lines of contents. */
import { linesOf } from "../normal-text.ts";

/** A line on fewer pages is no furniture. */
const leastPages = 3;
const reach = 3;

const widestGap = 60;

const pageMark = /(?:\[|\b)page\s+(?:\d{1,4}|[ivxlc]{1,6})\]?(?:\s+(?:of|\/)\s+\d{1,4})?$/i;
const dotted = /(?:\.{4,}|(?:\s\.){2,})\s*(?:\d{1,4}|[ivxlc]{1,6})$/;

/** Furniture becomes blank lines, and halves of a paragraph around a page break are joined. Linear. */
export function withoutFurniture(source: string): string[] {
  const lines = linesOf(source.includes("\f") ? source.replaceAll("\f", "\n\f\n") : source);
  const breaks = /\f|page/i.test(source) ? breaksOf(lines) : [];
  if (breaks.length >= leastPages) removeRunning(lines, breaks);
  const kept = source.includes("\f") || breaks.length > 0 ? lines.filter((line) => line !== "\f") : lines;
  return /\.{4}|\s\.\s\./.test(source) ? withoutContents(kept) : kept;
}

/** Form feeds, lines with a page number, and the ends of the text. */
function breaksOf(lines: readonly string[]): number[] {
  const feeds = lines.flatMap((line, i) => (line === "\f" ? [i] : []));
  const isMark = (line: string) => line.length <= 200 && /page/i.test(line) && pageMark.test(line.trimEnd());
  const breaks = feeds.length > 0 ? feeds : lines.flatMap((line, i) => (isMark(line) ? [i] : []));
  return breaks.length === 0 ? [] : [-1, ...breaks, lines.length];
}

function removeRunning(lines: string[], breaks: readonly number[]): void {
  const around = breaks.map((at) => [
    ...beside(lines, at, -1),
    ...beside(lines, at, 1),
    ...(isGap(lines[at] ?? "") ? [] : [at]),
  ]);
  // Once for each line, also between two breaks.
  const forms = new Map<number, string>();
  const pages = new Map<string, number>();
  for (const at of new Set(around.flat())) {
    const form = formOf(lines[at]!);
    forms.set(at, form);
    pages.set(form, (pages.get(form) ?? 0) + 1);
  }
  const fewest = Math.max(leastPages, breaks.length / 3);
  for (const [i, places] of around.entries()) {
    const found = places.filter((at) => pages.get(forms.get(at)!)! >= fewest);
    for (const at of found) lines[at] = "";
    if (found.length > 0 && breaks[i]! >= 0 && breaks[i]! < lines.length) close(lines, breaks[i]!);
  }
}

function beside(lines: readonly string[], at: number, step: number): number[] {
  const found: number[] = [];
  for (
    let i = at + step;
    i >= 0 && i < lines.length && found.length < reach && Math.abs(i - at) <= 4 * reach;
    i += step
  ) {
    if (lines[i] === "\f") break;
    if (lines[i]!.trim() !== "") found.push(i);
  }
  return found;
}

const formOf = (line: string) =>
  line
    .slice(0, 200)
    .replace(/\d+|\b[ivxlc]+\b/g, "#")
    .replace(/\s+/g, " ")
    .trim();

function close(lines: string[], at: number): void {
  let before = at;
  while (before > Math.max(0, at - widestGap) && isGap(lines[before]!)) before--;
  let after = at;
  while (after < Math.min(lines.length - 1, at + widestGap) && isGap(lines[after]!)) after++;
  const goesOn = /[\p{L}\p{N},;)-]\s*$/u.test(lines[before]!) && /^\s*[\p{Ll}(]/u.test(lines[after]!);
  if (goesOn) for (let i = before + 1; i < after; i++) lines[i] = "\f";
}

const isGap = (line: string) => line === "\f" || line.trim() === "";

/** Tables of contents repeat headings and answer nothing. */
function withoutContents(lines: readonly string[]): string[] {
  const isContents = lines.map(
    (line) => line.length <= 300 && line.includes(".") && /[\divxlc]$/.test(line) && dotted.test(line),
  );
  return isContents.filter(Boolean).length < leastPages
    ? [...lines]
    : lines.map((line, i) => (isContents[i] ? "" : line));
}
