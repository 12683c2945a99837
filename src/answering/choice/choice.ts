/**
 * Chooses the sentences of an answer: ranks the sentences of the passages by the evidence for each, with a reader where there is
 * one, and takes the best and others that belong to the answer. Reasons and figures: docs/decisions/0038-answers-that-are-read.md.
 */
import { hasUnsafeLink } from "../../language/text/link-safety.ts";
import { headingsOf } from "../../language/text/shown-text.ts";
import { turnFilter } from "../conversation/small-talk.ts";
import { readBlocks } from "../evidence/blocks.ts";
import { type Evidence, withRest } from "../evidence/evidence.ts";
import { type Candidate, gatherCandidates, type Scored, speaksItself } from "../evidence/sentence-evidence.ts";
import {
  type ChosenBy,
  confidenceOf,
  gatherSupport,
  mergeRepeats,
  rankCandidates,
  type Said,
  type Support,
} from "../evidence/support.ts";
import { type AskingBreadth, breadthOf, type Side, sidesOf } from "../question/breadth.ts";
import { type QuestionModel, readQuestion } from "../question/question-model.ts";
import { overviewOf } from "./contents.ts";

export interface AnswerLength {
  /** At most this many sentences; a list that is quoted whole counts as one. */
  readonly sentences: number;
  /** The least likelihood per word of a further sentence. 0 always gives `sentences`. */
  readonly likelihoodPerWord: number;
}

/** One to four sentences; about 38 words on average if a sentence has 27. */
export const usualLength: AnswerLength = { sentences: 4, likelihoodPerWord: 0.006 };

/** Everything that an answer is made from, for the answer itself and for its explanation. */
export interface Choice {
  readonly question: QuestionModel;
  readonly breadth: AskingBreadth;
  readonly chosenBy: ChosenBy;
  /** All that may be said, best first. */
  readonly ranked: readonly Scored<Said>[];
  readonly taken: readonly Scored<Said>[];
  /** The headings under which an overview lists them, by position of the passage; empty for other answers. */
  readonly headings: ReadonlyMap<number, string>;
  readonly support: Support | null;
}

/** Deterministic. Chooses nothing if no sentence has a word or a meaning of the question, and no block answers it. */
export function chooseFrom(evidence: Evidence, length: AnswerLength): Choice {
  const breadth = breadthFor(evidence, length);
  if (breadth === "overview") return overviewFrom(evidence);
  const whole = factFrom(evidence, length, breadth === "linked" ? breadth : "fact");
  const isAlone = (evidence.followUp ?? null) === null;
  const sides = breadth === "sides" && isAlone ? sidesOf(evidence.question, evidence.analyzer) : null;
  return sides === null ? whole : bothSides(evidence, length, whole, sides);
}

/** What the question asks for by its words, as far as the length allows. */
function breadthFor(
  { question, followUp, passages, analyzer }: Evidence,
  { sentences, likelihoodPerWord }: AnswerLength,
) {
  if (likelihoodPerWord === 0) return "fact";
  const asked = breadthOf(followUp?.own ?? question, analyzer.language);
  // `What does Maria say about the garden?` asks a conversation for what she said.
  const isShort = sentences < usualLength.sentences || passages[0]?.turn != null;
  return asked === "overview" && isShort ? "fact" : asked;
}

function overviewFrom(evidence: Evidence): Choice {
  const question = readQuestion(evidence);
  const { sentences, unfit } = sentencesOf(evidence, question);
  const ranked = sentences.filter(mayAnswer);
  const chosen = { question, breadth: "overview", chosenBy: "words", ranked } as const;
  if (ranked.length === 0) return { ...chosen, taken: [], headings: new Map(), support: null };
  const whole = withRest(evidence);
  const statable = whole === evidence ? sentences : sentencesOf(whole, question).sentences;
  const { statements, headings } = overviewOf(whole, question, statable.filter(isSafe));
  return { ...chosen, taken: statements, headings, support: gatherSupport(evidence, question, ranked, { unfit }) };
}

