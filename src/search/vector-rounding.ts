/** Rounds vectors, and bounds the cosine of a row by the high halves of its numbers. */

/** The question is rounded to 11 bits: 16,384 products of 1023 · 127 still fit a 32-bit sum. */
const questionRange = 1023;
export const rowRange = 127;

/** A question's vector as it is compared with rows. A product times its factor times the row's factor is a cosine. */
export interface AskedVector {
  /** The factor of the question in 16 bits. */
  readonly factor: number;
  /** The factor of the question in 8 bits. */
  readonly coarse: number;
  /** 16 times the product of a row's high halves with the question in 8 bits, plus this number, estimates the row's product. */
  readonly offset: number;
  /** How far the estimate may be below the product because of the low halves … */
  readonly slack: number;
  /** … and how far below the cosine because the question has only 8 bits. */
  readonly slackOfCosine: number;
}

/**
 * How far an estimate may be off, in standard deviations of a sum of independent errors. Of 300,000 estimates with vectors of
 * multilingual-e5-small the worst was off by 4.5. With a row for which that is not enough, the search would miss it.
 */
const deviations = 6;

/** Standard deviations of a half-byte and of a rounding error, evenly distributed. */
const halfSpread = Math.sqrt((16 ** 2 - 1) / 12);
const roundingSpread = Math.sqrt(1 / 12);
/** The mean of a half-byte, less what was added to the row's numbers to make them positive. */
export const halfMean = 7.5 - 128;

/** @param space to write the rounded question to, as long as a row. */
export function askedVector(
  question: ArrayLike<number>,
  { wide, narrow }: { readonly wide: Int16Array; readonly narrow: Int8Array },
): AskedVector {
  const factor = quantize(question, wide, questionRange);
  const coarse = quantize(question, narrow, rowRange);
  const sum = narrow.reduce((all, number) => all + number, 0);
  const absolute = narrow.reduce((all, number) => all + Math.abs(number), 0);
  const length = Math.sqrt(narrow.reduce((all, number) => all + number * number, 0));
  // No error is greater than the sum of all; the deviations are less, but for short vectors.
  const ofHalves = Math.min(7.5 * absolute, deviations * halfSpread * length);
  const ofQuestion = coarse * Math.min(0.5 * Math.sqrt(narrow.length), deviations * roundingSpread);
  return { factor, coarse, offset: halfMean * sum, slack: ofHalves, slackOfCosine: ofQuestion };
}

/**
 * Rounds a vector to whole numbers from −range to range and returns the factor that makes it a unit vector again. For a
 * vector of zeros the factor is 0, so it is similar to nothing.
 */
export function quantize(vector: ArrayLike<number>, target: Int8Array | Int16Array, range: number): number {
  let greatest = 0;
  let squares = 0;
  for (let i = 0; i < vector.length; i++) {
    greatest = Math.max(greatest, Math.abs(vector[i]!));
    squares += vector[i]! * vector[i]!;
  }
  target.fill(0);
  if (greatest === 0) return 0;
  for (let i = 0; i < vector.length; i++) target[i] = Math.round((vector[i]! / greatest) * range);
  return greatest / range / Math.sqrt(squares);
}

/** Scores are whole numbers up to this value, so that equal vectors tie. */
export const scoreRange = 2 ** 30;

/** Of a cosine. */
export function scoreOf(cosine: number): number {
  return Math.max(1, Math.min(scoreRange, Math.round(((1 + cosine) / 2) * scoreRange)));
}

export function cosineOf(score: number): number {
  return (2 * score) / scoreRange - 1;
}
