import { NamedError } from "../../kernel/error-code.ts";
import type { WordPlace } from "../../language/structure/outline.ts";

/** Lengths are in points, from the top left of the upright page. */
export interface RecognisedPage {
  /** From 1. */
  readonly page: number;
  readonly width: number;
  readonly height: number;
  /** Degrees clockwise from the page as shown to upright. */
  readonly turned: 0 | 90 | 180 | 270;
  /** Radians by which lines of the upright page fall to the right; already corrected, about the page's centre. */
  readonly skew: number;
  /** 0–1: the mean of its words, weighted by length; 0 without words. */
  readonly confidence: number;
  readonly words: readonly RecognisedWord[];
  /** Why a picture gave no words: it cannot be decoded, costs too much time or memory, or shows text that is too blurred. */
  readonly fault?: PictureFault;
  readonly corrections?: readonly LineCorrection[];
}

export const pageFaults = ["damaged", "too_costly", "unclear"] as const;
export type PictureFault = (typeof pageFaults)[number];

export interface KeptPage extends RecognisedPage {
  readonly recogniser: string;
}

/** Corrected pages are never recognised again. */
export function isReadWith({ recogniser, corrections }: KeptPage, { name }: { readonly name: string }): boolean {
  return recogniser === name || corrections !== undefined;
}

export interface LineCorrection {
  readonly line: number;
  readonly read: string;
}

export function pageWithoutWords(page: number, fault?: PictureFault): RecognisedPage {
  return { page, width: 1, height: 1, turned: 0, skew: 0, confidence: 0, words: [], ...(fault && { fault }) };
}

export interface RecognisedWord {
  readonly text: string;
  /** From 1. */
  readonly line: number;
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
  /** The line's baseline at the left of the word. */
  readonly baseline: number;
  /** Of the line's letters. */
  readonly size: number;
  /** 0–1 */
  readonly confidence: number;
  readonly isCorrected?: true;
}

/** The mean of words, weighted by length. */
export function confidenceOf(words: readonly Pick<RecognisedWord, "text" | "confidence">[]): number {
  const letters = words.reduce((sum, { text }) => sum + text.length, 0);
  return letters === 0 ? 0 : words.reduce((sum, { text, confidence }) => sum + text.length * confidence, 0) / letters;
}

/** Pages at or below it are unreadable. */
const leastPageConfidence = 0.5;

export function isReadable({ confidence, words }: RecognisedPage): boolean {
  return words.length > 0 && confidence > leastPageConfidence;
}

/** Thrown when a document can be read only after these pages have been recognised. */
export class PagesToRecognise extends NamedError {
  /** From 1, ascending. */
  readonly pages: readonly number[];

  constructor(pages: readonly number[]) {
    super(`${pages.length} pages are to be read from their pictures`);
    this.pages = pages;
  }
}

/** In shares of the page as shown, which may be neither straight nor upright. */
export function shownPlace(word: RecognisedWord, recognised: RecognisedPage): Omit<WordPlace, "start" | "end"> {
  const { page, width, height, turned } = recognised;
  const box = askew(word, recognised);
  const [left, right] = [box.left / width, box.right / width];
  const [top, bottom] = [box.top / height, box.bottom / height];
  const [[x, y], [toX, toY]] = [quarterTurns[turned](left, top), quarterTurns[turned](right, bottom)];
  const shown = { left: Math.min(x, toX), top: Math.min(y, toY), right: Math.max(x, toX), bottom: Math.max(y, toY) };
  return { page, confidence: word.confidence, ...shown };
}

type PlaceTurn = (across: number, down: number) => readonly [across: number, down: number];

/** From the upright page to the shown one, in shares of its sides. */
export const quarterTurns: Readonly<Record<RecognisedPage["turned"], PlaceTurn>> = {
  0: (x, y) => [x, y],
  90: (x, y) => [y, 1 - x],
  180: (x, y) => [1 - x, 1 - y],
  270: (x, y) => [1 - y, x],
};

type WordBox = Pick<RecognisedWord, "left" | "top" | "right" | "bottom">;

/** The bounding box after turning with the page. */
function askew({ left, top, right, bottom }: WordBox, { skew, width, height }: RecognisedPage): WordBox {
  const [cos, sin] = [Math.cos(skew), Math.sin(skew)];
  const corners = [left, right].flatMap((x) => [top, bottom].map((y) => [x - width / 2, y - height / 2] as const));
  const xs = corners.map(([x, y]) => width / 2 + x * cos - y * sin);
  const ys = corners.map(([x, y]) => height / 2 + x * sin + y * cos);
  return { left: Math.min(...xs), right: Math.max(...xs), top: Math.min(...ys), bottom: Math.max(...ys) };
}