function factFrom(evidence: Evidence, length: AnswerLength, breadth: "fact" | "linked"): Choice {
  const question = readQuestion(evidence);
  const { sentences, unfit } = sentencesOf(evidence, question);
  const { reader = null } = evidence;
  const readings = reader === null ? null : readBlocks(reader, evidence, sentences);
  const chosenBy = readings === null ? "words" : "reader";
  const ranked = (readings === null ? sentences : rankCandidates(sentences, readings)).filter(mayAnswer);
  const chosen = { question, breadth, chosenBy, ranked, headings: new Map() } as const;
  const best = ranked[0];
  if (best === undefined) return { ...chosen, taken: [], support: null };
  const likely = likelyBeside(ranked, length, readings !== null);
  const link = breadth === "linked" ? missingLink(question, ranked, likely) : [];
  const beside = breadth === "linked" ? [...likely, ...link] : [];
  const support = gatherSupport(evidence, question, ranked, { beside, unfit, readings });
  return { ...chosen, taken: [best, ...likely, ...link], support };
}

/** The sentences, best first by words, and those of a conversation that are about somebody else or only talk. */
function sentencesOf(evidence: Evidence, question: QuestionModel) {
  const isFit = turnFilter({ ...evidence, language: evidence.analyzer.language });
  const { fit = [], unfit = [] } = Object.groupBy(gatherCandidates(evidence, question), ({ unit }) =>
    isFit(unit.passage, unit.text) ? "fit" : "unfit",
  );
  return { sentences: rankCandidates(mergeRepeats(fit), null), unfit: unfit as readonly Candidate[] };
}

/** It, or a sentence beside it, has a word or a meaning of the question, or the reader takes its block for an answer; and it is safe. */
function mayAnswer(one: Scored<Said>): boolean {
  const { before, after, answers } = one.evidence;
  return (speaksItself(one.evidence) || before + after > 0 || answers > 0) && isSafe(one);
}

/** Nothing in it would become a dangerous link in Markdown. */
const isSafe = ({ unit }: Scored<Said>) => !hasUnsafeLink(unit.text);

/** A sentence of another block is said if it has at least this part of the best one's likelihood. */
const asGood = 0.5;
/** What else the best one's block says is said up to so many words, from this likelihood on. Without a reader, also its passage. */
const mostWords = 60;
const leastOfMate = 0.05;
/** A shorter best sentence says too little alone. */
const fewestWords = 4;

/** What else is likely enough for its length: of the best one's block, or as good an answer. */
function likelyBeside(ranked: readonly Scored<Said>[], length: AnswerLength, isRead: boolean): readonly Scored<Said>[] {
  const best = ranked[0]!;
  let words = best.words;
  const isLikely = (one: Scored<Said>) => {
    const isOfPassage = !isRead && one.unit.passage === best.unit.passage && speaksItself(one.evidence);
    const isMate = one.block === best.block || isOfPassage;
    const isShort = isMate && length.likelihoodPerWord > 0 && words + one.words <= mostWords;
    const least = isShort ? leastOfMate : length.likelihoodPerWord * one.words;
    // A follow-up that names something else is not told the answer before once more.
    const isNew = one.evidence.repeated < 1;
    const isTaken = isNew && one.likelihood >= least && (isMate || one.likelihood >= asGood * best.likelihood);
    if (isTaken) words += one.words;
    return isTaken;
  };
  const likely = ranked.slice(1, length.sentences).filter(isLikely);
  const rest = best.words < fewestWords && length.sentences > 1 ? sentenceAfter(best, ranked) : null;
  return rest === null || likely.includes(rest) ? likely : [rest, ...likely.slice(0, length.sentences - 2)];
}

/** `No.` is said with what follows it in its block. */
function sentenceAfter({ block, unit }: Scored<Said>, ranked: readonly Scored<Said>[]): Scored<Said> | null {
  const behind = ranked.filter((one) => one.block === block && one.unit.start >= unit.end);
  return behind.toSorted((a, b) => a.unit.start - b.unit.start)[0] ?? null;
}

/** The weight of the share of unsaid terms, relative to the score. */
const unsaidWeight = 12;
/** The link that a question needs beside its fact: of the terms, this share is unsaid, and it says this share of that. */
const link = { leastUnsaid: 0.1, leastSaid: 0.5, standing: 0.4 };

/**
 * For a question that describes a thing without naming it ("the panel whose …"): the best sentence of another passage with the
 * part of the description that the best sentence's passage lacks. At most one.
 */
