/** The probability of each sentence to be the answer, given that one of them is. */

import type { SentenceEvidence } from "./evidence.ts";
import type { Said } from "./repeats.ts";
import type { Candidate } from "./sentence-evidence.ts";

/**
 * Weights of a conditional logit (the softmax over all sentences of a question), fitted by maximum likelihood with an L2
 * penalty; method and data: docs/decisions/0024-windows-and-confidence.md.
 */
const weights: Readonly<Record<keyof SentenceEvidence, number>> = {
  coverage: 5.92,
  kin: 5.19,
  distinction: 3.2,
  before: 4.69,
  earlier: 2.42,
  after: 3.22,
  referring: 1.91,
  passage: 0.23,
  retrieval: 3.27,
  standing: 2.04,
  behind: 0.58,
  rank: 0.26,
  sense: 2.86,
  senseRank: 0.95,
  type: 2,
  numbers: 0.9,
  phrase: 1.22,
  manner: 1,
  subject: 0.4,
  meaning: 1.76,
  added: -0.19,
};

const names = Object.keys(weights) as readonly (keyof SentenceEvidence)[];

export type Scored<C extends Candidate> = C & {
  /** Log-odds, up to a constant for each question. */
  readonly score: number;
  /** The probability that it is the answer, given that one of the candidates is. The probabilities sum to 1. */
  readonly likelihood: number;
};

/** Best first; equal ones in the given order. */
export function rankCandidates(candidates: readonly Said[]): readonly Scored<Said>[] {
  const scored = candidates.map((said) => ({ said, score: scoreOf(said.evidence) }));
  scored.sort((a, b) => b.score - a.score);
  const highest = scored[0]?.score ?? 0;
  const total = scored.reduce((sum, { score }) => sum + Math.exp(score - highest), 0);
  return scored.map(({ said: { unit, wording, words, marks, isReply, block, above, evidence, also }, score }) => {
    const likelihood = Math.exp(score - highest) / total;
    return { unit, wording, words, marks, isReply, block, above, evidence, also, score, likelihood };
  });
}

/** What each evidence adds to the score. */
export function contributions(evidence: SentenceEvidence): Readonly<Record<keyof SentenceEvidence, number>> {
  const amounts = names.map((name) => [name, weights[name] * evidence[name]] as const);
  return Object.fromEntries(amounts) as Record<keyof SentenceEvidence, number>;
}

/** The sum of the contributions, written out: it is computed for every sentence. */
function scoreOf(evidence: SentenceEvidence): number {
  return (
    weights.coverage * evidence.coverage +
    weights.kin * evidence.kin +
    weights.distinction * evidence.distinction +
    weights.before * evidence.before +
    weights.earlier * evidence.earlier +
    weights.after * evidence.after +
    weights.referring * evidence.referring +
    weights.passage * evidence.passage +
    weights.retrieval * evidence.retrieval +
    weights.standing * evidence.standing +
    weights.behind * evidence.behind +
    weights.rank * evidence.rank +
    weights.sense * evidence.sense +
    weights.senseRank * evidence.senseRank +
    weights.type * evidence.type +
    weights.numbers * evidence.numbers +
    weights.phrase * evidence.phrase +
    weights.manner * evidence.manner +
    weights.subject * evidence.subject +
    weights.meaning * evidence.meaning +
    weights.added * evidence.added
  );
}
