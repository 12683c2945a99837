/** Estimates how likely it is that the memory holds the answer, and decides when to abstain. */
import type { AskingBreadth } from "./question/breadth.ts";
import type { Support } from "./support.ts";

/**
 * The confidence below which an expert abstains, unless its settings say otherwise. Chosen for this cost: answering one
 * question that the memory cannot answer is as bad as refusing two or three questions that it can.
 */
export const abstainsBelow = 0.69;

type Weights = Readonly<Partial<Record<keyof Support, number>>>;

/** Whether the memory is about the topic: fitted on questions with their paragraph against the same questions without it. */
const topicIntercept = -11.59;
const topicWeights: Weights = {
  found: 4.83,
  window: 5.11,
  passage: 4.18,
  lead: 3.09,
  rarestMissing: -2.23,
  sense: 4.12,
  senseless: 1.44,
  detail: 0.69,
  foreign: -6.16,
};

/** Whether the passage says what was asked: fitted on questions against questions that were written to deceive. */
const fitIntercept = 1.1;
const fitWeights: Weights = {
  senseAbove: 2.86,
  senseBelow: -80,
  senseDistant: -8,
  meaning: 0.44,
  senseless: -0.31,
  negation: -2.6,
  denying: -0.99,
  denied: -0.46,
  opposed: -3.74,
  undone: -3.35,
  numbersMissing: -0.88,
  numbersLacking: 0.27,
  otherNumbers: -1.42,
  rarestAstray: -0.52,
  termsAstray: 0.2,
  names: -0.13,
  namesAstray: -0.67,
  namesMissing: -0.92,
  topic: -0.44,
  passageShare: -1.45,
  ofAnother: -6,
  coverage: 1.21,
  distinction: 0.97,
  before: 2.16,
  added: -0.09,
};

const topicNames = Object.keys(topicWeights) as (keyof Support)[];
const fitNames = Object.keys(fitWeights) as (keyof Support)[];

/** Both combined and calibrated: the share of right answers among those with this confidence. */
const intercept = 1.6;
const slope = 0.79;
const fitShare = 0.7;

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
  return 1 / (1 + Math.exp(-sum(partsOf(support, breadth))));
}

/** What the confidence's log-odds are the sum of: the topic as a whole, and each number that tells whether it fits. */
export function confidenceParts(support: Support, breadth: AskingBreadth = "fact"): Readonly<Record<string, number>> {
  return Object.fromEntries(partsOf(support, breadth).map(({ name, amount }) => [name, amount]));
}

interface Part {
  readonly name: string;
  readonly amount: number;
}

function partsOf(support: Support, breadth: AskingBreadth): readonly Part[] {
  const isOverview = breadth === "overview";
  const topic = Math.min(0, topicIntercept + sum(weighed(topicNames, topicWeights, support)));
  const fit = [{ name: "fit in general", amount: fitIntercept }, ...weighed(fitNames, fitWeights, support)];
  const parts = isOverview ? [{ name: "fit", amount: Math.max(0, sum(fit)) }] : fit;
  return [
    { name: "in general", amount: intercept },
    { name: "about it", amount: slope * topic * (isOverview ? overviewShare : 1) },
    ...parts.map(({ name, amount }) => ({ name, amount: slope * fitShare * amount })),
  ];
}

const weighed = (names: readonly (keyof Support)[], weights: Weights, support: Support): Part[] =>
  names.map((name) => ({ name, amount: weights[name]! * support[name] }));

const sum = (parts: readonly Part[]) => parts.reduce((all, { amount }) => all + amount, 0);
