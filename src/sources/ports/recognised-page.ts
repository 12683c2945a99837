import type { WordPlace } from "../../language/structure/outline.ts";

/** What text recognition reads on the picture of a page. Lengths are points, from the top left of the page when it is straight. */
export interface RecognisedPage {
  /** From 1. */
  readonly page: number;
  readonly width: number;
  readonly height: number;
  /** Degrees that the page, as a viewer shows it, is turned clockwise to be upright. */
  readonly turned: 0 | 90 | 180 | 270;
  /** How far its lines fall to the right when it is upright, in radians. It was turned back about its centre by this. */
  readonly skew: number;
  /** 0–1: the mean of its words, weighted by their length; 0 without words. */
  readonly confidence: number;
  readonly words: readonly RecognisedWord[];
  /** Why it has no words, although there is a picture: it cannot be decoded, or takes too much time or memory. */
  readonly fault?: "damaged" | "too_costly";
  /** Lines that were corrected by hand. */
  readonly corrections?: readonly LineCorrection[];
}

export interface KeptPage extends RecognisedPage {
  /** The name of the data that read it. */
  readonly recogniser: string;
}

export interface LineCorrection {
  readonly line: number;
  /** What recognition had read there. */
  readonly read: string;
}

export function pageWithoutWords(page: number, fault?: RecognisedPage["fault"]): RecognisedPage {
  return { page, width: 1, height: 1, turned: 0, skew: 0, confidence: 0, words: [], ...(fault && { fault }) };
}

export interface RecognisedWord {
  readonly text: string;
  /** Of its page, from 1. */
  readonly line: number;
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
  /** Of its line, at the left of the word. */
  readonly baseline: number;
  /** Of the letters of its line. */
  readonly size: number;
  /** 0–1 */
  readonly confidence: number;
  readonly isCorrected?: true;
}

/** Of a page: the mean of its words, weighted by their length. */
export function confidenceOf(words: readonly Pick<RecognisedWord, "text" | "confidence">[]): number {
  const letters = words.reduce((sum, { text }) => sum + text.length, 0);
  return letters === 0 ? 0 : words.reduce((sum, { text, confidence }) => sum + text.length * confidence, 0) / letters;
}

/** The pages with this confidence and less are unreadable. */
export const leastPageConfidence = 0.5;

/** Thrown by an extraction that can go on when these pages are read from their pictures. */
export class PagesToRecognise extends Error {
  /** From 1, ascending. */
  readonly pages: readonly number[];

  constructor(pages: readonly number[]) {
    super(`${pages.length} pages are to be read from their pictures`);
    this.name = "PagesToRecognise";
    this.pages = pages;
  }
}

/** As shares of the page as a viewer shows it, where it may be neither straight nor upright. */
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

/** Where a place of an upright page stands when the page is shown turned so far; shares of its sides. */
export const quarterTurns: Readonly<Record<RecognisedPage["turned"], PlaceTurn>> = {
  0: (x, y) => [x, y],
  90: (x, y) => [y, 1 - x],
  180: (x, y) => [1 - x, 1 - y],
  270: (x, y) => [1 - y, x],
};

type WordBox = Pick<RecognisedWord, "left" | "top" | "right" | "bottom">;

/** The box around a box that is turned with its page. */
function askew({ left, top, right, bottom }: WordBox, { skew, width, height }: RecognisedPage): WordBox {
  const [cos, sin] = [Math.cos(skew), Math.sin(skew)];
  const corners = [left, right].flatMap((x) => [top, bottom].map((y) => [x - width / 2, y - height / 2] as const));
  const xs = corners.map(([x, y]) => width / 2 + x * cos - y * sin);
  const ys = corners.map(([x, y]) => height / 2 + x * sin + y * cos);
  return { left: Math.min(...xs), right: Math.max(...xs), top: Math.min(...ys), bottom: Math.max(...ys) };
}
