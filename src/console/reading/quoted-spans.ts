/** Finds a quote in the words that a PDF page draws. Spaces, hyphens and signs differ between the two, letters and digits do not. */

/** Shares of the page's width and height, from the top left. */
export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface PageRun extends Box {
  readonly text: string;
}

/** Half-open, in letters and digits of the page. */
type LetterSpan = readonly [start: number, end: number];

interface WantedSpan {
  readonly quote: string;
  /** What the page's text has in front of it; a quote that stands there too is not meant. */
  readonly before: string;
}

/** Letters and digits of the shortest part of a quote that is looked for, and of the longest quote. */
const [leastPart, longestQuote] = [12, 4000];

/** Finds the whole quote, or its longest parts if the page orders its lines differently. @returns `rest`: what follows the last part that was found */
export function quotedSpans(
  runs: readonly PageRun[],
  { quote, before }: WantedSpan,
): { readonly spans: readonly LetterSpan[]; readonly rest: string } {
  const page = runs.map(({ text }) => lettersOf(text)).join("");
  const wanted = lettersOf(quote).slice(0, longestQuote);
  const whole = occurrence(page, wanted, count(lettersOf(before), wanted));
  if (wanted === "" || whole >= 0) return { spans: [[whole, whole + wanted.length]], rest: "" };
  const spans: LetterSpan[] = [];
  let at = 0;
  let end = 0;
  while (at + leastPart <= wanted.length) {
    const length = longestFound(page, wanted.slice(at));
    if (length > 0) {
      const start = page.indexOf(wanted.slice(at, at + length));
      spans.push([start, start + length]);
      end = at + length;
    }
    at += Math.max(1, length);
  }
  return { spans, rest: wanted.length - end < leastPart ? "" : wanted.slice(end) };
}

const lettersOf = (text: string) =>
  text
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, "");

function count(text: string, wanted: string): number {
  return wanted === "" ? 0 : text.split(wanted).length - 1;
}

function occurrence(text: string, wanted: string, behind: number): number {
  let at = text.indexOf(wanted);
  for (let n = 0; n < behind; n++) {
    const next = text.indexOf(wanted, at + 1);
    if (next < 0) break;
    at = next;
  }
  return at;
}

/** The length of the longest beginning of a text that the page has; 0 if that is too short. */
function longestFound(page: string, text: string): number {
  if (!page.includes(text.slice(0, leastPart))) return 0;
  let [found, missing] = [leastPart, text.length + 1];
  while (missing - found > 1) {
    const middle = (found + missing) >> 1;
    if (page.includes(text.slice(0, middle))) found = middle;
    else missing = middle;
  }
  return found;
}

export function boxesOf(runs: readonly PageRun[], spans: readonly LetterSpan[]): readonly Box[] {
  const boxes: Box[] = [];
  let at = 0;
  for (const { text, x, y, width, height } of runs) {
    const length = lettersOf(text).length;
    for (const [start, end] of spans) {
      const [from, to] = [Math.max(start - at, 0) / length, Math.min(end - at, length) / length];
      if (to > from) addBox(boxes, { x: x + from * width, y, width: (to - from) * width, height });
    }
    at += length;
  }
  return boxes;
}

function addBox(boxes: Box[], box: Box): void {
  const last = boxes.at(-1);
  const isBeside =
    last !== undefined &&
    Math.abs(last.y - box.y) < box.height / 2 &&
    box.x >= last.x &&
    box.x - last.x - last.width < box.height * 2;
  if (isBeside)
    boxes[boxes.length - 1] = { ...last, width: box.x + box.width - last.x, height: Math.max(last.height, box.height) };
  else boxes.push(box);
}
