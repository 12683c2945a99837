/**
 * Chooses the answer with a reader: by words which blocks are read, by all evidence which sentence is best, and what of its
 * block is said with it.
 */
import { hasUnsafeLink } from "../../text/link-safety.ts";
import { furtherSentences } from "../extractive/answer-set.ts";
import { type Evidence, sectionOf } from "../extractive/evidence.ts";
import { breadthOf } from "../extractive/question/breadth.ts";
import type { QuestionModel } from "../extractive/question/question-model.ts";
import { type Said, withoutRepeats } from "../extractive/repeats.ts";
import { type Candidate, speaksItself } from "../extractive/sentence-evidence.ts";
import type { Scored } from "../extractive/sentence-score.ts";
import { gatherSupport } from "../extractive/support.ts";
import { type BlockReadings, readBlocks } from "./read-blocks.ts";
import type { ReadSupport } from "./read-confidence.ts";
import { type ReadSaid, rankRead } from "./read-evidence.ts";
import type { Reader } from "./reader.ts";

/** The evidence for a question that is read: one for a fact. Overviews and comparisons are chosen by words. */
export interface ReadableEvidence extends Evidence {
  readonly reader: Reader;
  readonly breadth: "fact" | "linked";
}

/** Null: the question is not read. */
export function readable(evidence: Evidence): ReadableEvidence | null {
  const { reader = null, question, passages, analyzer } = evidence;
  if (reader === null) return null;
  const hasSections = passages.some((passage) => sectionOf(passage) !== "");
  const breadth = breadthOf(question, analyzer.language, hasSections);
  return breadth === "fact" || breadth === "linked" ? { ...evidence, reader, breadth } : null;
}

export interface ReadLength {
  /** At most this many sentences; a list that is quoted whole counts as one. */
  readonly sentences: number;
  /** The least likelihood per word of a further sentence. 0 always gives `sentences`. */
  readonly likelihoodPerWord: number;
}

export interface ReadChoice {
  readonly question: QuestionModel;
  readonly breadth: ReadableEvidence["breadth"];
  /** All that may be said, best first. */
  readonly ranked: readonly ReadSaid[];
  /** What is said, the best first. */
  readonly taken: readonly Scored<Said>[];
  /** Null when nothing is said. */
  readonly support: ReadSupport | null;
}

interface Ranked {
  readonly question: QuestionModel;
  /** By words, best first. */
  readonly sentences: readonly Scored<Said>[];
  /** About somebody whom the question does not ask about. */
  readonly unfit: readonly Candidate[];
}

/** @param rank ranks the sentences of the passages by words */
export function chooseRead(
  evidence: ReadableEvidence,
  length: ReadLength,
  rank: (evidence: Evidence) => Ranked,
): ReadChoice {
  const { question, sentences, unfit } = rank(evidence);
  const readings = readBlocks(evidence.reader, evidence, sentences);
  const ranked = rankRead(sentences, readings).filter(mayAnswer);
  const { breadth } = evidence;
  const best = ranked[0];
  if (best === undefined) return { question, breadth, ranked, taken: [], support: null };
  const further = furtherSentences(question, { ranked, likely: likelyBeside(ranked, length), breadth });
  const beside = breadth === "fact" ? [] : further;
  const support = supportOf(evidence, question, ranked, { beside, unfit, readings });
  return { question, breadth, ranked, taken: [best, ...further], support };
}

/** What else of the best one's block is likely enough for its length. */
function likelyBeside(ranked: readonly ReadSaid[], length: ReadLength): readonly ReadSaid[] {
  const [best] = ranked;
  const isLikely = (one: ReadSaid) =>
    one.likelihood >= length.likelihoodPerWord * one.words &&
    (one.block === best!.block || one.likelihood >= asGood * best!.likelihood);
  return withoutRepeats(ranked.slice(0, length.sentences + 2))
    .slice(1, length.sentences)
    .filter(isLikely);
}

/** A sentence of another block is said if it has at least this part of the best one's likelihood. */
const asGood = 0.5;

function supportOf(
  evidence: Evidence,
  question: QuestionModel,
  ranked: readonly ReadSaid[],
  others: {
    readonly beside?: readonly Candidate[];
    readonly unfit: readonly Candidate[];
    readonly readings: BlockReadings;
  },
): ReadSupport {
  const { likelihood, read } = ranked[0]!;
  const { answers, part, above, unread } = read;
  const answersElse = Math.max(0, others.readings.highest - answers);
  return {
    ...gatherSupport(evidence, question, ranked, others),
    answers,
    part,
    above,
    unread,
    likelihood,
    answersElse,
  };
}

/** It, or a sentence beside it, has a word or a meaning of the question, or the reader takes its block for an answer. */
function mayAnswer(one: ReadSaid): boolean {
  const { before, after, answers } = one.read;
  return (speaksItself(one.evidence) || before + after > 0 || answers > 0) && isSafe(one);
}

/** Nothing in it would become a dangerous link in Markdown. */
const isSafe = ({ unit }: Scored<Said>) => !hasUnsafeLink(unit.text);