function missingLink(
  { weights, total }: QuestionModel,
  ranked: readonly Scored<Said>[],
  likely: readonly Scored<Said>[],
): readonly Scored<Said>[] {
  const { passage } = ranked[0]!.unit;
  const here = [...ranked.filter(({ unit }) => unit.passage === passage), ...likely];
  const unsaid = [...weights].filter(([term]) => !here.some((one) => says(one, term)));
  const all = sum(unsaid.map(([, weight]) => weight));
  if (all === 0 || all < link.leastUnsaid * total) return [];
  const gain = (one: Said) => sum(unsaid.map(([term, weight]) => (says(one, term) ? weight : 0))) / all;
  return ranked
    .filter((one) => one.unit.passage !== passage && one.evidence.standing >= link.standing)
    .map((one) => ({ one, said: gain(one) }))
    .filter(({ one, said }) => said >= link.leastSaid && !likely.includes(one))
    .toSorted((a, b) => b.one.score + unsaidWeight * b.said - (a.one.score + unsaidWeight * a.said))
    .slice(0, 1)
    .map(({ one }) => one);
}

const says = ({ marks }: Said, term: string) => marks.says(term);
const sum = (weights: readonly number[]) => weights.reduce((all, weight) => all + weight, 0);

const mostOfSide = 2;

/** The answer to each side's question, as sure as the less sure one or the whole; sentences that say both are enough. */
function bothSides(evidence: Evidence, length: AnswerLength, whole: Choice, sides: readonly [Side, Side]): Choice {
  const saysAll = ({ own }: Side) => [...own].every((term) => whole.taken.some((one) => says(one, term)));
  if (sides.every(saysAll)) return whole;
  const short = { ...length, sentences: Math.min(length.sentences, mostOfSide) };
  const [one, other] = sides.map(({ question }) => factFrom(ofSide(evidence, question), short, "fact"));
  if (one?.support == null || other?.support == null) return whole;
  const sure = ({ support, chosenBy }: Choice) => (support === null ? 0 : confidenceOf(support, chosenBy));
  const less = sure(one) < sure(other) ? one : other;
  const surer = sure(less) < sure(whole) ? whole : less;
  const ofEach = [one.taken, other.taken];
  const taken = [...new Map(ofEach.flat().map((said) => [said.unit.text, said])).values()];
  const headings = namesOfSides(evidence, ofEach, sides);
  return { ...surer, breadth: "sides", ranked: [...one.ranked, ...other.ranked], taken, headings };
}

/**
 * The evidence for one of the sides: the other's terms are not asked for. The search was for both, which says nothing against a
 * passage about one.
 */
function ofSide(evidence: Evidence, question: string): Evidence {
  const asked = new Set(evidence.analyzer.analyze(question).map(({ term }) => term));
  const score = Math.max(...evidence.passages.map((one) => one.score));
  const sense = Math.max(...evidence.passages.map(({ scores }) => scores.sense ?? 0));
  const passages = evidence.passages.map((one) => {
    const scores = one.scores.sense === null ? one.scores : { ...one.scores, sense };
    return { ...one, score, scores };
  });
  const terms = evidence.terms.filter(({ term }) => asked.has(term));
  return { ...evidence, question, followUp: null, passages, terms };
}

/** Where what is said of a side does not name it: for each passage, the uppermost heading that those of the other side lack. */
function namesOfSides(
  { passages, analyzer }: Evidence,
  ofEach: readonly (readonly Scored<Said>[])[],
  sides: readonly [Side, Side],
): ReadonlyMap<number, string> {
  const isNamed = (some: readonly Scored<Said>[], { own }: Side) =>
    some.some(({ unit }) => own.isSubsetOf(new Set(analyzer.analyze(unit.text).map(({ term }) => term))));
  if (ofEach.every((some, i) => isNamed(some, sides[i]!))) return new Map();
  const partsOf = ({ unit }: Scored<Said>) => {
    const { title, section } = passages[unit.passage]!;
    return [title, ...headingsOf(section)];
  };
  const names = ofEach.flatMap((some, i) => {
    const others = new Set(ofEach[1 - i]!.flatMap(partsOf));
    return some.map(
      (said) => [said.unit.passage, partsOf(said).find((one) => one !== "" && !others.has(one))] as const,
    );
  });
  const shown = names.flatMap(([passage, name]) =>
    name === undefined || hasUnsafeLink(name) ? [] : [[passage, name] as const],
  );
  return new Map(shown.length === names.length ? shown : []);
}
