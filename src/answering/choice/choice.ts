/** Ranks sentences by their evidence and takes the best, with others that belong to them (decision 38). */
import { blockAt } from "../../language/structure/outline.ts";
import { hasUnsafeLink } from "../../language/text/link-safety.ts";
import { namedDates } from "../../language/text/named-dates.ts";
import { headingsOf } from "../../language/text/shown-text.ts";
import { turnFilter } from "../conversation/turns.ts";
import { readBlocks, type Unit } from "../evidence/blocks.ts";
import { type Evidence, withRest } from "../evidence/evidence.ts";
import { shareOf } from "../evidence/read-units.ts";
import {
  type Candidate,
  gatherCandidates,
  mergeRepeats,
  type Scored,
  speaksItself,
} from "../evidence/sentence-evidence.ts";
import { type ChosenBy, confidenceOf, gatherSupport, rankCandidates, type Support } from "../evidence/support.ts";
import { type AskingBreadth, breadthOf, type Side, sidesOf } from "../question/breadth.ts";
import { type QuestionModel, readQuestion, respelt } from "../question/question-model.ts";
import { overviewOf } from "./contents.ts";

export interface AnswerLength {
  /** At most; a list quoted whole counts as one. */
  readonly sentences: number;
  /** Of a further sentence, at least. 0 always gives `sentences`. */
  readonly likelihoodPerWord: number;
}

/** One to four; about 38 words on average for a sentence of 27. */
export const usualLength: AnswerLength = { sentences: 4, likelihoodPerWord: 0.006 };

export interface Choice {
  readonly question: QuestionModel;
  readonly breadth: AskingBreadth;
  readonly chosenBy: ChosenBy;
  /** Best first. */
  readonly ranked: readonly Scored[];
  readonly taken: readonly Scored[];
  /** Of an overview's list, by position of the passage; otherwise empty. */
  readonly headings: ReadonlyMap<number, string>;
  readonly support: Support | null;
}

/** Deterministic. Empty if no sentence has a word or meaning of the question, and no block answers it. */
export function chooseFrom(asked: Evidence, length: AnswerLength): Choice {
  const evidence = respelt(asked);
  const breadth = breadthFor(evidence, length);
  if (breadth === "overview") return overviewFrom(evidence);
  const whole = factFrom(evidence, length, breadth === "linked" ? breadth : "fact");
  const isAlone = (evidence.followUp ?? null) === null;
  const sides = breadth === "sides" && isAlone ? sidesOf(evidence.question, evidence.analyzer) : null;
  return sides === null ? whole : bothSides(evidence, length, whole, sides);
}

/** By the words of the question, as far as the length allows. */
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
  const readings = reader === null ? null : readBlocks(reader, evidence, question, sentences);
  const chosenBy = readings === null ? "words" : "reader";
  const ranked = (readings === null ? sentences : rankCandidates(sentences, readings)).filter(mayAnswer);
  const chosen = { question, breadth, chosenBy, ranked, headings: new Map() } as const;
  const best = ranked[0];
  if (best === undefined) return { ...chosen, taken: [], support: null };
  const likely = likelyBeside(ranked, length, readings !== null);
  const link = breadth === "linked" ? missingLink(question, ranked, likely) : [];
  const beside = breadth === "linked" ? [...likely, ...link] : [];
  const support = gatherSupport(evidence, question, ranked, { beside, unfit, readings });
  const taken = [best, ...likely, ...link];
  return { ...chosen, taken, headings: datedHeading(evidence, question, taken), support };
}

/** Where `when` is asked and no sentence has a number: the heading or title with a date, as in minutes. */
function datedHeading(
  { passages, analyzer }: Evidence,
  { kind }: QuestionModel,
  taken: readonly Scored[],
): ReadonlyMap<number, string> {
  if (kind !== "when" || taken.some(({ unit }) => /\p{N}/u.test(unit.text))) return new Map();
  const { passage } = taken[0]!.unit;
  const { title, section, turn } = passages[passage]!;
  const names = turn == null ? [...headingsOf(section).toReversed(), title] : [];
  const dated = names.find((name) => namedDates(name, analyzer.language).length > 0 && !hasUnsafeLink(name));
  return dated === undefined ? new Map() : new Map([[passage, dated]]);
}

/** Sentences by rank of words, and those of a conversation that are about somebody else or only talk. */
function sentencesOf(evidence: Evidence, question: QuestionModel) {
  const isFit = turnFilter(evidence);
  const isOfHead = headsIn(evidence, question);
  const candidates = gatherCandidates(evidence, question).filter(({ unit }) => !isOfHead(unit));
  const { fit = [], unfit = [] } = Object.groupBy(candidates, ({ unit }) =>
    isFit(unit.passage, unit.text) ? "fit" : "unfit",
  );
  return { sentences: rankCandidates(mergeRepeats(fit), null), unfit: unfit as readonly Candidate[] };
}

