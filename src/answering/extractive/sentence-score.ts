/** How likely each sentence is to be the answer, if one of them is. */
import type { Candidate, SentenceEvidence } from "./sentence-evidence.ts";

/**
 * Weights of a conditional logit (the softmax over all sentences of a question), fitted by maximum likelihood with an
 * L2 penalty; how and on what: docs/decisions/0005-extractive-answers.md.
 */
const weights: Readonly<Record<keyof SentenceEvidence, number>> = {
  coverage: 3.58,
  kin: 2.88,
  distinction: 3.62,
  before: 3.53,
  passage: 3.66,
  retrieval: 4,
  type: 2.03,
  phrase: 2.58,
  manner: 1.09,
  subject: 0.36,
  meaning: 2,
  added: -0.25,
};

const names = Object.keys(weights) as readonly (keyof SentenceEvidence)[];

export type Scored<C extends Candidate> = C & {
  /** Log-odds, up to a constant for each question. */
  readonly score: number;
  /** The probability that it is the answer, if one of the candidates is. They sum to 1. */
  readonly likelihood: number;
};

/** Best first; equal ones in the given order. */
export function rankCandidates<C extends Candidate>(candidates: readonly C[]): readonly Scored<C>[] {
  const scored = candidates.map((candidate) => ({ candidate, score: scoreOf(candidate.evidence) }));
  scored.sort((a, b) => b.score - a.score);
  const highest = scored[0]?.score ?? 0;
  const total = scored.reduce((sum, { score }) => sum + Math.exp(score - highest), 0);
  return scored.map(({ candidate, score }) => ({ ...candidate, score, likelihood: Math.exp(score - highest) / total }));
}

function scoreOf(evidence: SentenceEvidence): number {
  return names.reduce((sum, name) => sum + weights[name] * evidence[name], 0);
}
