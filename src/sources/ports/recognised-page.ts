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
}

/** A page that could not be read, or has no picture. */
export function pageWithoutWords(page: number, fault?: RecognisedPage["fault"]): RecognisedPage {
  return { page, width: 1, height: 1, turned: 0, skew: 0, confidence: 0, words: [], ...(fault && { fault }) };
}

export interface RecognisedWord {
  readonly text: string;
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
