/** The words of recognised pages as runs, so that columns, headings and tables are found as those of a PDF's own text. */
import { isSpaceless } from "../../language/text/scripts.ts";
import type { RecognisedPage, RecognisedWord } from "../../sources/ports/recognised-page.ts";
import type { PdfRun } from "../pdf/pdf-line.ts";

/** What the library reads where a table has lines between its columns. */
const verticalRule = /^["'‘’“”]?[|¦]+["'‘’“”]?$/;

/**
 * A word is a run. The space belongs to it: on a scan, words of one line may stand closer than those of a PDF. Those of
 * scripts without spaces reach to the next.
 */
export function scanRuns(pages: Iterable<RecognisedPage>): ReadonlyMap<number, readonly PdfRun[]> {
  const all = [...pages].map((page) => ({ page, sizes: lineSizes(page.words) }));
  const settled = settledSizes(all.flatMap(({ page, sizes }) => page.words.map((word) => sizedText(word, sizes))));
  const sizeOf = (word: RecognisedWord, sizes: LineSizes) => settled.get(sizes.get(word.line)!)!;
  return new Map(all.map(({ page, sizes }) => [page.page, runsOf(page.words, (word) => sizeOf(word, sizes))] as const));
}

function runsOf(words: readonly RecognisedWord[], sizeOf: (word: RecognisedWord) => number): PdfRun[] {
  return words.flatMap((word, order) => {
    const { text, line, left, right, baseline } = word;
    if (verticalRule.test(text)) return [];
    const next = words[order + 1];
    const after = next?.line === line ? next : null;
    const isFirst = words[order - 1]?.line !== line;
    const isClose = after !== null && after.left - right < word.size && isSpaceless(text, after.text);
    const shown = isFirst && after !== null && isBullet(word, after) ? "•" : text;
    return {
      text: isClose ? shown : `${shown} `,
      x: left,
      right: isClose ? Math.max(right, after.left) : right,
      y: baseline,
      size: sizeOf(word),
      font: "scan",
      monospaced: false,
      order,
    };
  });
}

/** A dot or a square above the line and away from the text, whatever it is read as. */
function isBullet({ text, left, top, right, bottom, baseline, size }: RecognisedWord, next: RecognisedWord): boolean {
  const [width, height] = [right - left, bottom - top];
  const isRound = width < 1.4 * height && height < 1.4 * width && height < 0.5 * size;
  return text.length <= 2 && isRound && baseline - bottom > 0.08 * size && next.left - right > 0.5 * size;
}

type LineSizes = ReadonlyMap<number, number>;

/** Of the em: the height of capitals, digits and most letters with heads, and of what the library calls a row. */
const tallHeight = 0.7;
const rowHeight = 0.92;
/** Accents and brackets are higher. */
const tall = /^[^À-ÖØ-Þ()[\]{}|/]*[A-ZΑ-ΩА-Яbdfhkl\dß]/u;

/** Of a line: the size of its font, by its tall words. The library's own depends on which letters stand in the line. */
function lineSizes(words: readonly RecognisedWord[]): LineSizes {
  const sizes = new Map<number, number>();
  for (const [line, own] of Map.groupBy(words, (word) => word.line)) {
    const heights = own.filter(({ text }) => tall.test(text)).map(({ baseline, top }) => baseline - top);
    const height = heights.sort((one, other) => one - other)[heights.length >> 1];
    const size = height === undefined ? own[0]!.size / rowHeight : height / tallHeight;
    sizes.set(line, Math.round(size * 10) / 10);
  }
  return sizes;
}

interface SizedText {
  readonly size: number;
  readonly length: number;
}

const sizedText = ({ text, line }: RecognisedWord, sizes: LineSizes): SizedText => ({
  size: sizes.get(line)!,
  length: text.length,
});

/** The height of letters of one font differs so much from line to line, by their form and by the picture's pixels. */
const sameSize = 0.08;

/** Near sizes are one: that of most letters among them. */
function settledSizes(parts: readonly SizedText[]): ReadonlyMap<number, number> {
  const letters = new Map<number, number>();
  for (const { size, length } of parts) letters.set(size, (letters.get(size) ?? 0) + length);
  const settled = new Map<number, number>();
  for (const [size] of [...letters].sort((one, other) => other[1] - one[1])) {
    const known = [...settled.values()].find((other) => Math.abs(size - other) <= sameSize * other);
    settled.set(size, known ?? size);
  }
  return settled;
}
