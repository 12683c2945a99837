/** The words of a recognised page as runs, so that its columns, headings and tables are found as those of a PDF's own text. */
import { isSpaceless } from "../../language/text/scripts.ts";
import type { RecognisedPage, RecognisedWord } from "../../sources/ports/recognised-page.ts";
import type { PdfRun } from "../pdf/pdf-line.ts";

/** The height of letters of one font differs so much from line to line: what has heads and feet makes the difference. */
const sameSize = 0.14;

/** What the library reads where a table has lines between its columns. */
const verticalRule = /^[|¦]+$/;

/**
 * A word is a run. The space belongs to it: on a scan, words of one line may stand closer than those of a PDF. Those of
 * scripts without spaces reach to the next.
 */
export function scanRuns({ words }: RecognisedPage): PdfRun[] {
  const sizes = settledSizes(words);
  return words.flatMap(({ text, line, left, right, baseline, size }, order) => {
    if (verticalRule.test(text)) return [];
    const next = words[order + 1];
    const isClose = next?.line === line && next.left - right < size && isSpaceless(text, next.text);
    return {
      text: isClose ? text : `${text} `,
      x: left,
      right: isClose ? Math.max(right, next.left) : right,
      y: baseline,
      size: sizes.get(size)!,
      font: "scan",
      monospaced: false,
      order,
    };
  });
}

/** Near sizes are one: that of most letters among them. */
function settledSizes(words: readonly RecognisedWord[]): ReadonlyMap<number, number> {
  const letters = new Map<number, number>();
  for (const { size, text } of words) letters.set(size, (letters.get(size) ?? 0) + text.length);
  const settled = new Map<number, number>();
  for (const [size] of [...letters].sort((one, other) => other[1] - one[1])) {
    const known = [...settled.values()].find((other) => Math.abs(size - other) <= sameSize * other);
    settled.set(size, known ?? Math.round(size * 10) / 10);
  }
  return settled;
}