/** The head of a mail says who, when and to which address; with other questions it only has names in common. */
function headsIn({ passages, question }: Evidence, { kind }: QuestionModel): (unit: Unit) => boolean {
  if (kind === "who" || kind === "when" || /mail|@/i.test(question)) return () => false;
  return ({ passage, start }) => {
    const block = blockAt(passages[passage]!.outline, start);
    return block?.kind === "caption" && block.turn !== undefined;
  };
}

/** A cosine from which a sentence may answer a question that it shares no word with. */
const nearEnough = 0.3;

/** It or a neighbour has a word or meaning of the question, it is near, or the reader accepts its block. Its links must be safe. */
function mayAnswer(one: Scored): boolean {
  const { before, after, answers, near } = one.evidence;
  return (speaksItself(one.evidence) || before + after > 0 || near >= nearEnough || answers > 0) && isSafe(one);
}

const isSafe = ({ unit }: Scored) => !hasUnsafeLink(unit.text);

/** The likelihood, relative to the best, from which a sentence of another block is said. */
const asGood = 0.5;
/** Words of the best one's block (without a reader, its passage), and the least likelihood of each sentence. */
const mostWords = 60;
const leastOfMate = 0.05;
/** A shorter best sentence says too little alone. */
const fewestWords = 4;

/** Sentences likely enough for their length: of the best one's block, or nearly as likely. */
function likelyBeside(ranked: readonly Scored[], length: AnswerLength, isRead: boolean): readonly Scored[] {
  const best = ranked[0]!;
  let words = best.words;
  const isLikely = (one: Scored) => {
    const isOfPassage = !isRead && one.unit.passage === best.unit.passage && speaksItself(one.evidence);
    const isMate = one.block === best.block || isOfPassage;
    const isShort = isMate && length.likelihoodPerWord > 0 && words + one.words <= mostWords;
    const least = isShort ? leastOfMate : length.likelihoodPerWord * one.words;
    // A follow-up about something else does not get the same answer again.
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
function sentenceAfter({ block, unit }: Scored, ranked: readonly Scored[]): Scored | null {
  const behind = ranked.filter((one) => one.block === block && one.unit.start >= unit.end);
  return behind.toSorted((a, b) => a.unit.start - b.unit.start)[0] ?? null;
}

/** The weight of the share of unsaid terms, relative to the score. */
const unsaidWeight = 12;
/** A link is needed if this share of terms is unsaid, and must say this share of those. */
const link = { leastUnsaid: 0.1, leastSaid: 0.5, standing: 0.4 };

/** For a thing that is described, not named ("the panel whose …"): a sentence elsewhere with the missing description. */
function missingLink(
  { weights, total }: QuestionModel,
  ranked: readonly Scored[],
  likely: readonly Scored[],
): readonly Scored[] {
  const { passage } = ranked[0]!.unit;
  const here = [...ranked.filter(({ unit }) => unit.passage === passage), ...likely];
  const unsaid = [...weights].filter(([term]) => !here.some((one) => says(one, term)));
  const all = unsaid.reduce((sum, [, weight]) => sum + weight, 0);
  if (all === 0 || all < link.leastUnsaid * total) return [];
  const gain = (one: Candidate) => shareOf(unsaid, (term) => says(one, term));
  return ranked
    .filter((one) => one.unit.passage !== passage && one.evidence.standing >= link.standing)
    .map((one) => ({ one, said: gain(one) }))
    .filter(({ one, said }) => said >= link.leastSaid && !likely.includes(one))
    .toSorted((a, b) => b.one.score + unsaidWeight * b.said - (a.one.score + unsaidWeight * a.said))
    .slice(0, 1)
    .map(({ one }) => one);
}

const says = ({ marks }: Candidate, term: string) => marks.says(term);

const mostOfSide = 2;

/** As sure as the less sure side, or as the whole. */
function bothSides(evidence: Evidence, length: AnswerLength, whole: Choice, sides: readonly [Side, Side]): Choice {
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

/** Without the other side's terms, and without the search's judgement, which was for both. */
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

/** For sides that a passage does not name: its topmost heading that passages of the other side lack. */
function namesOfSides(
  { passages, analyzer }: Evidence,
  ofEach: readonly (readonly Scored[])[],
  sides: readonly [Side, Side],
): ReadonlyMap<number, string> {
  const isNamed = (some: readonly Scored[], { own }: Side) =>
    some.some(({ unit }) => own.isSubsetOf(new Set(analyzer.analyze(unit.text).map(({ term }) => term))));
  if (ofEach.every((some, i) => isNamed(some, sides[i]!))) return new Map();
  const partsOf = ({ unit }: Scored) => {
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
