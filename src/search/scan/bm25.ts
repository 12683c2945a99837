/**
 * BM25 (Robertson and Zaragoza, "The Probabilistic Relevance Framework: BM25 and Beyond", 2009) with the idf of Lucene,
 * which is never negative. Titles and headings count as part of the passage, their words twice (a fixed-weight BM25F).
 *
 * Scores are summed as whole units of 2⁻¹⁸, so that a sum does not depend on the order of its terms: equal passages get
 * equal scores however the index is laid out, and ties are real ties.
 */

export const k1 = 1.2;
export const b = 0.75;

/** How often a word of a title or heading counts. On Cranfield 0.523 → 0.526 against once; no effect where titles are empty. */
export const headingWeight = 2;

/** A term counts at most so often in one passage, and a passage has at most so many terms: what the columns hold. */
export const maxFrequency = 255;
export const maxLength = 65_535;

/** Units in a score of 1. */
export const scoreUnit = 2 ** 18;

/** Terms of a question that are looked up, the rarest first: beyond that a sum could leave 32 bits. */
export const maxQuestionTerms = 64;

/** ln(1 + (N − n + ½) / (n + ½)): how much a term tells that occurs in n of N passages. */
export function inverseDocumentFrequency(passages: number, documentFrequency: number): number {
  return Math.log(1 + (passages - documentFrequency + 0.5) / (documentFrequency + 0.5));
}

/** What a term of this idf can add to a score at most, in units. */
export function termWeight(idf: number): number {
  return idf * (k1 + 1) * scoreUnit;
}

/** The part of the denominator that depends on the passage's length: k₁ · (1 − b + b · length / average). */
export function lengthNorm(length: number, averageLength: number): number {
  return k1 * (1 - b + (b * length) / averageLength);
}

/** How much of its weight a term gives a passage: tf / (tf + norm), 0–1. */
export function frequencyShare(frequency: number, norm: number): number {
  return frequency / (frequency + norm);
}

/** What one term adds to a passage's score, in units; at least one, so that a match is never nothing. */
export function contribution(weight: number, share: number): number {
  return (weight * share + 1) | 0;
}
