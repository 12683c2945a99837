/** Estimates how likely an answer is right, and decides when to abstain. */
import type { ChosenBy } from "./sentence-score.ts";
import type { Support } from "./support.ts";
import fitted from "./weights.json" with { type: "json" };

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
