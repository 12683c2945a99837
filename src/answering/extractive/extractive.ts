/**
 * Answers a question with verbatim sentences of the passages: splits the passages into sentences, weighs the evidence for
 * each, and takes the best one and others that are likely enough for their length. Reasons and figures:
 * docs/decisions/0005-extractive-answers.md.
 */
import { hasUnsafeLink } from "../../text/link-safety.ts";
import type { PassageSpan, RetrievedPassage } from "../answer.ts";
import { turnFilter } from "../conversation/turn-filter.ts";
import { QuotedPassages, quotedWith } from "../reading/lists.ts";
import { chooseRead, type ReadableEvidence, type ReadChoice, readable } from "../reading/read-choice.ts";
import { readConfidence, readLeast } from "../reading/read-confidence.ts";
import { furtherSentences } from "./answer-set.ts";
import { abstainsBelow, confidenceOf } from "./confidence.ts";
import { type Evidence, type ExtractiveAnswer, sectionOf, withRest } from "./evidence.ts";
import { announcementOf, listAround, listGoesOn, mostItems } from "./list-items.ts";
import { agreeingFirst } from "./mismatches.ts";
import { isAboutSection, isInOneSection, type Overview, overviewOf, shortOverview, wholeOverview } from "./overview.ts";
import { type AskedBreadth, type AskingBreadth, breadthOf } from "./question/breadth.ts";
import { type QuestionModel, readQuestion } from "./question/question-model.ts";
import { type Chosen, inReadingOrder } from "./reading-order.ts";
import { mergeRepeats, type Said, withoutRepeats } from "./repeats.ts";
import { gatherCandidates, speaksItself } from "./sentence-evidence.ts";
import { rankCandidates, type Scored } from "./sentence-score.ts";
import { gatherSupport, isPlainAnswer, type Support } from "./support.ts";
import { announces, type Unit } from "./units.ts";

export interface AnswerLength {
  /** At most this many sentences; a list that is quoted whole counts as one. */
  readonly sentences: number;
  /** The least likelihood per word of a further sentence. 0 always gives `sentences`. */
  readonly likelihoodPerWord: number;
}

/** One to four sentences; about 38 words on average if a sentence has 27. */
export const usualLength: AnswerLength = { sentences: 4, likelihoodPerWord: 0.0055 };

/** The least likelihood per word of a further sentence where a reader has read its block. */
const readLikelihoodPerWord = 0.006;

/** Everything that an answer is made from, for the answer itself and for its explanation. */
export interface Choice {
  readonly question: QuestionModel;
  readonly breadth: AskingBreadth;
  /** All that may be said, best first. */
  readonly ranked: readonly Scored<Said>[];
  /** What is said of it, the best first; empty when nothing is. */
  readonly taken: readonly Scored<Said>[];
  /** The headings under which an overview lists them, by position of the passage; empty for other answers. */
  readonly headings: ReadonlyMap<number, string>;
  /** Null when nothing is said. */
  readonly support: Support | null;
}

/**
 * The sentences that answer, and the probability that the memory holds an answer (the caller abstains below a threshold).
 * Deterministic. Chooses nothing if no sentence contains a word or a meaning of the question.
 */
export function extractAnswer(evidence: Evidence, length: AnswerLength = usualLength): ExtractiveAnswer {
  const read = readable(evidence);
  if (read !== null) return readAnswer(read, length);
  const choice = chooseFrom(evidence, length);
  const { taken, breadth, support } = choice;
  const passages = new QuotedPassages(withRest(evidence).passages);
  if (support === null) return { passages: passages.all, sentences: [], confidence: 0, least: abstainsBelow };
  const chosen = taken.flatMap((said) => placesOf(evidence, passages, choice, said));
  const sentences = inReadingOrder(passages.all, chosen);
  return { passages: passages.all, sentences, confidence: confidenceOf(support, breadth), least: abstainsBelow };
}

