/**
 * BM25 (Robertson and Zaragoza, "The Probabilistic Relevance Framework: BM25 and Beyond", 2009) with the idf of Lucene,
 * which is never negative. Words of titles and headings count twice (a fixed-weight BM25F).
 * Scores are whole units of 2⁻¹⁸, so a sum does not depend on the order of its terms, and ties are real ties.
 */

export const k1 = 1.2;
export const b = 0.75;

/** nDCG@10 on Cranfield: 0.526, and 0.523 with 1. */
export const headingWeight = 2;

/** The columns hold no more. */
export const maxFrequency = 255;
export const maxLength = 65_535;

/** Units in a score of 1. */
export const scoreUnit = 2 ** 18;

/** The rarest are looked up, so that a sum fits into 32 bits. */
export const maxQuestionTerms = 64;

/** ln(1 + (N − n + ½) / (n + ½)). */
export function inverseDocumentFrequency(passages: number, documentFrequency: number): number {
  return Math.log(1 + (passages - documentFrequency + 0.5) / (documentFrequency + 0.5));
}

/** In units. */
export function termWeight(idf: number): number {
  return idf * (k1 + 1) * scoreUnit;
}

/** k₁ · (1 − b + b · length / average). */
export function lengthNorm(length: number, averageLength: number): number {
  return k1 * (1 - b + (b * length) / averageLength);
}

/** tf / (tf + norm), 0–1. */
export function frequencyShare(frequency: number, norm: number): number {
  return frequency / (frequency + norm);
}

/** At least 1, so that every match counts. */
export function contribution(weight: number, share: number): number {
  return (weight * share + 1) | 0;
}
