/** Two sums of evidence: how likely each sentence is the answer, and how likely the answer is right. */

import { blockAt } from "../../language/structure/outline.ts";
import { foreignShare } from "../../language/text/scripts.ts";
import { areKin } from "../../language/words/kinship.ts";
import type { RetrievedPassage } from "../answer.ts";
import { framingWords } from "../question/breadth.ts";
import { type Mismatches, mismatchesOf } from "../question/mismatches.ts";
import type { QuestionModel } from "../question/question-model.ts";
import type { Readings } from "./blocks.ts";
import { type Evidence, headingOf, type SentenceEvidence } from "./evidence.ts";
import { shareOf, TermMarks } from "./read-units.ts";
import { type Candidate, type Scored, searchSum } from "./sentence-evidence.ts";
import fitted from "./weights.json" with { type: "json" };

/** Shares are of the question's terms, by inverse document frequency. Window: the best sentence and its neighbours. */
export interface Support extends Mismatches {
  /** `searchSum` of the passage, up to `enough`; more is evidence only for the topic. */
  readonly found: number;
  /** The share of terms in the passage with title and section, or its sense if greater; up to `enough`. */
  readonly passage: number;
  /** The probability that the best sentence, or one hardly less likely, is the answer, if one of all is. */
  readonly likelihood: number;
  /** The same for a sentence of the passage, if that is more. */
  readonly lead: number;
  /** 1 if the built-in model took no part. */
  readonly senseless: number;
  /** By how much the passage's sense score exceeds `usualSense`. */
  readonly senseAbove: number;
  /** The share of the question's letters in scripts that the passage lacks. */
  readonly foreign: number;
  /** log(1 + number of the question's terms). */
  readonly detail: number;
  /** The share of the question's names that neither the window nor title and section have. */
  readonly namesMissing: number;
  /** By how much a sentence about somebody else has a greater share: the window then states another person's fact. */
  readonly ofAnother: number;
  /** Of the best sentence, as in `SentenceEvidence`. */
  readonly coverage: number;
  readonly kin: number;
  readonly above: number;
  readonly opposed: number;
  readonly numberless: number;
  readonly answers: number;
  readonly part: number;
  readonly unread: number;
  /** The share of terms that window and section lack, without reader and model. A name in the title is not counted. */
  readonly unmet: number;
}

/** A passage with this share is about the topic; more is no further evidence. */
const enough = 0.5;

/** Converts a sense score to a share of terms. */
const senseAsShare = 0.6;

/** A sense score that is evidence neither for nor against an answer. */
const usualSense = 0.65;

/** Documents may say the same, and then their sentences are equally likely. */
const hardlyLess = 0.8;

const likelihoodOf = (some: readonly Scored[]) => some.reduce((sum, { likelihood }) => sum + likelihood, 0);

interface OtherSentences {
  /** Quoted for another part of the question; counted in the window. */
  readonly beside?: readonly Candidate[];
  /** About somebody whom the question does not ask about. */
  readonly unfit?: readonly Candidate[];
  /** Null: chosen by words alone. */
  readonly readings?: Readings | null;
}

/** @param ranked best first, at least one */
export function gatherSupport(
  evidence: Evidence,
  question: QuestionModel,
  ranked: readonly Scored[],
  { beside = [], unfit = [], readings = null }: OtherSentences = {},
): Support {
  const best = ranked[0]!;
  const passage = evidence.passages[best.unit.passage]!;
  const around = placesAround(evidence, question, ranked, beside);
  const { coverage, kin, above, opposed, numberless, answers, part: answering, unread } = best.evidence;
  const { sense } = passage.scores;
  const equals = ranked.filter(({ likelihood }) => likelihood >= hardlyLess * best.likelihood);
  const names = question.names.map((name) => [name, 1] as const);
  const inWindow = shareOf(question.weights, around.inWindow);
  const inPassage = shareOf(question.weights, around.inPassage);
  return {
    found: Math.min(enough, searchSum(passage.score)),
    passage: Math.min(enough, Math.max(inPassage, (sense ?? 0) * senseAsShare)),
    lead: Math.max(likelihoodOf(around.mates), likelihoodOf(equals)),
    likelihood: likelihoodOf(equals),
    senseless: sense === null ? 1 : 0,
    senseAbove: Math.max(0, (sense ?? 0) - usualSense),
    foreign: foreignShare(evidence.question, passage.text),
    detail: Math.log(1 + question.weights.size),
    namesMissing: shareOf(names, (term) => !around.inWindow(term) && !around.inTitle(term)),
    ofAnother: Math.max(0, ...unfit.map((one) => shareOf(question.weights, (term) => one.marks.says(term)) - inWindow)),
    ...mismatchesOf(evidence, question.kind, best.unit.text),
    coverage,
    kin,
    above,
    opposed,
    numberless,
    answers,
    part: answering,
    unread,
    unmet: readings === null && evidence.expansion === null ? unmetShare(evidence, question, passage, around) : 0,
  };
}

