import { bodySize, lineText, type PdfLine } from "./pdf-line.ts";
import type { OrderedPage, TaggedPart } from "./pdf-tags.ts";

const outermost = 2;
/** Taller heads and feet are found from the outside in. */
const mostRounds = 3;
/** Ems between lines of one head or foot. */
const near = 1.8;
const mostParts = 3;
/** Ems between rows of a table. */
const nextRow = 2;
/** Points by which a running head may move. */
const drift = 3;

interface MarginLine {
  readonly line: PdfLine;
  readonly text: string;
  readonly place: "head" | "foot";
}

export function withoutFurniture(pages: readonly OrderedPage[]): OrderedPage[] {
  const furniture = pageFurniture(pages.map(({ lines }) => lines));
  const kept = (lines: readonly PdfLine[]) => lines.filter((line) => !furniture.has(line));
  const keptOf = (part: TaggedPart): TaggedPart => ({ ...part, lines: kept(part.lines) });
  return pages.map(({ lines, tagged }) => ({
    lines: kept(lines),
    tagged: tagged?.map((block) => ("rows" in block ? block : keptOf(block))) ?? null,
  }));
}

/** Equal lines, but for numbers, at one place on several pages. Large ones on few pages are headings. */
function pageFurniture(pages: readonly (readonly PdfLine[])[]): ReadonlySet<PdfLine> {
  const largest = bodySize(pages.flat()) * 1.05;
  const furniture = new Set<PdfLine>();
  for (let round = 0; round < mostRounds; round++) {
    const known = furniture.size;
    const candidates = pages.flatMap((lines) => candidatesOf(lines, furniture));
    for (const { line } of furnitureAmong(candidates, largest, pages.length)) furniture.add(line);
    if (furniture.size === known) break;
  }
  return furniture;
}

function furnitureAmong(candidates: readonly MarginLine[], largest: number, pages: number): MarginLine[] {
  const small = candidates.filter(({ line }) => line.size <= largest);
  const common = Math.max(3, pages * 0.4);
  const alike = grouped(candidates, countingPages);
  const numbers = candidates.filter(({ text }) => isPageNumber(text));
  const counted = grouped(numbers, ({ line, text }) => [String(Number(/\d+/.exec(text)?.[0]) - line.page)]);
  return [
    ...small.filter(({ text }) => isPageNumber(text)),
    ...runningLines(small),
    ...alike.filter(({ length }) => length >= common).flat(),
    ...counted.filter((group) => new Set(group.map(({ line }) => line.page)).size >= 3).flat(),
  ];
}

/** Numbers of a line, of which one may count the pages. */
const mostNumbers = 6;

const pageWords = "page|seite|página|p\\.?";
/** A heading rather than a running head, whose page number stands behind its text, at the other margin, or at the foot. */
const numberedLabel = new RegExp(`^(?!(?:${pageWords})[\\s\\d])(?:\\p{L}+\\.?|§)\\s*\\d`, "u");

/** The text, and, unless it is a heading such as "Question 3", with each number in turn replaced by its distance to the page's. */
function countingPages({ line: { page, segments }, text, place }: MarginLine): string[] {
  if (place === "head" && segments.length === 1 && numberedLabel.test(text)) return [`${place} ${text}`];
  const numbers = [...text.matchAll(/(?<![\d.])\d+(?![\d.])/g)].slice(0, mostNumbers);
  const counted = numbers.flatMap(({ 0: digits, index }) => {
    const [before, after] = [text.slice(0, index), text.slice(index + digits.length)];
    // Two where each page shows two of a book.
    return [1, 2].map((step) => `${before}#${step}/${Number(digits) - step * page}#${after}`);
  });
  return [text, ...counted].map((form) => `${place} ${form}`);
}

/** Repeated lines, three where only a number counts the pages, and lines at their place elsewhere, such as the next chapter's running head. */
function runningLines(candidates: readonly MarginLine[]): MarginLine[] {
  const groups = grouped(candidates, countingPages);
  const same = groups.filter(({ length, 0: one, 1: other }) => length >= 3 || one?.text === other?.text);
  const repeated = same.flatMap((alike) => alike.filter(({ line }, i) => repeats(line, [alike[i - 1], alike[i + 1]])));
  if (repeated.length < 3) return repeated;
  const slots = new Set(repeated.map(slotOf));
  return candidates.filter((candidate) => slots.has(slotOf(candidate)));
}

function grouped(
  candidates: readonly MarginLine[],
  keysOf: (candidate: MarginLine) => readonly string[],
): MarginLine[][] {
  const keyed = candidates.flatMap((candidate) => keysOf(candidate).map((key) => ({ key, candidate })));
  return [...Map.groupBy(keyed, ({ key }) => key).values()].map((some) => some.map(({ candidate }) => candidate));
}

/** At most half of a page's lines, but the only line of one. After the first round, lines next to furniture. */
function candidatesOf(all: readonly PdfLine[], known: ReadonlySet<PdfLine>): MarginLine[] {
  const furniture = all.filter((line) => known.has(line));
  const sorted = all.filter((line) => !known.has(line)).sort((one, other) => one.y - other.y);
  const most = Math.max(1, Math.floor(sorted.length / 2));
  const baselines = [...new Set(sorted.map((line) => Math.round(line.y)))];
  const head = baselines[outermost - 1] ?? Number.POSITIVE_INFINITY;
  const foot = baselines.at(-outermost) ?? Number.NEGATIVE_INFINITY;
  const isCandidate = (line: PdfLine) =>
    !isInTable(line, all) && (known.size === 0 || furniture.some(({ y }) => Math.abs(y - line.y) <= near * line.size));
  const candidate = (place: MarginLine["place"]) => (line: PdfLine) => ({
    line,
    place,
    text: lineText(line).toLowerCase().replace(/\s+/g, " "),
  });
  const heads = sorted.slice(0, most).filter((line) => Math.round(line.y) <= head);
  const feet = sorted.slice(sorted.length - most).filter((line) => Math.round(line.y) >= foot);
  return [...heads.filter(isCandidate).map(candidate("head")), ...feet.filter(isCandidate).map(candidate("foot"))];
}

function isInTable(line: PdfLine, all: readonly PdfLine[]): boolean {
  const parts = line.segments.length;
  if (parts < 2 || parts > mostParts) return parts > mostParts;
  return all.some(({ y, segments }) => {
    const isNext = y !== line.y && Math.abs(y - line.y) <= nextRow * line.size;
    return isNext && segments.length > 1 && Math.max(segments.length, parts) >= mostParts;
  });
}

const slotOf = ({ line, place }: MarginLine) => `${place} ${Math.round(line.y)} ${line.size.toFixed(1)}`;

/** On the next page or the one after, because left and right pages differ. */
function repeats(line: PdfLine, neighbours: readonly (MarginLine | undefined)[]): boolean {
  return neighbours.some((other) => {
    if (other === undefined) return false;
    const apart = Math.abs(other.line.page - line.page);
    return apart >= 1 && apart <= 2 && Math.abs(other.line.y - line.y) <= drift;
  });
}

const pageNumber = new RegExp(
  `^[\\s\\-–—|[(]*(?:(?:${pageWords})\\s*)?(?:\\d{1,5}|[ivxlc]{1,7})(?:\\s*(?:/|of|von|de)\\s*\\d{1,5})?[\\s\\-–—|\\])]*$`,
);

const isPageNumber = (text: string) => text.length <= 40 && pageNumber.test(text);
