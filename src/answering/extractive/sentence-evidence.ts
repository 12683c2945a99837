/** The evidence that each sentence of the passages answers the question, as numbers. */
import { readPassage } from "../../analysis/reading/passage-reading.ts";
import { readingFrom } from "../../analysis/reading/reading-bytes.ts";
import type { RetrievedPassage } from "../answer.ts";
import { questionBefore } from "../conversation/turn-filter.ts";
import { type Evidence, headingOf } from "./evidence.ts";
import { type TypeFit, typeFitOf } from "./question/answer-types.ts";
import { type QuestionModel, readQuestion } from "./question/question-model.ts";
import { isOver, type ReadUnit, readUnits } from "./read-units.ts";
import { refersBack } from "./reference.ts";
import { QuestionBearings } from "./terms/term-bearing.ts";
import { termShares, type WeightedTerm, weightedTerms } from "./terms/term-shares.ts";
import { announces, type Unit } from "./units.ts";

/**
 * The evidence for one sentence. "Share" is a share of the question's content terms, weighted by their inverse document
 * frequency; related terms (`kinship`) count where noted. All values are from 0 to 1 unless noted.
 */
export interface SentenceEvidence {
  /** Share of the terms in the sentence. */
  readonly coverage: number;
  /** Share of the missing terms that have a related term in it: another form of the word, or a compound with it. */
  readonly kin: number;
  /** Like coverage, but weighted by how rare the terms are among the candidates, so that topic words count little. */
  readonly distinction: number;
  /** Share of the terms that are missing in it but present in the sentence before: `It was built in 1932.` */
  readonly before: number;
  /** Share of the terms that are missing in it but present in the sentence after. */
  readonly after: number;
  /** `before`, if the sentence begins by referring back: `Its most familiar effect is …`. */
  readonly referring: number;
  /** Share of the terms in its passage or the passage's title. */
  readonly passage: number;
  /** The search score of its passage, relative to the highest. */
  readonly retrieval: number;
  /** The search's sum for its passage (`searchSum`), relative to the highest. */
  readonly standing: number;
  /** The difference between that sum and the highest. Not bounded by 1. */
  readonly behind: number;
  /** One over the rank of its passage. */
  readonly rank: number;
  /** The sense score of its passage; the mean of the others if it has none, 0 if the model took no part. */
  readonly sense: number;
  /** One over the rank of its passage by that score; 0 if the model took no part. */
  readonly senseRank: number;
  /** Whether it contains what the kind of question asks for: 0, 0.5 (unknown), 1. */
  readonly type: number;
  /** Share of the question's terms with a digit that it contains; 0.5 if there are none. */
  readonly numbers: number;
  /** Share of the question's adjacent word pairs that are adjacent in it too, unweighted. */
  readonly phrase: number;
  /** Share of the question's stop words (`used for`, `born in`) that it contains, weighted as in `distinction`. */
  readonly manner: number;
  /** 1 if a term is among its first three words, so the question's subject is probably its subject. */
  readonly subject: number;
  /** Share of the question's expansion, by the built-in model's weights, that it contains; 0 if the model took no part. */
  readonly meaning: number;
  /** log(1 + the number of its terms that the question lacks): a long sentence shares terms by chance. */
  readonly added: number;
}

export interface Candidate extends ReadUnit {
  readonly evidence: SentenceEvidence;
}

/** Only the best passages are read sentence by sentence. */
export const passagesRead = 12;

interface PassageUnits {
  readonly units: readonly ReadUnit[];
  /** The question's terms in the passage, its title or its section. */
  readonly held: ReadonlySet<string>;
  readonly score: number;
  /** From 1. */
  readonly rank: number;
}

/**
 * The sentences that could be an answer, with their evidence, in reading order. Headings, questions, and sentences with
 * only the question's own words (unless they announce a list) are left out; they count only as evidence for what follows.
 */
