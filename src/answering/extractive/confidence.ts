/** How likely it is that the memory holds the answer, and when it is better to say that it does not. */
import type { AskingBreadth } from "./question/breadth.ts";
import type { Support } from "./support.ts";

/**
 * The confidence below which an expert abstains, unless its settings say otherwise. Chosen for this cost: an answer to a
 * question that the memory cannot answer is as bad as the refusal of a quarter of a question that it can.
 */
export const abstainsBelow = 0.75;

type Weights = Readonly<Partial<Record<keyof Support, number>>>;

/** Whether the memory is about it at all: questions with their paragraph against the same questions without it. */
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

/** Whether what is said there is what was asked: questions against those that were written to deceive. */
const fitIntercept = 0.53;
const fitWeights: Weights = {
  senseAbove: 3.98,
  // Not fitted: without the model this much is lacking on average.
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

/** What the two come to, calibrated: the share of right answers among those of this confidence. */
const intercept = 1.78;
const slope = 1.11;
const fitShare = 0.35;

/**
 * An overview is asked of a subject in few words, and what one sentence lacks of them is no trap. Set by hand on the 40
 * questions of bench/questions, not fitted: the confidence of an overview is not calibrated.
 */
const overviewShare = 0.2;

/**
 * 0–1: how likely the answer is to be right. That the memory is about the topic counts until it is likely, and no
 * further: a question written to deceive is about it as well. How it was fitted: docs/decisions/0024-windows-and-confidence.md.
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
