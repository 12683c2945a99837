/** The evidence for and against the best sentence being an answer, as numbers. */
import { areKin } from "../../analysis/kinship.ts";
import { foreignShare } from "../../text/scripts.ts";
import type { RetrievedPassage } from "../answer.ts";
import { questionBefore } from "../conversation/turn-filter.ts";
import { type Evidence, headingOf } from "./evidence.ts";
import { type Mismatches, mismatchesOf } from "./mismatches.ts";
import type { QuestionModel } from "./question/question-model.ts";
import { saysItself } from "./question/type-fit.ts";
import { type Candidate, part, searchSum } from "./sentence-evidence.ts";
import type { Scored } from "./sentence-score.ts";
import { TermMarks } from "./terms/term-marks.ts";

/**
 * Shares refer to the question's terms, weighted by their inverse document frequency. The window is the best sentence with
 * its two neighbours. Related terms count as the term.
 */
export interface Support extends Mismatches {
  /** The search's sum for the passage (`searchSum`), up to `enough`; a higher sum is evidence only for the topic. */
  readonly found: number;
  /** Share of the terms in the window, or the passage's sense of the question if that is greater; up to `enough`. */
  readonly window: number;
  /** The same for the passage with its title and section. */
  readonly passage: number;
  /** The probability that one of the passage's sentences is the answer, given that one of all sentences is. */
  readonly lead: number;
  /** The weight of the rarest term that the passage lacks, relative to the rarest term. */
  readonly rarestMissing: number;
  /** The sense score of the passage; `usualSense` if the built-in model took no part, or its opinion does not count. */
  readonly sense: number;
  /** 1 if the built-in model took no part, or its opinion does not count. */
  readonly senseless: number;
  /** The share of the question's letters that are of a script in which the passage is not written. */
  readonly foreign: number;
  /** log(1 + the number of the question's terms). */
  readonly detail: number;
  /** The amount by which the sense score exceeds `usualSense`. */
  readonly senseAbove: number;
  /**
   * The amount by which it falls short of `usualSense`, up to `mostShort`, for a question of one or two terms; half if a number
   * is asked for and the best sentence has one; less if the best sentence has both terms, words them as the question does, and
   * is the only likely one. Without the built-in model, `mostShort` if no passage of the memory has one of them.
   */
  readonly senseBelow: number;
  /** The amount by which it falls short of `distantSense`. */
  readonly senseDistant: number;
  /** The weight of the rarest term that the window lacks, relative to the rarest term. */
  readonly rarestAstray: number;
  /** Share of the question's names that the window lacks, and share that the best sentence lacks. */
  readonly namesMissing: number;
  readonly namesAstray: number;
  /** Share of its numbers that the window lacks. */
  readonly numbersMissing: number;
  /** Share of the terms in the passage, its title and section. */
  readonly topic: number;
  /** How many of the terms neither the window nor the title or section has. */
  readonly termsAstray: number;
  /** How many names the question has. */
  readonly names: number;
  /** Of the best sentence: `SentenceEvidence` says what each is. */
  readonly meaning: number;
  readonly coverage: number;
  readonly distinction: number;
  readonly before: number;
  readonly passageShare: number;
  /** The amount by which the share of a sentence about somebody else exceeds the window's: it states that person's fact. */
  readonly ofAnother: number;
  readonly added: number;
}

/** A passage with this share is about the topic; a greater share is no more evidence for the answer. */
const enough = 0.5;

/** Factor that converts a sense score to a share of terms. */
const senseAsShare = 0.6;

/** The sense score that is evidence neither for nor against an answer. */
const usualSense = 0.65;

/** The model takes a passage with a lower score to be about something else, whatever words it shares with the question. */
const distantSense = 0.5;

/** A greater shortfall is no more evidence. */
const mostShort = 0.06;

/** A question with more terms is about what its words say; fewer occur together by chance. */
const fewTerms = 2;

interface ShortQuestion {
  readonly question: QuestionModel;
  /** The sense score of the best sentence's passage; null if the model took no part. */
  readonly sense: number | null;
  readonly best: Scored<Candidate>;
  /** Whether no passage of the memory has a term that says more than what kind of thing is asked for. */
  readonly isUnknown: (term: string) => boolean;
}

function senseBelow({ question: { kind, weights }, sense, best, isUnknown }: ShortQuestion): number {
  if (weights.size > fewTerms) return 0;
  if (sense === null) return weights.keys().some(isUnknown) ? mostShort : 0;
  const short = Math.min(mostShort, Math.max(0, usualSense - sense));
  if (kind === "how_many" && best.evidence.type >= 1) return short / 2;
  // Two terms in the only likely sentence, which also has two words of the question side by side, are no accident.
  const isTogether = best.evidence.phrase > 0 && weights.keys().every((term) => saysTerm(best, term));
  return isTogether && weights.size === fewTerms ? short * (1 - best.likelihood) : short;
}

interface OtherSentences {
  /** Quoted for another part of the question; the window has them too. */
  readonly beside?: readonly Candidate[];
  /** About somebody whom the question does not ask about. */
  readonly unfit?: readonly Candidate[];
}

