import { bodySize, lineText, type PdfLine } from "./pdf-line.ts";

/** Lines at the head and foot of a page that may be furniture. */
const outermost = 2;
/** Points by which a running head may move from page to page. */
const drift = 3;

interface Candidate {
  readonly line: PdfLine;
  readonly key: string;
  /** Head or foot, and how far in. */
  readonly place: string;
}

/**
 * The lines that belong to the page and not to the text: running heads and feet, which stand at the same place on
 * several pages with the same words (numbers aside), and page numbers. What is larger than the
 * text is a heading, unless most pages have it.
 */
export function pageFurniture(pages: readonly (readonly PdfLine[])[]): ReadonlySet<PdfLine> {
  const largest = bodySize(pages.flat()) * 1.05;
  const candidates = pages.flatMap(candidatesOf);
  const seen = new Map<string, PdfLine[]>();
  for (const { key, place, line } of candidates) {
    const alike = seen.get(`${place} ${key}`) ?? [];
    seen.set(`${place} ${key}`, alike);
    alike.push(line);
  }
  const repeated = candidates.filter(({ key, place, line }) => {
    const alike = seen.get(`${place} ${key}`) ?? [];
    return line.size <= largest ? repeats(alike, line) : alike.length >= 3 && alike.length > pages.length / 2;
  });
  const slots = new Set(repeated.map(({ line, place }) => slotOf(line, place)));
  const inSlot = ({ line, place }: Candidate) => slots.has(slotOf(line, place));
  const furniture = new Set(repeated.map(({ line }) => line));
  for (const candidate of candidates) {
    if (isPageNumber(candidate.key) || (candidate.line.size <= largest && repeated.length >= 3 && inSlot(candidate)))
      furniture.add(candidate.line);
  }
  return furniture;
}

function candidatesOf(lines: readonly PdfLine[]): Candidate[] {
  const sorted = [...lines].sort((one, other) => one.y - other.y);
  const most = Math.min(outermost, Math.floor(sorted.length / 2));
  const head = sorted.slice(0, most).map((line) => ({ line, key: keyOf(line), place: "head" }));
  const foot = sorted.slice(sorted.length - most).map((line) => ({ line, key: keyOf(line), place: "foot" }));
  return [...head, ...foot];
}

const keyOf = (line: PdfLine) => lineText(line).toLowerCase().replace(/\d+/g, "#").replace(/\s+/g, " ");

/** A slot is a baseline with a size: what stands there on one page may say another chapter on the next. */
const slotOf = (line: PdfLine, place: string) => `${place} ${Math.round(line.y)} ${line.size.toFixed(1)}`;

/** The same words at the same height on the next page or the one after it (left and right pages differ). */
function repeats(alike: readonly PdfLine[], line: PdfLine): boolean {
  return alike.some((other) => {
    const apart = Math.abs(other.page - line.page);
    return apart >= 1 && apart <= 2 && Math.abs(other.y - line.y) <= drift;
  });
}

function isPageNumber(key: string): boolean {
  return /^[\s\-–—|[(]*(?:(?:page|seite|página|p\.?)\s*)?(?:#|[ivxlc]{1,7})(?:\s*(?:\/|of|von|de)\s*#)?[\s\-–—|\])]*$/.test(
    key,
  );
}