function unmetShare(
  { analyzer, question }: Evidence,
  { weights }: QuestionModel,
  { title }: RetrievedPassage,
  { inWindow, inTitle }: Pick<ReturnType<typeof placesAround>, "inWindow" | "inTitle">,
): number {
  const aside = `${title}\n${framingWords(question, analyzer.language)}`;
  const names = new Set(analyzer.analyze(aside).map(({ term }) => term));
  const wanted = [...weights].filter(([term]) => !names.has(term));
  return shareOf(wanted, (term) => !inWindow(term) && !inTitle(term));
}

function placesAround(
  { passages, analyzer }: Evidence,
  { termNumbers }: QuestionModel,
  ranked: readonly Scored[],
  beside: readonly Candidate[],
) {
  const best = ranked[0]!;
  const mates = ranked
    .filter(({ unit }) => unit.passage === best.unit.passage)
    .toSorted((a, b) => a.unit.start - b.unit.start);
  const at = mates.indexOf(best);
  const window: readonly Candidate[] = [...mates.slice(Math.max(0, at - 1), at + 2), ...beside];
  const passage = passages[best.unit.passage]!;
  const said = blockAt(passage.outline, best.unit.start)?.turn;
  const above = `${headingOf(passage)}\n${said?.speaker ?? ""}`;
  const heading = new Set(analyzer.analyze(above).map(({ term }) => term));
  const inTitle = (term: string) => heading.has(term) || heading.values().some((other) => areKin(term, other));
  const ofWindow = TermMarks.ofAll(termNumbers, window);
  const ofPassage = TermMarks.ofAll(termNumbers, [...mates, ...beside]);
  return {
    mates,
    inTitle,
    inWindow: (term: string) => ofWindow.says(term),
    inPassage: (term: string) => ofPassage.says(term) || inTitle(term),
  };
}

/** Words alone, or words and a reader. */
export type ChosenBy = "words" | "reader";

type Weights = readonly (readonly [name: keyof SentenceEvidence, weight: number])[];

/** Weights of a conditional logit, found by `make fit` (bench/fit/README.md); `unfitted`: without data to fit. */
const weightsBy: Readonly<Record<ChosenBy, Weights>> = {
  words: Object.entries({ ...fitted.words.choice, ...fitted.unfitted.choice }) as unknown as Weights,
  reader: Object.entries({ ...fitted.reader.choice, ...fitted.unfitted.choice }) as unknown as Weights,
};

/** Best first; ties keep their order. @param readings null: by words alone */
export function rankCandidates(candidates: readonly Candidate[], readings: Readings | null): readonly Scored[] {
  const weights = weightsBy[readings === null ? "words" : "reader"];
  const scored = candidates.map((candidate) => {
    const evidence = readings === null ? candidate.evidence : withReading(candidate, readings);
    return { ...candidate, evidence, score: scoreOf(evidence, weights) };
  });
  scored.sort((a, b) => b.score - a.score);
  const highest = scored[0]?.score ?? 0;
  const total = scored.reduce((sum, { score }) => sum + Math.exp(score - highest), 0);
  return scored.map((one) => ({ ...one, likelihood: Math.exp(one.score - highest) / total }));
}

/** Higher log-odds say no more. */
const furthest = 8;
const bounded = (logOdds: number) => Math.max(-furthest, Math.min(furthest, logOdds));

function withReading({ evidence, block, unit }: Candidate, readings: Readings): SentenceEvidence {
  const reading = readings.get(block);
  if (reading === undefined) return { ...evidence, unread: 1 };
  const at = block.leads.length + block.units.findIndex(({ start }) => start === unit.start);
  return { ...evidence, answers: bounded(reading.answers), part: bounded(reading.units[at] ?? -furthest) };
}

/** A loop, because it runs for every sentence. */
function scoreOf(evidence: SentenceEvidence, weights: Weights): number {
  let sum = 0;
  for (const [name, weight] of weights) sum += weight * evidence[name];
  return sum;
}

export function contributions(evidence: SentenceEvidence, by: ChosenBy): Readonly<Record<string, number>> {
  return Object.fromEntries(weightsBy[by].map(([name, weight]) => [name, weight * evidence[name]]));
}

/** Below it an expert abstains. A wrong answer to what the memory lacks costs as much as a wrong refusal. */
export const leastConfidence: Readonly<Record<ChosenBy, number>> = {
  words: fitted.words.least,
  reader: fitted.reader.least,
};

/** 0–1: the probability that the answer is right. */
export function confidenceOf(support: Support, by: ChosenBy): number {
  return 1 / (1 + Math.exp(-Object.values(confidenceParts(support, by)).reduce((sum, amount) => sum + amount, 0)));
}

/** Terms of a logistic regression of "the answer is right", found by `make fit` (bench/fit/README.md). */
export function confidenceParts(support: Support, by: ChosenBy): Readonly<Record<string, number>> {
  const { intercept, weights } = fitted[by].confidence as {
    readonly intercept: number;
    readonly weights: Readonly<Partial<Record<keyof Support, number>>>;
  };
  const all = Object.entries({ ...weights, ...fitted.unfitted.confidence });
  const parts = all.map(([name, weight]) => [name, weight * support[name as keyof Support]]);
  return { "in general": intercept, ...Object.fromEntries(parts) };
}