export function gatherCandidates(
  evidence: Evidence,
  question: QuestionModel = readQuestion(evidence),
): readonly Candidate[] {
  const read = passageReader(evidence, question);
  const passages = evidence.passages.slice(0, passagesRead).map(read);
  const context: Context = {
    question,
    fit: typeFitOf(question, evidence.analyzer.language),
    content: weightedTerms(question.weights),
    local: localWeights([...question.weights.keys()], passages),
    localStops: localWeights([...question.stopWords], passages),
    meant: sum(question.meaning.values()),
    highest: Math.max(...passages.map(({ score }) => score)) || 1,
    language: evidence.analyzer.language,
  };
  const senses = senseStandings(evidence.passages.slice(0, passagesRead));
  const candidates: Candidate[] = [];
  for (const [number, passage] of passages.entries()) {
    const standing = { ...standingOf(passage, context.highest), ...senses[number]! };
    for (const [i, unit] of passage.units.entries()) {
      if (isAnswerlike(unit, question)) candidates.push(weigh(context, { passage, standing }, i));
    }
  }
  return candidates;
}

interface Context {
  readonly question: QuestionModel;
  readonly fit: TypeFit;
  readonly content: readonly WeightedTerm[];
  /** How rare the question's terms and stop words are among the candidates. */
  readonly local: readonly WeightedTerm[];
  readonly localStops: readonly WeightedTerm[];
  /** The sum of the weights of the question's expansion. */
  readonly meant: number;
  /** The best score of a passage; never 0. */
  readonly highest: number;
  /** BCP 47. */
  readonly language: string;
}

/** Reads the units of a passage by a question, and finds the question's terms in its title and section. */
function passageReader({ analyzer }: Evidence, question: QuestionModel) {
  const bearings = new QuestionBearings(question);
  const askedIn = new Map<string, readonly string[]>();
  const askedInHeading = (heading: string): readonly string[] => {
    const known = askedIn.get(heading);
    if (known !== undefined) return known;
    const terms = analyzer.analyze(heading).map(({ term }) => term);
    const asked = terms.filter((term) => question.terms.has(term));
    askedIn.set(heading, asked);
    return asked;
  };
  return (passage: RetrievedPassage, number: number): PassageUnits => {
    const { text, score } = passage;
    const stored = passage.reading ? readingFrom(passage.reading, text, analyzer) : null;
    const reading = stored ?? readPassage(text, analyzer);
    const repliesTo = passage.turn == null ? [] : askedInHeading(questionBefore(passage));
    const judged = { text, passage: number, reading, bearings: bearings.ofAll(reading.terms), repliesTo };
    const units = readUnits(judged, question);
    const held = new Set(askedInHeading(headingOf(passage)));
    for (const unit of units) for (const term of unit.held) held.add(term);
    return { units, held, score, rank: number + 1 };
  };
}

function isAnswerlike(read: ReadUnit, question: QuestionModel): boolean {
  if (isOver(read) || asksAgain(read.unit, question)) return false;
  return read.added > 0 || announces(read.unit);
}

/** Whether a text ends with the question itself, including its mark: then it is an example of the question, not an answer. */
function asksAgain({ text }: Unit, { wording }: QuestionModel): boolean {
  if (!text.includes("?") && !text.includes("？") && !text.includes("؟")) return false;
  const [before, after] = text.toLowerCase().split(/[?？؟](?=[^?？؟]*$)/u);
  return after !== undefined && !/[\p{L}\p{N}]/u.test(after) && before!.trimEnd().endsWith(wording);
}

/**
 * Converts a score of 0 to 1 back to the sum behind it: 0 for no match, 1 for a passage with each word of the question once
 * (`hit-scores`). Differences of sums mean the same on the whole scale.
 */
export function searchSum(score: number): number {
  return -Math.log(1 - Math.min(score, 0.9999)) / Math.log(4);
}

type SenseStanding = Pick<SentenceEvidence, "sense" | "senseRank">;
type Standing = SenseStanding & Pick<SentenceEvidence, "retrieval" | "standing" | "behind" | "rank">;

interface StandingPassage {
  readonly passage: PassageUnits;
  readonly standing: Standing;
}

