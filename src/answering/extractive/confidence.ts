/** Estimates how likely it is that the memory holds the answer, and decides when to abstain. */
import type { AskingBreadth } from "./question/breadth.ts";
import type { Support } from "./support.ts";

/**
 * The confidence below which an expert abstains, unless its settings say otherwise. Chosen for this cost: answering a
 * question that the memory cannot answer is a quarter as bad as refusing one that it can.
 */
export const abstainsBelow = 0.75;

type Weights = Readonly<Partial<Record<keyof Support, number>>>;

/** Whether the memory is about the topic: fitted on questions with their paragraph against the same questions without it. */
const topicIntercept = -9.98;
const topicWeights: Weights = {
  found: 6.2,
  window: 4.64,
  passage: 3.12,
  lead: 2.77,
  rarestMissing: -2.11,
  sense: 3.56,
  senseless: 1.47,
  detail: 0.47,
};

/** Whether the passage says what was asked: fitted on questions against questions that were written to deceive. */
const fitIntercept = 0.53;
const fitWeights: Weights = {
  senseAbove: 3.98,
  // Not fitted: the average contribution of the model, for when it takes no part.
  senseless: 1.12,
  negation: -2.51,
  opposed: -2.67,
  rarestAstray: -1.12,
  namesAstray: -0.61,
  namesMissing: -1.1,
  numbersMissing: -2.32,
  topic: -2.62,
  passage: 2.95,
  meaning: 1.55,
};

/** Both combined and calibrated: the share of right answers among those with this confidence. */
const intercept = 1.78;
const slope = 1.11;
const fitShare = 0.35;

/**
 * A question for an overview has few words, and a sentence that lacks some of them is no sign of a trap. Set by hand on the
 * 40 questions of bench/questions, not fitted: the confidence of an overview is not calibrated.
 */
const overviewShare = 0.2;

/**
 * 0–1: the probability that the answer is right. Evidence for the topic counts only up to a limit, because a question that
 * was written to deceive is about the topic as well. How it was fitted: docs/decisions/0024-windows-and-confidence.md.
 */
export function confidenceOf(support: Support, breadth: AskingBreadth = "fact"): number {
  const isOverview = breadth === "overview";
  const about = Math.min(0, topicIntercept + weighed(topicWeights, support));
  const topic = isOverview ? overviewShare * about : about;
  const fitting = fitIntercept + weighed(fitWeights, support);
  const fit = isOverview ? Math.max(0, fitting) : fitting;
  return 1 / (1 + Math.exp(-intercept - slope * (topic + fitShare * fit)));
}

function weighed(weights: Weights, support: Support): number {
  return Object.entries(weights).reduce((sum, [name, weight]) => sum + weight * support[name as keyof Support], 0);
}