export function chooseFrom(evidence: Evidence, length: AnswerLength): Choice {
  const question = readQuestion(evidence);
  const { sentences: all, unfit } = rankSentences(evidence, question);
  const sayable = all.filter((one) => speaksOfIt(one) && isSafe(one));
  const ranked = agreeingFirst(evidence, question, sayable);
  const breadth = breadthFor(evidence, question, { ranked: all, length });
  const best = ranked[0];
  if (best === undefined) return { question, breadth, ranked, taken: [], headings: new Map(), support: null };
  if (breadth === "overview" || breadth === "several") {
    const { statements, headings } = overviewFor(evidence, question, { ranked: all, breadth });
    const support = gatherSupport(evidence, question, ranked, { unfit });
    return { question, breadth, ranked, taken: statements, headings, support };
  }
  const isLikely = (one: Scored<Said>) =>
    one.likelihood >= length.likelihoodPerWord * one.words && bearsOn(evidence, best, one);
  const next = ranked.slice(0, length.sentences + 2);
  const isAlone = !next.slice(1).some(isLikely);
  const likely = isAlone ? [] : withoutRepeats(next).slice(1, length.sentences).filter(isLikely);
  const referent = breadth === "fact" && length.likelihoodPerWord > 0 ? referentOf(ranked) : null;
  const needed = referent === null ? [] : [referent];
  const further = furtherSentences(question, { ranked, likely: [...new Set([...needed, ...likely])], breadth });
  const beside = breadth === "fact" ? [] : further;
  const support = gatherSupport(evidence, question, ranked, { beside, unfit });
  return { question, breadth, ranked, taken: [best, ...further], headings: new Map(), support };
}

/** The statements of an overview, or the several that answer a question which asks for a fact by its words. */
function overviewFor(
  evidence: Evidence,
  question: QuestionModel,
  { ranked, breadth }: { readonly ranked: readonly Scored<Said>[]; readonly breadth: AskingBreadth },
): Overview {
  const asked = askedBreadth(evidence);
  const length = asked === breadth ? wholeOverview : shortOverview;
  const isAnswer = asked === "fact" && breadth === "several";
  const whole = withRest(evidence);
  const statable = whole === evidence ? ranked : rankSentences(whole, question).sentences;
  return overviewOf(whole, question, { ranked: statable.filter(isSafe), length, isAnswer });
}

/** What the question asks for, as far as the length allows. */
function breadthFor(
  evidence: Evidence,
  question: QuestionModel,
  { ranked, length }: { readonly ranked: readonly Scored<Said>[]; readonly length: AnswerLength },
): AskingBreadth {
  if (length.likelihoodPerWord === 0) return "fact";
  const asked = askedBreadth(evidence);
  const isShort = length.sentences < usualLength.sentences;
  if (asked === "overview") return isShort ? "fact" : asked;
  if (asked === "sides" && !isShort && isAboutSection(evidence, question, ranked)) return "several";
  if (asked !== "fact" || isShort) return asked;
  if (ranked[0] !== undefined && isPlainAnswer(question, ranked[0])) return asked;
  if (isAboutSection(evidence, question, ranked)) return "overview";
  return isInOneSection(evidence, question, ranked) ? "several" : asked;
}

/** What the question asks for by its words. */
function askedBreadth({ question, passages, analyzer }: Evidence): AskedBreadth {
  const hasSections = passages.some((passage) => sectionOf(passage) !== "");
  return breadthOf(question, analyzer.language, hasSections);
}

/** A sentence that begins with `Its` or `He` needs the one before it if that one has this share of the question's terms. */
const leastReferring = 0.15;

/** The sentence before the best one, if the best one refers to it (`Its most familiar effect …`). */
function referentOf(ranked: readonly Scored<Said>[]): Scored<Said> | null {
  const best = ranked[0]!;
  if (best.evidence.referring < leastReferring) return null;
  const earlier = ranked.filter(({ unit }) => unit.passage === best.unit.passage && unit.end <= best.unit.start);
  return earlier.toSorted((a, b) => b.unit.start - a.unit.start)[0] ?? null;
}

/** One to four sentences of a block; about 38 words on average if a sentence has 27. */
function readAnswer(evidence: ReadableEvidence, length: AnswerLength): ExtractiveAnswer {
  const choice = readChoice(evidence, length);
  const passages = new QuotedPassages(withRest(evidence).passages);
  if (choice.support === null) return { passages: passages.all, sentences: [], confidence: 0, least: readLeast };
  const chosen = choice.taken.flatMap((said) => placesOf(evidence, passages, { ...choice, headings: new Map() }, said));
  const sentences = inReadingOrder(passages.all, chosen);
  return { passages: passages.all, sentences, confidence: readConfidence(choice.support), least: readLeast };
}

/** The choice with a reader. */
export function readChoice(evidence: ReadableEvidence, length: AnswerLength): ReadChoice {
  const likelihoodPerWord = length.likelihoodPerWord === 0 ? 0 : readLikelihoodPerWord;
  return chooseRead(evidence, { ...length, likelihoodPerWord }, (passages) => {
    const question = readQuestion(passages);
    return { question, ...rankSentences(passages, question) };
  });
}

