/** The probability of each sentence to be the answer, given that one of them is. */
import type { Candidate, SentenceEvidence } from "./sentence-evidence.ts";

/**
 * Weights of a conditional logit (the softmax over all sentences of a question), fitted by maximum likelihood with an L2
 * penalty; method and data: docs/decisions/0024-windows-and-confidence.md.
 */
const weights: Readonly<Record<keyof SentenceEvidence, number>> = {
  coverage: 5.46,
  kin: 4.98,
  distinction: 3.37,
  before: 4.73,
  after: 3.01,
  referring: 2.13,
  passage: 0.41,
  retrieval: 2.59,
  standing: 1.64,
  behind: -0.34,
  rank: 0.32,
  sense: 2.61,
  senseRank: 1.05,
  type: 1.94,
  numbers: 0.95,
  phrase: 1.51,
  manner: 1.05,
  subject: 0.39,
  meaning: 1.96,
  added: -0.22,
};

const names = Object.keys(weights) as readonly (keyof SentenceEvidence)[];

export type Scored<C extends Candidate> = C & {
  /** Log-odds, up to a constant for each question. */
  readonly score: number;
  /** The probability that it is the answer, given that one of the candidates is. The probabilities sum to 1. */
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

/** What each evidence adds to the score. */
export function contributions(evidence: SentenceEvidence): Readonly<Record<keyof SentenceEvidence, number>> {
  const amounts = names.map((name) => [name, weights[name] * evidence[name]] as const);
  return Object.fromEntries(amounts) as Record<keyof SentenceEvidence, number>;
}

function scoreOf(evidence: SentenceEvidence): number {
  return names.reduce((sum, name) => sum + weights[name] * evidence[name], 0);
}
