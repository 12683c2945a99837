import { bodySize, lineText, type PdfLine } from "./pdf-line.ts";

/** Baselines at the head and foot of a page whose lines may be furniture. */
const outermost = 2;
/** A head or foot of more lines is found from the outside in, this many times. */
const mostRounds = 3;
/** Lines of one head or foot stand this near, in ems. */
const near = 1.8;
/** Left, in the middle and right; more are a table's. */
const mostParts = 3;
/** Rows of a table stand this near, in ems. */
const nextRow = 2;
/** Points by which a running head may move from page to page. */
const drift = 3;

interface MarginLine {
  readonly line: PdfLine;
  /** Its words, in lower case. */
  readonly text: string;
  readonly place: "head" | "foot";
}

/**
 * The lines that belong to the page and not to the text: running heads and feet, which stand at the same place on
 * several pages with the same words (numbers aside), and page numbers. What is larger than the text is a heading,
 * unless most pages have it word for word, the number of the page aside, or it counts the pages.
 */
export function pageFurniture(pages: readonly (readonly PdfLine[])[]): ReadonlySet<PdfLine> {
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
  const alike = grouped(candidates, ({ line, text, place }) => countingPages(`${place} ${text}`, line.page));
  const numbers = candidates.filter(({ text }) => isPageNumber(text));
  const counted = grouped(numbers, ({ line, text }) => [String(Number(/\d+/.exec(text)?.[0]) - line.page)]);
  return [
    ...small.filter(({ text }) => isPageNumber(text)),
    ...runningLines(small),
    ...alike.filter(({ length }) => length >= common).flat(),
    ...counted.filter((group) => new Set(group.map(({ line }) => line.page)).size >= 3).flat(),
  ];
}

/** Numbers of a line of which one may count the pages; those of sections do not. */
const mostNumbers = 6;

/** The text as it stands, and with each of its numbers in turn as the distance to the number of the page. */
function countingPages(text: string, page: number): string[] {
  const numbers = [...text.matchAll(/(?<![\d.])\d+(?![\d.])/g)].slice(0, mostNumbers);
  const counted = numbers.map(
    ({ 0: digits, index }) => `${text.slice(0, index)}#${Number(digits) - page}#${text.slice(index + digits.length)}`,
  );
  return [text, ...counted];
}

/**
 * Lines that repeat from page to page, and the lines in the same place on other pages, such as the next chapter's running
 * head.
 */
function runningLines(candidates: readonly MarginLine[]): MarginLine[] {
  const groups = grouped(candidates, ({ text, place }) => [`${place} ${text.replace(/\d+/g, "#")}`]);
  const repeated = groups.flatMap((alike) =>
    alike.filter(({ line }, i) => repeats(line, [alike[i - 1], alike[i + 1]])),
  );
  if (repeated.length < 3) return repeated;
  const slots = new Set(repeated.map(slotOf));
  return candidates.filter((candidate) => slots.has(slotOf(candidate)));
}

/** Groups keep the order of the pages. */
function grouped(
  candidates: readonly MarginLine[],
  keysOf: (candidate: MarginLine) => readonly string[],
): MarginLine[][] {
  const groups = new Map<string, MarginLine[]>();
  for (const candidate of candidates) {
    for (const key of keysOf(candidate)) {
      const group = groups.get(key);
      if (group === undefined) groups.set(key, [candidate]);
      else group.push(candidate);
    }
  }
  return [...groups.values()];
}

/**
 * Lines at the head and foot that are no row of a table. At most half of the lines of a page are furniture, but of a page of one line that too. Those left
 * after a round are the next lines of a head or foot, not far from it.
 */
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

/** A row of more parts than a head has, or of as many beside another. */
function isInTable(line: PdfLine, all: readonly PdfLine[]): boolean {
  const parts = line.segments.length;
  if (parts < 2 || parts > mostParts) return parts > mostParts;
  return all.some(({ y, segments }) => {
    const isNext = y !== line.y && Math.abs(y - line.y) <= nextRow * line.size;
    return isNext && segments.length > 1 && Math.max(segments.length, parts) >= mostParts;
  });
}

/** A slot is a baseline with a size. */
const slotOf = ({ line, place }: MarginLine) => `${place} ${Math.round(line.y)} ${line.size.toFixed(1)}`;

/** At the same height on the next page or the one after it: left and right pages differ. */
function repeats(line: PdfLine, neighbours: readonly (MarginLine | undefined)[]): boolean {
  return neighbours.some((other) => {
    if (other === undefined) return false;
    const apart = Math.abs(other.line.page - line.page);
    return apart >= 1 && apart <= 2 && Math.abs(other.line.y - line.y) <= drift;
  });
}

function isPageNumber(text: string): boolean {
  if (text.length > 40) return false;
  return /^[\s\-–—|[(]*(?:(?:page|seite|página|p\.?)\s*)?(?:\d{1,5}|[ivxlc]{1,7})(?:\s*(?:\/|of|von|de)\s*\d{1,5})?[\s\-–—|\])]*$/.test(
    text,
  );
}