/** The sentences, best first, and those of a conversation that are about somebody else or only talk. */
function rankSentences(evidence: Evidence, question: QuestionModel) {
  const isFit = turnFilter({ ...evidence, language: evidence.analyzer.language });
  const { fit = [], unfit = [] } = Object.groupBy(gatherCandidates(evidence, question), ({ unit }) =>
    isFit(unit.passage, unit.text) ? "fit" : "unfit",
  );
  return { sentences: rankCandidates(mergeRepeats(fit)), unfit };
}

/** The sentence, or one beside it, contains a word of the question, or it contains a meaning of it. */
function speaksOfIt({ evidence }: Scored<Said>): boolean {
  return speaksItself(evidence) || evidence.before + evidence.after > 0;
}

/** Nothing in it would become a dangerous link in Markdown. */
const isSafe = ({ unit }: Scored<Said>) => !hasUnsafeLink(unit.text);

/** Between two passages of a text there is only white space, of no more code points than this. */
const widestGap = 8;

/** A sentence with at least this part of the best one's likelihood is as good an answer. */
const asGood = 0.5;

/**
 * Whether a further sentence belongs to the answer: it comes from the source of the best one, contains a part of the
 * question that the best one lacks, or is nearly as likely. Other sentences share words with the question but are about
 * something else.
 */
export function bearsOn({ passages }: Evidence, best: Scored<Said>, one: Scored<Said>): boolean {
  const sourceOf = ({ unit }: Scored<Said>) => passages[unit.passage]!.sourceId;
  if (sourceOf(one) === sourceOf(best) || one.likelihood >= asGood * best.likelihood) return true;
  return one.marks.saysMoreThan(best.marks);
}

/** The items of a list that the next passage of the text goes on with. An overview has chosen among them already. */
function itsContinuation(
  { passages, analyzer }: Evidence,
  list: readonly Unit[],
  breadth: AskingBreadth,
): readonly Unit[] {
  const last = list.at(-1)!;
  if (breadth === "overview" || breadth === "several" || (list.length === 1 && !announces(last))) return [];
  const own = passages[last.passage]!;
  if (own.text.slice(last.end).trim() !== "") return [];
  const isNext = (other: RetrievedPassage) =>
    other.sourceId === own.sourceId &&
    other.sourceVersion === own.sourceVersion &&
    other.start >= own.end &&
    other.start - own.end <= widestGap;
  const at = passages.findIndex(isNext);
  if (at < 0) return [];
  const next = { text: passages[at]!.text, passage: at, language: analyzer.language };
  return listGoesOn(last, next, mostItems - list.length + 1);
}

/** What of a choice says how a sentence is quoted. */
type Quoting = Pick<Choice, "question" | "breadth" | "headings">;

function placesOf(
  evidence: Evidence,
  passages: QuotedPassages,
  choice: Quoting,
  said: Scored<Said>,
): readonly Chosen[] {
  const { unit, also } = said;
  const heading = choice.headings.get(unit.passage);
  const leans = said.evidence.before > 0;
  return quotedFor(evidence, passages, choice, said)
    .filter(({ passage, start, end }) => !hasUnsafeLink(passages.at(passage).text.slice(start, end)))
    .map(({ passage, start, end }) => ({
      passage,
      start,
      end,
      leans,
      also: passage === unit.passage && start === unit.start ? also : [],
      ...(heading === undefined ? {} : { heading }),
    }));
}

/** The list of a sentence by the outline; without one, by the form of its lines. */
function quotedFor(
  evidence: Evidence,
  passages: QuotedPassages,
  { question, breadth }: Quoting,
  said: Scored<Said>,
): readonly PassageSpan[] {
  const { unit } = said;
  // An overview has chosen among the items already.
  const isOverview = breadth === "overview" || breadth === "several";
  const kind = isOverview ? "other" : question.kind;
  const passage = passages.at(unit.passage);
  if (passage.outline.length > 0) return quotedWith(passages, said, kind);
  const { language } = evidence.analyzer;
  const above = isOverview ? announcementOf(passage.text, unit, language) : null;
  const list = listAround(passage.text, unit, { kind, language });
  return [...(above === null ? [] : [above]), ...list, ...itsContinuation(withRest(evidence), list, breadth)];
}
