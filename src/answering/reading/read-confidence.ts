/** Estimates how likely an answer that was read is right, and decides when to abstain. */
import type { Support } from "../extractive/support.ts";
import fitted from "./weights.json" with { type: "json" };

/** What is known for and against the best sentence, the reader's opinion included. */
export interface ReadSupport extends Support {
  /** Of the best sentence: `ReadEvidence` says what they are. */
  readonly answers: number;
  readonly part: number;
  readonly above: number;
  readonly unread: number;
  /** The probability that it is the answer, given that one of the sentences is. */
  readonly likelihood: number;
  /** By how much another block is likelier to answer by the reader alone. */
  readonly answersElse: number;
}

/**
 * The confidence below which an expert abstains, unless its settings say otherwise. Chosen for this cost: answering one
 * question that the memory cannot answer is as bad as refusing one that it can.
 */
export const readLeast = fitted.least;

/** A logistic regression of "the answer is right"; `make fit` finds it (bench/fit/README.md). */
const { intercept, weights } = fitted.confidence as {
  readonly intercept: number;
  readonly weights: Readonly<Partial<Record<keyof ReadSupport, number>>>;
};

/** 0–1: the probability that the answer is right. */
export function readConfidence(support: ReadSupport): number {
  const amounts = Object.values(readConfidenceParts(support));
  return 1 / (1 + Math.exp(-amounts.reduce((sum, amount) => sum + amount, 0)));
}

/** What the confidence's log-odds are the sum of. */
export function readConfidenceParts(support: ReadSupport): Readonly<Record<string, number>> {
  const parts = Object.entries(weights).map(([name, weight]) => [name, weight * support[name as keyof ReadSupport]]);
  return { "in general": intercept, ...Object.fromEntries(parts) };
}
