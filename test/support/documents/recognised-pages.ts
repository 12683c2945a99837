/** Pages as text recognition reads them, made from lines of text. */
import type { RecognisedPage, RecognisedWord } from "../../../src/sources/ports/recognised-page.ts";

export interface ScanLine {
  readonly text: string;
  readonly x?: number;
  readonly y: number;
  readonly size?: number;
}

const [width, height] = [595, 842];

/** Letters are half as wide as high. */
export function recognisedPage(lines: readonly ScanLine[], facts: Partial<RecognisedPage> = {}): RecognisedPage {
  const { confidence = 0.9 } = facts;
  const words = lines.flatMap(({ text, x = 60, y, size = 10 }, at) => {
    let left = x;
    return text.split(" ").map((word): RecognisedWord => {
      const right = left + word.length * size * 0.5;
      const place = { left, top: y - 0.8 * size, right, bottom: y + 0.2 * size, baseline: y, size };
      left = right + size * 0.5;
      return { text: word, line: at + 1, ...place, confidence };
    });
  });
  return { page: 1, width, height, turned: 0, skew: 0, confidence, words, ...facts };
}
