/** The evidence that each sentence of the passages answers the question, as numbers. */
import { readPassage } from "../../analysis/reading/passage-reading.ts";
import { readingFrom } from "../../analysis/reading/reading-bytes.ts";
import type { RetrievedPassage } from "../answer.ts";
import type { Evidence } from "./evidence.ts";
import { type TypeFit, typeFitOf } from "./question/answer-types.ts";
import { type QuestionModel, readQuestion } from "./question/question-model.ts";
import { isOver, type ReadUnit, readUnits } from "./read-units.ts";
import { refersBack } from "./reference.ts";
import { bearingOn, type TermBearing } from "./term-bearing.ts";
import { termShares } from "./term-shares.ts";
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
  const bearing = bearingOn(question);
  const passages = evidence.passages
    .slice(0, passagesRead)
    .map((passage, number) => unitsRead(evidence, bearing, { passage, number }));
  const context: Context = {
    question,
    fit: typeFitOf(question, evidence.analyzer.language),
    local: localWeights(question.weights.keys(), passages),
    localStops: localWeights(question.stopWords, passages),
    meant: sum(question.meaning.values()),
    highest: Math.max(...passages.map(({ score }) => score)) || 1,
    language: evidence.analyzer.language,
  };
  return passages.flatMap((passage) =>
    passage.units.flatMap((unit, i) => (isAnswerlike(unit, question) ? [weigh(context, passage, i)] : [])),
  );
}

interface Context {
  readonly question: QuestionModel;
  readonly fit: TypeFit;
  /** How rare the question's terms and stop words are among the candidates. */
  readonly local: ReadonlyMap<string, number>;
  readonly localStops: ReadonlyMap<string, number>;
  /** The sum of the weights of the question's expansion. */
  readonly meant: number;
  /** The best score of a passage; never 0. */
  readonly highest: number;
  /** BCP 47. */
  readonly language: string;
}

function unitsRead(
  { analyzer }: Evidence,
  bearing: ReturnType<typeof bearingOn>,
  { passage, number }: { readonly passage: RetrievedPassage; readonly number: number },
): PassageUnits {
  const { title, section, text, score } = passage;
  const stored = passage.reading ? readingFrom(passage.reading, text, analyzer) : null;
  const units = readUnits(stored ?? readPassage(text, analyzer), { text, passage: number }, bearing);
  const held = new Set<string>();
  for (const { term } of analyzer.analyze(`${title}\n${section}`)) if (bearing(term).asked) held.add(term);
  for (const unit of units) for (const term of unit.held) held.add(term);
  return { units, held, score, rank: number + 1 };
}

function isAnswerlike(read: ReadUnit, question: QuestionModel): boolean {
  if (isOver(read) || asksAgain(read.unit, question)) return false;
  return read.added > 0 || announces(read.unit);
}

const questionMark = /[?？؟]/u;

/** Whether a text ends with the question itself, including its mark: then it is an example of the question, not an answer. */
function asksAgain({ text }: Unit, { wording }: QuestionModel): boolean {
  if (!questionMark.test(text)) return false;
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

/** @param i position of the sentence in its passage. */
function weigh(context: Context, passage: PassageUnits, i: number): Candidate {
  const { question, fit, local, localStops } = context;
  const read = passage.units[i]!;
  const { unit, terms, held, related } = read;
  const shares = termShares(question.weights, passage.held, [passage.units[i - 1], read, passage.units[i + 1]]);
  return {
    ...read,
    evidence: {
      ...shares,
      distinction: shareOf(local, (term) => held.has(term) || related.has(term)),
      referring: shares.before > 0 && refersBack(unit.text, context.language) ? shares.before : 0,
      retrieval: passage.score / context.highest,
      ...standingOf(passage, context.highest),
      type: tellsToDo(question, terms) ? 1 : fit(unit.text),
      numbers: question.numbers.length === 0 ? 0.5 : part(question.numbers, (term) => held.has(term)),
      phrase: phraseShare(question, terms),
      manner: shareOf(localStops, (term) => held.has(term)),
      subject: terms.slice(0, 3).some(({ term }) => question.weights.has(term)) ? 1 : 0,
      meaning: context.meant === 0 ? 0 : read.meant / context.meant,
      added: Math.log(1 + read.added),
    },
  };
}

function standingOf({ score, rank }: PassageUnits, highest: number) {
  const [sum, best] = [searchSum(score), searchSum(highest) || 1];
  return { standing: Math.min(1, sum / best), behind: Math.max(0, best - sum), rank: 1 / rank };
}

/** The share of the terms that pass the test; 0 if there are no terms. */
export function part(terms: readonly string[], test: (term: string) => boolean): number {
  return terms.length === 0 ? 0 : terms.filter(test).length / terms.length;
}

/** Whether a sentence begins with the action that the question is about, as instructions do: `To clean it, …`, `Clean it …`. */
function tellsToDo({ action }: QuestionModel, terms: readonly TermBearing[]): boolean {
  return action !== null && terms.slice(0, 2).some(({ term }) => term === action);
}

/** The share of the weights whose terms pass the test. */
function shareOf(weights: ReadonlyMap<string, number>, test: (term: string) => boolean): number {
  let all = 0;
  let passed = 0;
  for (const [term, weight] of weights) {
    all += weight;
    if (test(term)) passed += weight;
  }
  return all === 0 ? 0 : passed / all;
}

/** The share of the question's adjacent pairs of words that are adjacent here too. */
function phraseShare({ followers, pairs }: QuestionModel, terms: readonly TermBearing[]): number {
  if (pairs === 0) return 0;
  const found = new Set<string>();
  let after: ReadonlySet<string> | undefined;
  let last = "";
  for (const { term, asked } of terms) {
    if (after?.has(term)) found.add(`${last} ${term}`);
    after = asked ? followers.get(term) : undefined;
    last = term;
  }
  return found.size / pairs;
}

/** Inverse frequency of the terms among the candidates; a term that occurs in no candidate has weight 0. */
function localWeights(terms: Iterable<string>, passages: readonly PassageUnits[]): ReadonlyMap<string, number> {
  const units = passages.flatMap((passage) => passage.units);
  const weightOf = (term: string) => {
    const holding = units.filter(({ held }) => held.has(term)).length;
    return holding === 0 ? 0 : inverseFrequency(units.length, holding);
  };
  return new Map([...terms].map((term) => [term, weightOf(term)]));
}

/** The inverse document frequency as in BM25, of a term in `holding` out of `all`. */
const inverseFrequency = (all: number, holding: number) => Math.log(1 + (all - holding + 0.5) / (holding + 0.5));

const sum = (weights: IteratorObject<number>) => weights.reduce((all, weight) => all + weight, 0);