/** @param ranked all candidates, best first; at least one. */
export function gatherSupport(
  evidence: Evidence,
  question: QuestionModel,
  ranked: readonly Scored<Candidate>[],
  { beside = [], unfit = [] }: OtherSentences = {},
): Support {
  const best = ranked[0]!;
  const passage = evidence.passages[best.unit.passage]!;
  const around = placesAround(evidence, question, ranked, beside);
  const nowhere = new Set(evidence.terms.flatMap((one) => (one.documentFrequency === 0 ? [one.term] : [])));
  const windowText = around.window.map(({ unit }) => unit.text).join("\n");
  const { meaning, coverage, distinction, before, added } = best.evidence;
  const counts = !isMisread(question, best, passage) && !isPlainAnswer(question, best);
  const sense = counts ? passage.scores.sense : null;
  const meant = (sense ?? 0) * senseAsShare;
  const inWindow = shareOf(question, around.inWindow);
  return {
    found: Math.min(enough, searchSum(passage.score)),
    window: Math.min(enough, Math.max(inWindow, meant)),
    passage: Math.min(enough, Math.max(shareOf(question, around.inPassage), meant)),
    lead: around.mates.reduce((sum, { likelihood }) => sum + likelihood, 0),
    rarestMissing: rarest(question, (term) => !around.inPassage(term)),
    sense: sense ?? usualSense,
    senseless: sense === null ? 1 : 0,
    foreign: foreignShare(evidence.question, passage.text),
    detail: Math.log(1 + question.weights.size),
    senseBelow: senseBelow({
      question,
      sense,
      best,
      isUnknown: (term) => nowhere.has(term) && !question.framing.has(term) && !around.inPassage(term),
    }),
    senseDistant: Math.max(0, distantSense - (sense ?? usualSense)),
    senseAbove: Math.max(0, (sense ?? usualSense) - usualSense),
    ...mismatchesOf(evidence, question, { best: best.unit.text, window: windowText }),
    rarestAstray: rarest(question, (term) => !around.inWindow(term)),
    namesMissing: part(question.names, (term) => !around.inWindow(term) && !around.inTitle(term)),
    namesAstray: part(question.names, (term) => !saysTerm(best, term)),
    numbersMissing: part(question.numbers, (term) => !around.inWindow(term)),
    topic: shareOf(question, around.inPassage),
    termsAstray: countOf(question.weights.keys(), (term) => !around.inWindow(term) && !around.inTitle(term)),
    names: question.names.length,
    meaning,
    coverage,
    distinction,
    before,
    passageShare: best.evidence.passage,
    ofAnother: Math.max(0, ...unfit.map((one) => shareOf(question, (term) => saysTerm(one, term)) - inWindow)),
    added,
  };
}

/**
 * Whether the model's score says nothing, although the best sentence has all words of the question: it read them misspelt, or
 * the sentence is a reply (`Usually forty-five.`) and has them from the question in the turn before.
 */
function isMisread({ misspelt, weights }: QuestionModel, best: Candidate, passage: RetrievedPassage): boolean {
  if (misspelt.size === 0 && questionBefore(passage) === "") return false;
  return weights.keys().every((term) => saysTerm(best, term));
}

/**
 * Whether the best sentence stands under the same question, or has the form of the definition that is asked for: a sign that
 * needs no other.
 */
export const isPlainAnswer = ({ kind }: QuestionModel, { evidence, isReply }: Candidate) =>
  isReply || (kind === "definition" && evidence.type === saysItself);

/** The surroundings of the best sentence and the terms in them. */
function placesAround(
  { passages, analyzer }: Evidence,
  { shortForms, termNumbers }: QuestionModel,
  ranked: readonly Scored<Candidate>[],
  beside: readonly Candidate[],
) {
  const best = ranked[0]!;
  const mates = ranked
    .filter(({ unit }) => unit.passage === best.unit.passage)
    .toSorted((a, b) => a.unit.start - b.unit.start);
  const at = mates.indexOf(best);
  const window: readonly Candidate[] = [...mates.slice(Math.max(0, at - 1), at + 2), ...beside];
  const above = headingOf(passages[best.unit.passage]!);
  const heading = new Set(analyzer.analyze(above).map(({ term }) => term));
  for (const form of shortForms) if (form.isIn(above)) for (const term of form.terms) heading.add(term);
  const inTitle = (term: string) => heading.has(term) || heading.values().some((other) => areKin(term, other));
  const ofWindow = TermMarks.ofAll(termNumbers, window);
  const ofPassage = TermMarks.ofAll(termNumbers, [...mates, ...beside]);
  return {
    mates,
    window,
    inTitle,
    inWindow: (term: string) => ofWindow.says(term),
    inPassage: (term: string) => ofPassage.says(term) || inTitle(term),
  };
}

const saysTerm = ({ marks }: Candidate, term: string) => marks.says(term);

function shareOf({ weights, total }: QuestionModel, test: (term: string) => boolean): number {
  let sum = 0;
  for (const [term, weight] of weights) if (test(term)) sum += weight;
  return sum / total;
}

function countOf(terms: Iterable<string>, test: (term: string) => boolean): number {
  let count = 0;
  for (const term of terms) if (test(term)) count++;
  return count;
}

/** The greatest weight of a term that passes the test, relative to the greatest weight of all. */
function rarest({ weights }: QuestionModel, test: (term: string) => boolean): number {
  let [most, passing] = [0, 0];
  for (const [term, weight] of weights) {
    if (weight > most) most = weight;
    if (weight > passing && test(term)) passing = weight;
  }
  return most === 0 ? 0 : passing / most;
}
