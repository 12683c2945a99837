/** The evidence that each sentence of the passages answers the question, as numbers. */
import type { Token } from "../../analysis/analysis.ts";
import type { RetrievedPassage } from "../answer.ts";
import type { Evidence } from "./evidence.ts";
import { type TypeFit, typeFitOf } from "./question/answer-types.ts";
import { type QuestionModel, readQuestion } from "./question/question-model.ts";
import { refersBack } from "./reference.ts";
import { bearingOn } from "./term-bearing.ts";
import { termShares } from "./term-shares.ts";
import { announces, type Unit, unitsOf } from "./units.ts";

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
  /** Length in words; in unspaced scripts, half the number of overlapping letter pairs. */
  readonly words: number;
}

/** Only the best passages are read sentence by sentence. */
export const passagesRead = 12;

/** A unit with its evidence. */
export interface ReadUnit {
  readonly unit: Unit;
  readonly tokens: readonly Token[];
  /** The heading or question directly above it. */
  readonly under: ReadUnit | null;
  /** The question's terms in it or in the heading above it. */
  readonly held: ReadonlySet<string>;
  /** The question's content terms that have a related term in it. */
  readonly related: ReadonlySet<string>;
  /** The number of its content terms that the question lacks. */
  readonly added: number;
  /** The sum of the weights of the expansion terms in it. */
  readonly meant: number;
}

interface ReadPassage {
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
    .map((passage, number) => readPassage(evidence, bearing, { passage, number }));
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

type Bearing = ReturnType<typeof bearingOn>;

function readPassage(
  { analyzer }: Evidence,
  bearing: Bearing,
  { passage, number }: { passage: RetrievedPassage; number: number },
): ReadPassage {
  const units: ReadUnit[] = [];
  const held = new Set<string>();
  for (const { term } of analyzer.analyze(`${passage.title}\n${passage.section}`))
    if (bearing(term).asked) held.add(term);
  for (const unit of unitsOf(passage.text, number, analyzer.language)) {
    const above = units.at(-1);
    const read = readUnit(unit, analyzer.analyze(unit.text), { under: above && isOver(above) ? above : null, bearing });
    for (const term of read.held) held.add(term);
    units.push(read);
  }
  return { units, held, score: passage.score, rank: number + 1 };
}

function readUnit(
  unit: Unit,
  tokens: readonly Token[],
  { under, bearing }: { under: ReadUnit | null; bearing: Bearing },
): ReadUnit {
  const held = new Set(under?.held);
  const related = new Set<string>();
  const added = new Set<string>();
  const meant = new Map<string, number>();
  for (const { term, stop } of tokens) {
    const { asked, kin, meant: weight } = bearing(term);
    if (weight > 0) meant.set(term, weight);
    if (asked) held.add(term);
    if (stop) continue;
    if (!asked) added.add(term);
    for (const one of kin) related.add(one);
  }
  return { unit, tokens, under, held, related, added: added.size, meant: sum(meant.values()) };
}

/** Whether it is a heading for what follows: a heading, or a question in a list of questions and answers. */
function isOver({ unit }: ReadUnit): boolean {
  return unit.kind === "heading" || unit.kind === "question";
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
function weigh(context: Context, passage: ReadPassage, i: number): Candidate {
  const { question, fit, local, localStops } = context;
  const read = passage.units[i]!;
  const { unit, tokens, held, related } = read;
  const shares = termShares(question.weights, passage.held, [passage.units[i - 1], read, passage.units[i + 1]]);
  /** Missing terms that have a related term in it. */
  const isKin = (term: string) => related.has(term) && !held.has(term);
  return {
    ...read,
    words: wordsIn(tokens),
    evidence: {
      ...shares,
      distinction: shareOf(local, (term) => held.has(term) || related.has(term)),
      referring: shares.before > 0 && refersBack(unit.text, context.language) ? shares.before : 0,
      retrieval: passage.score / context.highest,
      ...standingOf(passage, context.highest),
      type: tellsToDo(question, tokens) ? 1 : fit(unit.text),
      numbers: question.numbers.length === 0 ? 0.5 : part(question.numbers, (term) => held.has(term)),
      phrase: phraseShare(question, tokens),
      manner: shareOf(localStops, (term) => held.has(term)),
      subject: tokens.slice(0, 3).some(({ term }) => question.weights.has(term) || isKin(term)) ? 1 : 0,
      meaning: context.meant === 0 ? 0 : read.meant / context.meant,
      added: Math.log(1 + read.added),
    },
  };
}

function standingOf({ score, rank }: ReadPassage, highest: number) {
  const [sum, best] = [searchSum(score), searchSum(highest) || 1];
  return { standing: Math.min(1, sum / best), behind: Math.max(0, best - sum), rank: 1 / rank };
}

/** The share of the terms that pass the test; 0 if there are no terms. */
export function part(terms: readonly string[], test: (term: string) => boolean): number {
  return terms.length === 0 ? 0 : terms.filter(test).length / terms.length;
}

/** Whether a sentence begins with the action that the question is about, as instructions do: `To clean it, …`, `Clean it …`. */
function tellsToDo({ action }: QuestionModel, tokens: readonly Token[]): boolean {
  return action !== null && tokens.slice(0, 2).some(({ term }) => term === action);
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
function phraseShare({ followers, pairs }: QuestionModel, tokens: readonly Token[]): number {
  if (pairs === 0) return 0;
  const found = new Set<string>();
  let after: ReadonlySet<string> | undefined;
  let last = "";
  for (const { term } of tokens) {
    if (after?.has(term)) found.add(`${last} ${term}`);
    after = followers.get(term);
    last = term;
  }
  return found.size / pairs;
}

/** Inverse frequency of the terms among the candidates; a term that occurs in no candidate has weight 0. */
function localWeights(terms: Iterable<string>, passages: readonly ReadPassage[]): ReadonlyMap<string, number> {
  const units = passages.flatMap((passage) => passage.units);
  const weightOf = (term: string) => {
    const holding = units.filter(({ held }) => held.has(term)).length;
    return holding === 0 ? 0 : inverseFrequency(units.length, holding);
  };
  return new Map([...terms].map((term) => [term, weightOf(term)]));
}

/** The inverse document frequency as in BM25, of a term in `holding` out of `all`. */
const inverseFrequency = (all: number, holding: number) => Math.log(1 + (all - holding + 0.5) / (holding + 0.5));

/** Tokens that overlap the one before them (letter pairs, parts of identifiers) count half. */
function wordsIn(tokens: readonly Token[]): number {
  return tokens.reduce((sum, token, i) => sum + (token.start < (tokens[i - 1]?.end ?? 0) ? 0.5 : 1), 0);
}

const sum = (weights: IteratorObject<number>) => weights.reduce((all, weight) => all + weight, 0);
