/** The table of evidence as one score: how likely each sentence is the answer, given that one of them is. */
import type { Said } from "../choice/repeats.ts";
import type { SentenceEvidence } from "./evidence.ts";
import type { BlockReadings } from "./read-blocks.ts";
import type { Candidate } from "./sentence-evidence.ts";
import type { Support } from "./support.ts";
import fitted from "./weights.json" with { type: "json" };

/** What an answer is chosen by: words alone, or words and a reader. */
export type ChosenBy = "words" | "reader";

type Weights = readonly (readonly [name: keyof SentenceEvidence, weight: number])[];

/**
 * Of a conditional logit (the softmax over all sentences of a question); `make fit` finds them (bench/fit/README.md). No
 * collection to fit on has what `unfitted` weighs.
 */
const weightsBy: Readonly<Record<ChosenBy, Weights>> = {
  words: Object.entries({ ...fitted.words.choice, ...fitted.unfitted.choice }) as unknown as Weights,
  reader: Object.entries({ ...fitted.reader.choice, ...fitted.unfitted.choice }) as unknown as Weights,
};

export type Scored<C extends Candidate> = C & {
  /** Log-odds, up to a constant for each question. */
  readonly score: number;
  /** The probability that it is the answer, given that one of the candidates is. The probabilities sum to 1. */
  readonly likelihood: number;
};

/**
 * Best first; equal ones in the given order.
 * @param readings null: by words alone
 */
export function rankCandidates(candidates: readonly Said[], readings: BlockReadings | null): readonly Scored<Said>[] {
  const weights = weightsBy[readings === null ? "words" : "reader"];
  const scored = candidates.map((said) => {
    const evidence = readings === null ? said.evidence : withReading(said, readings);
    return { said, evidence, score: scoreOf(evidence, weights) };
  });
  scored.sort((a, b) => b.score - a.score);
  const highest = scored[0]?.score ?? 0;
  const total = scored.reduce((sum, { score }) => sum + Math.exp(score - highest), 0);
  return scored.map(({ said: { unit, wording, words, marks, isReply, block, also }, evidence, score }) => {
    const likelihood = Math.exp(score - highest) / total;
    return { unit, wording, words, marks, isReply, block, evidence, also, score, likelihood };
  });
}

function withReading(said: Said, readings: BlockReadings): SentenceEvidence {
  const reading = readings.of(said);
  const { answers = 0, part = 0 } = reading ?? {};
  return { ...said.evidence, answers, part, unread: reading === null ? 1 : 0 };
}

/** A loop over pairs: it runs for every sentence. */
function scoreOf(evidence: SentenceEvidence, weights: Weights): number {
  let sum = 0;
  for (const [name, weight] of weights) sum += weight * evidence[name];
  return sum;
}

/** What each evidence adds to the score. */
export function contributions(evidence: SentenceEvidence, by: ChosenBy): Readonly<Record<string, number>> {
  return Object.fromEntries(weightsBy[by].map(([name, weight]) => [name, weight * evidence[name]]));
}

/**
 * The confidence below which an expert abstains, unless its settings say otherwise. Chosen for this cost: answering one
 * question that the memory cannot answer is as bad as refusing one that it can.
 */
export const leastConfidence: Readonly<Record<ChosenBy, number>> = {
  words: fitted.words.least,
  reader: fitted.reader.least,
};

/** 0–1: the probability that the answer is right. */
export function confidenceOf(support: Support, by: ChosenBy): number {
  return 1 / (1 + Math.exp(-Object.values(confidenceParts(support, by)).reduce((sum, amount) => sum + amount, 0)));
}

/** What the confidence's log-odds are the sum of: a logistic regression of "the answer is right"; `make fit` finds it (bench/fit/README.md). */
export function confidenceParts(support: Support, by: ChosenBy): Readonly<Record<string, number>> {
  const { intercept, weights } = fitted[by].confidence as {
    readonly intercept: number;
    readonly weights: Readonly<Partial<Record<keyof Support, number>>>;
  };
  const all = Object.entries({ ...weights, ...fitted.unfitted.confidence });
  const parts = all.map(([name, weight]) => [name, weight * support[name as keyof Support]]);
  return { "in general": intercept, ...Object.fromEntries(parts) };
}
