/** BM25 (Robertson and Zaragoza, 2009) with Lucene's idf and BM25F headings, in units of 2⁻¹⁸, so that ties are exact. */

const k1 = 1.2;
export const b = 0.75;

/** nDCG@10 on Cranfield: 0.526, and 0.523 with 1. */
export const headingWeight = 2;

export const maxFrequency = 255;
export const maxLength = 65_535;

export const scoreUnit = 2 ** 18;

/** The rarest are kept, so that a sum fits in 32 bits. */
export const maxQuestionTerms = 64;

export function inverseDocumentFrequency(passages: number, documentFrequency: number): number {
  return Math.log(1 + (passages - documentFrequency + 0.5) / (documentFrequency + 0.5));
}

export function termWeight(idf: number): number {
  return idf * (k1 + 1) * scoreUnit;
}

export function lengthNorm(length: number, averageLength: number): number {
  return k1 * (1 - b + (b * length) / averageLength);
}

export function frequencyShare(frequency: number, norm: number): number {
  return frequency / (frequency + norm);
}

/** At least 1, so that every match counts. */
export function contribution(weight: number, share: number): number {
  return (weight * share + 1) | 0;
}
