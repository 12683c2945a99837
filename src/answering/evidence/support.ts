/** The evidence for and against the best sentence being an answer, as numbers. */

import type { QuestionKind } from "../../language/data/language.ts";
import { foreignShare } from "../../language/text/scripts.ts";
import { areKin } from "../../language/words/kinship.ts";
import type { RetrievedPassage } from "../answer.ts";
import { framingWords } from "../question/breadth.ts";
import { type Mismatches, mismatchesOf } from "../question/mismatches.ts";
import type { QuestionModel } from "../question/question-model.ts";
import type { BlockReadings } from "./blocks.ts";
import { type Evidence, headingOf } from "./evidence.ts";
import { type Candidate, type Scored, searchSum } from "./sentence-evidence.ts";
import { part, TermMarks } from "./term-marks.ts";

/**
 * Shares refer to the question's terms, weighted by their inverse document frequency. The window is the best sentence with
 * its two neighbours. Related terms count as the term.
 */
export interface Support extends Mismatches {
  /** The search's sum for the passage (`searchSum`), up to `enough`; a higher sum is evidence only for the topic. */
  readonly found: number;
  /** Share of the terms in the passage with its title and section, or its sense of the question if that is greater; up to `enough`. */
  readonly passage: number;
  /** The probability that the best sentence, or one that is hardly less likely, is the answer, given that one of all sentences is. */
  readonly likelihood: number;
  /** The same for one of the passage's sentences, if that is more. */
  readonly lead: number;
  /** 1 if the built-in model took no part. */
  readonly senseless: number;
  /** The amount by which the passage's sense score exceeds `usualSense`. */
  readonly senseAbove: number;
  /** The share of the question's letters that are of a script in which the passage is not written. */
  readonly foreign: number;
  /** log(1 + the number of the question's terms). */
  readonly detail: number;
  /** Share of the question's names that neither the window nor the title or section has. */
  readonly namesMissing: number;
  /** The amount by which the share of a sentence about somebody else exceeds the window's: it states that person's fact. */
  readonly ofAnother: number;
  /** Of the best sentence: `SentenceEvidence` says what each is. */
  readonly coverage: number;
  readonly kin: number;
  readonly above: number;
  readonly reply: number;
  readonly opposed: number;
  readonly answers: number;
  readonly part: number;
  readonly unread: number;
  /** 1 if the question asks for a number or an amount, and neither the best sentence's block nor its neighbours have one. */
  readonly untyped: number;
  /**
   * Share of the terms that the window and the section lack, where neither the reader nor the built-in model takes part. A name that
   * the title has does not count: `notice period Acme` is not answered by what only says Acme.
   */
  readonly unmet: number;
}

/** A passage with this share is about the topic; a greater share is no more evidence for the answer. */
const enough = 0.5;

/** Factor that converts a sense score to a share of terms. */
const senseAsShare = 0.6;

/** The sense score that is evidence neither for nor against an answer. */
const usualSense = 0.65;

/** Several documents may say the same, and then each of their sentences is as likely. */
const hardlyLess = 0.8;

const likelihoodOf = (some: readonly Scored<Candidate>[]) => some.reduce((sum, { likelihood }) => sum + likelihood, 0);

interface OtherSentences {
  /** Quoted for another part of the question; the window has them too. */
  readonly beside?: readonly Candidate[];
  /** About somebody whom the question does not ask about. */
  readonly unfit?: readonly Candidate[];
  /** Null: chosen by words alone. */
  readonly readings?: BlockReadings | null;
}

/** @param ranked all candidates, best first; at least one. */
export function gatherSupport(
  evidence: Evidence,
  question: QuestionModel,
  ranked: readonly Scored<Candidate>[],
  { beside = [], unfit = [], readings = null }: OtherSentences = {},
): Support {
  const best = ranked[0]!;
  const passage = evidence.passages[best.unit.passage]!;
  const around = placesAround(evidence, question, ranked, beside);
  const { coverage, kin, above, reply, opposed, answers, part: answering, unread } = best.evidence;
  const { sense } = passage.scores;
  const equals = ranked.filter(({ likelihood }) => likelihood >= hardlyLess * best.likelihood);
  const inWindow = shareOf(question, around.inWindow);
  const inPassage = shareOf(question, around.inPassage);
  return {
    found: Math.min(enough, searchSum(passage.score)),
    passage: Math.min(enough, Math.max(inPassage, (sense ?? 0) * senseAsShare)),
    lead: Math.max(likelihoodOf(around.mates), likelihoodOf(equals)),
    likelihood: likelihoodOf(equals),
    senseless: sense === null ? 1 : 0,
    senseAbove: Math.max(0, (sense ?? 0) - usualSense),
    foreign: foreignShare(evidence.question, passage.text),
    detail: Math.log(1 + question.weights.size),
    namesMissing: part(question.names, (term) => !around.inWindow(term) && !around.inTitle(term)),
    ofAnother: Math.max(0, ...unfit.map((one) => shareOf(question, (term) => one.marks.says(term)) - inWindow)),
    ...mismatchesOf(evidence, { best: best.unit.text, window: textOf(around.window) }),
    coverage,
    kin,
    above,
    reply,
    opposed,
    answers,
    part: answering,
    unread,
    untyped: isUntyped(question, best, [...around.mates, ...beside], around.window) ? 1 : 0,
    unmet: readings === null && evidence.expansion === null ? unmetShare(evidence, question, passage, around) : 0,
  };
}

const textOf = (some: readonly Candidate[]) => some.map(({ unit }) => unit.text).join("\n");

function unmetShare(
  { analyzer, question }: Evidence,
  { weights }: QuestionModel,
  { title }: RetrievedPassage,
  { inWindow, inTitle }: Pick<ReturnType<typeof placesAround>, "inWindow" | "inTitle">,
): number {
  const aside = `${title}\n${framingWords(question, analyzer.language)}`;
  const names = new Set(analyzer.analyze(aside).map(({ term }) => term));
  const wanted = [...weights].filter(([term]) => !names.has(term));
  const sumOf = (some: typeof wanted) => some.reduce((sum, [, weight]) => sum + weight, 0);
  const missing = wanted.filter(([term]) => !inWindow(term) && !inTitle(term));
  return missing.length === 0 ? 0 : sumOf(missing) / sumOf(wanted);
}

const typedKinds: ReadonlySet<QuestionKind> = new Set(["how_many", "how_much"]);

function isUntyped(
  { kind }: QuestionModel,
  { block }: Candidate,
  mates: readonly Candidate[],
  window: readonly Candidate[],
): boolean {
  const said = [...window, ...mates.filter((one) => one.block !== null && one.block === block)];
  return typedKinds.has(kind) && said.every(({ evidence }) => evidence.type === 0);
}

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

function shareOf({ weights, total }: QuestionModel, test: (term: string) => boolean): number {
  let sum = 0;
  for (const [term, weight] of weights) if (test(term)) sum += weight;
  return sum / total;
}
