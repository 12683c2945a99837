/**
 * Answers a question with verbatim sentences of the passages: splits the passages into sentences, weighs the evidence for
 * each, and takes the best one and others that are likely enough for their length. Reasons and figures:
 * docs/decisions/0005-extractive-answers.md.
 */
import { hasUnsafeLink } from "../../text/link-safety.ts";
import { furtherSentences } from "./answer-set.ts";
import { confidenceOf } from "./confidence.ts";
import type { Evidence, ExtractiveAnswer } from "./evidence.ts";
import { listAround } from "./list-items.ts";
import { breadthOf } from "./question/breadth.ts";
import { type QuestionModel, readQuestion } from "./question/question-model.ts";
import { type Chosen, inReadingOrder } from "./reading-order.ts";
import { mergeRepeats, type Said } from "./repeats.ts";
import { gatherCandidates } from "./sentence-evidence.ts";
import { rankCandidates, type Scored } from "./sentence-score.ts";
import { gatherSupport } from "./support.ts";

export interface AnswerLength {
  /** At most this many sentences; a list that is quoted whole counts as one. */
  readonly sentences: number;
  /** The least likelihood per word of a further sentence. 0 always gives `sentences`. */
  readonly likelihoodPerWord: number;
}

/** One to three sentences; about 38 words on average if a sentence has 27. */
export const usualLength: AnswerLength = { sentences: 3, likelihoodPerWord: 0.0045 };

/**
 * The sentences that answer, and the probability that the memory holds an answer (the caller abstains below a threshold).
 * Deterministic. Chooses nothing if no sentence contains a word or a meaning of the question.
 */
export function extractAnswer(evidence: Evidence, length: AnswerLength = usualLength): ExtractiveAnswer {
  const question = readQuestion(evidence);
  const ranked = rankCandidates(mergeRepeats(gatherCandidates(evidence, question))).filter(isSayable);
  const best = ranked[0];
  if (best === undefined) return { sentences: [], confidence: 0 };
  const breadth = length.likelihoodPerWord === 0 ? "fact" : breadthOf(evidence.question, evidence.analyzer.language);
  const likely = ranked
    .slice(1, length.sentences)
    .filter((one) => one.likelihood >= length.likelihoodPerWord * one.words && bearsOn(evidence, best, one));
  const further = breadth === "fact" ? likely : furtherSentences(question, ranked, breadth);
  const chosen = [best, ...further].flatMap((said) => withItsList(evidence, question, said));
  return {
    sentences: inReadingOrder(evidence.passages, chosen),
    confidence: confidenceOf(gatherSupport(evidence, question, ranked), breadth),
  };
}

/** The sentence contains a word or a meaning of the question, and nothing in it would become a dangerous link in Markdown. */
const isSayable = ({ evidence, unit }: Scored<Said>) =>
  evidence.coverage + evidence.kin + evidence.meaning > 0 && !hasUnsafeLink(unit.text);

/** A sentence with at least this part of the best one's likelihood is as good an answer. */
const asGood = 0.5;

/**
 * Whether a further sentence belongs to the answer: it comes from the source of the best one, contains a part of the
 * question that the best one lacks, or is nearly as likely. Other sentences share words with the question but are about
 * something else.
 */
function bearsOn({ passages }: Evidence, best: Scored<Said>, one: Scored<Said>): boolean {
  const sourceOf = ({ unit }: Scored<Said>) => passages[unit.passage]!.sourceId;
  if (sourceOf(one) === sourceOf(best) || one.likelihood >= asGood * best.likelihood) return true;
  return one.held.union(one.related).difference(best.held.union(best.related)).size > 0;
}

function withItsList(evidence: Evidence, { kind }: QuestionModel, said: Scored<Said>): readonly Chosen[] {
  const { unit, also } = said;
  const asked = { kind, language: evidence.analyzer.language };
  const units = listAround(evidence.passages[unit.passage]!.text, unit, asked);
  const leans = said.evidence.before > 0;
  return units
    .filter(({ text }) => !hasUnsafeLink(text))
    .map(({ passage, start, end }) => ({
      passage,
      start,
      end,
      leans,
      also: start === unit.start ? also : [],
    }));
}
