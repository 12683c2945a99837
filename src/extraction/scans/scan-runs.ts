/** The words of recognised pages as runs, so that columns, headings and tables are found as those of a PDF's own text. */
import { isSpaceless } from "../../language/text/scripts.ts";
import type { RecognisedPage, RecognisedWord } from "../../sources/ports/recognised-page.ts";
import type { PdfRun } from "../pdf/pdf-line.ts";

/** What the library reads where a table has lines between its columns. */
const verticalRule = /^["'‘’“”]?[|¦]+["'‘’“”]?$/;

/** A word is a run with its space, as words of a scan may stand close; those of scripts without spaces reach to the next. */
export function scanRuns(pages: Iterable<RecognisedPage>): ReadonlyMap<number, readonly PdfRun[]> {
  const all = [...pages].map(({ page, words }) => ({ page, words, sizes: lineSizes(words) }));
  const settled = settledSizes(all);
  return new Map(
    all.map(({ page, words, sizes }) => [page, runsOf(words, ({ line }) => settled.get(sizes.get(line)!)!)] as const),
  );
}

function runsOf(words: readonly RecognisedWord[], sizeOf: (word: RecognisedWord) => number): PdfRun[] {
  const first = words.map(({ line }, order) => words[order - 1]?.line !== line);
  const bullets = new Set(words.filter((word, order) => first[order] && isBullet(word, words[order + 1])));
  const edges = new Set([...bullets].map(({ left }) => Math.round(left)));
  const look = { font: "scan", monospaced: false };
  return words.flatMap((word, order): PdfRun[] => {
    const { text, line, left: x, right, baseline: y } = word;
    if (verticalRule.test(text)) return [];
    const run = { ...look, x, y, size: sizeOf(word), order };
    if (bullets.has(word)) return [{ ...run, text: "• ", right }];
    const next = words[order + 1];
    if (next?.line === line && next.left - right < word.size && isSpaceless(text, next.text))
      return [{ ...run, text, right: Math.max(right, next.left) }];
    if (!first[order] || !clinging.test(text) || !standsAt(edges, x)) return [{ ...run, text: `${text} `, right }];
    const middle = Math.min(right, x + run.size);
    return [
      { ...run, text: "• ", right: middle },
      { ...run, text: `${text.slice(1)} `, x: middle, right },
    ];
  });
}

/** A dot or a square above the line and away from the text, whatever it is read as. */
function isBullet(word: RecognisedWord, next: RecognisedWord | undefined): boolean {
  const { text, line, left, top, right, bottom, baseline, size } = word;
  const [width, height] = [right - left, bottom - top];
  const isRound = width < 1.4 * height && height < 1.4 * width && height < 0.5 * size;
  const isAbove = baseline - bottom > 0.08 * size;
  return text.length <= 2 && isRound && isAbove && next?.line === line && next.left - right > 0.5 * size;
}

/** A bullet may be read as the first sign of a word. */
const clinging = /^[«»•*¢°·](?!.*»)[\p{L}\p{N}]/u;

const standsAt = (edges: ReadonlySet<number>, x: number) =>
  [-2, -1, 0, 1, 2].some((by) => edges.has(Math.round(x) + by));

/** Of the em: capitals, digits and most letters with heads, brackets, and what the library calls a row. */
const tallHeight = 0.7;
const bracketHeight = 0.76;
const rowHeight = 0.92;
const unsureRow = 0.3;
const tall = /[A-ZΑ-ΩА-Яbdfhkl\dß]/u;
const higher = /[À-ÖØ-Þ()[\]{}|/]/u;

/** By tall words, or the line before: the library's own depends on which letters stand in the line. */
function lineSizes(words: readonly RecognisedWord[]): ReadonlyMap<number, number> {
  const sizes = new Map<number, number>();
  let before = 0;
  for (const [line, own] of Map.groupBy(words, (word) => word.line)) {
    const row = own[0]!.size / rowHeight;
    const isAlike = Math.abs(row - before) < unsureRow * before;
    const size = sizeByLetters(own) ?? (isAlike ? before : row);
    sizes.set(line, Math.round(size * 10) / 10);
    before = size;
  }
  return sizes;
}

function sizeByLetters(words: readonly RecognisedWord[]): number | null {
  const usable = words.filter(({ text }) => tall.test(text));
  const plain = usable.filter(({ text }) => !higher.test(text));
  const [some, share] = plain.length > 0 ? [plain, tallHeight] : [usable, bracketHeight];
  const heights = some.map(({ baseline, top }) => baseline - top).sort((one, other) => one - other);
  return heights.length === 0 ? null : heights[heights.length >> 1]! / share;
}

/** The height of letters of one font differs so much from line to line. */
const sameSize = 0.08;

interface SizedLines {
  readonly words: readonly RecognisedWord[];
  readonly sizes: ReadonlyMap<number, number>;
}

/** Near sizes are one: that of most letters among them. */
function settledSizes(pages: readonly SizedLines[]): ReadonlyMap<number, number> {
  const letters = new Map<number, number>();
  for (const { words, sizes } of pages) {
    for (const { text, line } of words)
      letters.set(sizes.get(line)!, (letters.get(sizes.get(line)!) ?? 0) + text.length);
  }
  const settled = new Map<number, number>();
  for (const [size] of [...letters].sort((one, other) => other[1] - one[1])) {
    const known = [...settled.values()].find((other) => Math.abs(size - other) <= sameSize * other);
    settled.set(size, known ?? size);
  }
  return settled;
}