/** @param i position of the sentence in its passage. */
function weigh(context: Context, { passage, standing }: StandingPassage, i: number): Candidate {
  const { question, fit } = context;
  const { units } = passage;
  const read = units[i]!;
  const { unit, wording, words, under, held, related, added, meant, opening, pairs } = read;
  const shares = termShares(context.content, passage.held, [units[i - 1], read, units[i + 1]]);
  const refers = shares.before > 0 && refersBack(unit.text, context.language);
  return {
    unit,
    wording,
    words,
    under,
    held,
    related,
    added,
    meant,
    opening,
    pairs,
    evidence: {
      coverage: shares.coverage,
      kin: shares.kin,
      before: shares.before,
      after: shares.after,
      passage: shares.passage,
      distinction: shareOf(context.local, held, related),
      referring: refers ? shares.before : 0,
      retrieval: standing.retrieval,
      standing: standing.standing,
      behind: standing.behind,
      rank: standing.rank,
      sense: standing.sense,
      senseRank: standing.senseRank,
      type: tellsToDo(question, read) ? 1 : fit(unit.text),
      numbers: question.numbers.length === 0 ? 0.5 : part(question.numbers, (term) => held.has(term)),
      phrase: question.pairs === 0 ? 0 : pairs / question.pairs,
      manner: shareOf(context.localStops, held),
      subject: opening.some(({ term }) => question.weights.has(term)) ? 1 : 0,
      meaning: context.meant === 0 ? 0 : meant / context.meant,
      added: Math.log(1 + added),
    },
  };
}

/** How the passages stand by their sense scores alone. */
function senseStandings(passages: readonly RetrievedPassage[]): readonly SenseStanding[] {
  const known = passages.map(({ scores }) => scores.sense).filter((score) => score !== null);
  if (known.length === 0) return passages.map(() => ({ sense: 0, senseRank: 0 }));
  const mean = sum(known.values()) / known.length;
  const scores = passages.map(({ scores }) => scores.sense ?? mean);
  return scores.map((sense) => ({ sense, senseRank: 1 / (1 + scores.filter((other) => other > sense).length) }));
}

function standingOf({ score, rank }: PassageUnits, highest: number): Omit<Standing, keyof SenseStanding> {
  const [sum, best] = [searchSum(score), searchSum(highest) || 1];
  return {
    retrieval: score / highest,
    standing: Math.min(1, sum / best),
    behind: Math.max(0, best - sum),
    rank: 1 / rank,
  };
}

/** The share of the terms that pass the test; 0 if there are no terms. */
export function part(terms: readonly string[], test: (term: string) => boolean): number {
  return terms.length === 0 ? 0 : terms.filter(test).length / terms.length;
}

/** Whether a sentence begins with the action that the question is about, as instructions do: `To clean it, …`, `Clean it …`. */
function tellsToDo({ action }: QuestionModel, { opening }: ReadUnit): boolean {
  return action !== null && (opening[0]?.term === action || opening[1]?.term === action);
}

/** The share of the weights whose terms occur or are related. */
function shareOf(weights: readonly WeightedTerm[], held: ReadonlySet<string>, related?: ReadonlySet<string>): number {
  let all = 0;
  let passed = 0;
  for (const { term, weight } of weights) {
    all += weight;
    if (held.has(term) || related?.has(term) === true) passed += weight;
  }
  return all === 0 ? 0 : passed / all;
}

/** Inverse frequency of the terms among the candidates; a term that occurs in no candidate has weight 0. */
function localWeights(terms: readonly string[], passages: readonly PassageUnits[]): readonly WeightedTerm[] {
  const all = passages.reduce((count, { units }) => count + units.length, 0);
  return terms.map((term) => {
    let holding = 0;
    for (const { units } of passages) for (const { held } of units) if (held.has(term)) holding++;
    return { term, weight: holding === 0 ? 0 : inverseFrequency(all, holding) };
  });
}

/** The inverse document frequency as in BM25, of a term in `holding` out of `all`. */
const inverseFrequency = (all: number, holding: number) => Math.log(1 + (all - holding + 0.5) / (holding + 0.5));

const sum = (weights: IteratorObject<number>) => weights.reduce((all, weight) => all + weight, 0);
