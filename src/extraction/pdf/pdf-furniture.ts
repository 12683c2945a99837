import { bodySize, lineText, type PdfLine } from "./pdf-line.ts";

/** Lines at the head and foot of a page that may be furniture. */
const outermost = 2;
/** Points by which a running head may move from page to page. */
const drift = 3;

interface Candidate {
  readonly line: PdfLine;
  /** Its words, in lower case. */
  readonly text: string;
  readonly place: "head" | "foot";
}

/**
 * The lines that belong to the page and not to the text: running heads and feet, which stand at the same place on
 * several pages with the same words (numbers aside), and page numbers. What is larger than the text is a heading,
 * unless most pages have it word for word, the number of the page aside.
 */
export function pageFurniture(pages: readonly (readonly PdfLine[])[]): ReadonlySet<PdfLine> {
  const largest = bodySize(pages.flat()) * 1.05;
  const candidates = pages.flatMap(candidatesOf);
  const small = candidates.filter(({ line }) => line.size <= largest);
  const furniture = new Set(small.filter(({ text }) => isPageNumber(text)).map(({ line }) => line));
  for (const { line } of runningLines(small)) furniture.add(line);
  const common = Math.max(3, pages.length * 0.6);
  for (const alike of grouped(candidates, ({ line, text, place }) => `${place} ${withoutPage(text, line.page)}`)) {
    if (alike.length >= common) for (const { line } of alike) furniture.add(line);
  }
  return furniture;
}

/** Feet that count the pages differ in that number alone. */
const withoutPage = (text: string, page: number) => text.replace(new RegExp(`\\b${page}\\b`), "#");

/**
 * Lines that repeat from page to page, and the lines in the same place on other pages, such as the next chapter's running
 * head.
 */
function runningLines(candidates: readonly Candidate[]): Candidate[] {
  const groups = grouped(candidates, ({ text, place }) => `${place} ${text.replace(/\d+/g, "#")}`);
  const repeated = groups.flatMap((alike) =>
    alike.filter(({ line }, i) => repeats(line, [alike[i - 1], alike[i + 1]])),
  );
  if (repeated.length < 3) return repeated;
  const slots = new Set(repeated.map(slotOf));
  return candidates.filter((candidate) => slots.has(slotOf(candidate)));
}

/** Groups keep the order of the pages. */
function grouped(candidates: readonly Candidate[], keyOf: (candidate: Candidate) => string): Candidate[][] {
  const groups = new Map<string, Candidate[]>();
  for (const candidate of candidates) {
    const key = keyOf(candidate);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [candidate]);
    else group.push(candidate);
  }
  return [...groups.values()];
}

function candidatesOf(lines: readonly PdfLine[]): Candidate[] {
  const sorted = [...lines].sort((one, other) => one.y - other.y);
  const most = Math.min(outermost, Math.floor(sorted.length / 2));
  const candidate = (place: Candidate["place"]) => (line: PdfLine) => ({
    line,
    place,
    text: lineText(line).toLowerCase().replace(/\s+/g, " "),
  });
  return [
    ...sorted.slice(0, most).map(candidate("head")),
    ...sorted.slice(sorted.length - most).map(candidate("foot")),
  ];
}

/** A slot is a baseline with a size. */
const slotOf = ({ line, place }: Candidate) => `${place} ${Math.round(line.y)} ${line.size.toFixed(1)}`;

/** At the same height on the next page or the one after it: left and right pages differ. */
function repeats(line: PdfLine, neighbours: readonly (Candidate | undefined)[]): boolean {
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
