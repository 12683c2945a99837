/** How far the memory supports an answer, and when it is better to say that it does not. */
import { areKin } from "../analysis/kinship.ts";
import { isNegated } from "./extractive/negation.ts";
import type { QuestionModel } from "./extractive/question-model.ts";
import type { Candidate, ReadUnit } from "./extractive/sentence-evidence.ts";
import type { Scored } from "./extractive/sentence-score.ts";
import type { Evidence } from "./ports.ts";

/** The confidence below which an expert abstains, unless its settings say otherwise. */
export const abstainsBelow = 0.2;

/** From this share of its terms on, a passage is about the topic; more of them does not make it hold the answer. */
const topicKnown = 0.5;

/** The sense score of a passage that speaks neither for nor against an answer. */
const usualSense = 0.65;

/** What a sense score counts as a share of terms. */
const senseAsShare = 0.6;

/** What speaks for and against the best sentence being an answer at all. Shares are as in `SentenceEvidence`. */
export interface Support {
  /**
   * Share of the terms, kin included, in its passage, or how far the passage means what the question means where that is
   * more; counted up to `topicKnown`.
   */
  readonly passage: number;
  /** Share of the terms that the memory knows but the best sentence lacks: they may belong to something else. */
  readonly astray: number;
  /** Part of the question's names that its passage lacks. */
  readonly namesMissing: number;
  /** Part of the question's numbers that its passage lacks. */
  readonly numbersMissing: number;
  /** 1 if the question denies or excepts something and the best sentence does not. */
  readonly negation: number;
  /** The log of one and the number of the question's terms. */
  readonly detail: number;
  /** How far its passage means what the question means, against `usualSense`; 0 where the built-in model took no part. */
  readonly sense: number;
}

/** A logistic regression; how it was fitted: docs/decisions/0005-extractive-answers.md. */
const intercept = -4.7;
const weights: Readonly<Record<keyof Support, number>> = {
  passage: 8.51,
  astray: -2.4,
  namesMissing: -1.5,
  numbersMissing: -1.83,
  negation: -2.31,
  detail: 0.83,
  sense: 2.5,
};

const names = Object.keys(weights) as readonly (keyof Support)[];

/** 0–1: how likely it is that the memory holds the answer. */
export function confidenceOf(support: Support): number {
  const logit = names.reduce((sum, name) => sum + weights[name] * support[name], intercept);
  return 1 / (1 + Math.exp(-logit));
}

/** @param ranked all candidates, best first; at least one. */
export function gatherSupport(
  evidence: Evidence,
  question: QuestionModel,
  ranked: readonly Scored<Candidate>[],
): Support {
  const best = ranked[0]!;
  const passage = passageTerms(evidence, best.unit.passage);
  const said = termsOf(best);
  const lacks = (terms: ReadonlySet<string>) => (term: string) => !holds(terms, term);
  const held = evidence.terms.filter(({ term }) => question.weights.has(term) && holds(passage, term));
  const astray = evidence.terms.filter(
    ({ term, documentFrequency }) => documentFrequency > 0 && question.weights.has(term) && !holds(said, term),
  );
  const { sense } = evidence.passages[best.unit.passage]!.scores;
  const share = (terms: Evidence["terms"]) => terms.reduce((sum, { idf }) => sum + idf, 0) / question.total;
  return {
    passage: Math.min(topicKnown, Math.max(share(held), (sense ?? 0) * senseAsShare)),
    astray: share(astray),
    namesMissing: part(question.names, lacks(passage)),
    numbersMissing: part(question.numbers, lacks(passage)),
    negation: denies(evidence, best.unit.text) ? 1 : 0,
    detail: Math.log(1 + question.weights.size),
    sense: (sense ?? usualSense) - usualSense,
  };
}

/** The terms of a sentence, and those of the heading or question that it stands under. */
function termsOf({ tokens, under }: ReadUnit): ReadonlySet<string> {
  const own = new Set(tokens.map((token) => token.term));
  return under === null ? own : own.union(termsOf(under));
}

function passageTerms({ passages, analyzer }: Evidence, number: number): ReadonlySet<string> {
  const { title, section, text } = passages[number]!;
  return new Set(analyzer.analyze(`${title}\n${section}\n${text}`).map((token) => token.term));
}

function holds(terms: ReadonlySet<string>, term: string): boolean {
  return terms.has(term) || [...terms].some((other) => areKin(term, other));
}

function part(terms: readonly string[], test: (term: string) => boolean): number {
  return terms.length === 0 ? 0 : terms.filter(test).length / terms.length;
}

function denies({ question, analyzer }: Evidence, sentence: string): boolean {
  return isNegated(question, analyzer.language) && !isNegated(sentence, analyzer.language);
}
