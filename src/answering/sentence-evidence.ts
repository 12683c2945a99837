/** What speaks for each sentence of the passages as an answer to the question, as numbers. */
import type { Token } from "../text/analysis.ts";
import { areKin } from "../text/kinship.ts";
import type { RetrievedPassage } from "./answer.ts";
import { type TypeFit, typeFitOf } from "./answer-types.ts";
import type { Evidence } from "./ports.ts";
import { type QuestionModel, readQuestion } from "./question-model.ts";
import { announces, type Unit, unitsOf } from "./units.ts";

/**
 * The evidence for one sentence. "Share" is a share of the question's content terms, weighted by their inverse
 * document frequency; kin of a term (`kinship`) count where it says so. All but `added` are from 0 to 1.
 */
export interface SentenceEvidence {
  /** Share of the terms that stand in the sentence. */
  readonly coverage: number;
  /** Share of the terms that are missing but have kin in it: another form of the word, a compound with it. */
  readonly kin: number;
  /** Like coverage, but weighted by how rare the terms are among the sentences looked at: the topic weighs little. */
  readonly distinction: number;
  /** Share of the terms that are missing in it but stand in the sentence before: `It was built in 1932.` */
  readonly before: number;
  /** Share of the terms that stand in its passage or the passage's title. */
  readonly passage: number;
  /** The score that the search gave its passage, as a part of the highest. */
  readonly retrieval: number;
  /** Whether it holds what the kind of question asks for: 0, 0.5 (cannot tell), 1. */
  readonly type: number;
  /** Share of the question's adjacent word pairs that are adjacent in it too; all weigh the same. */
  readonly phrase: number;
  /** Share of the question's stop words (`used for`, `born in`) that it holds, weighted as in `distinction`. */
  readonly manner: number;
  /** 1 if a term stands among its first three words: it speaks about the question's subject. */
  readonly subject: number;
  /** The log of one and the number of terms that it adds to the question's: what is long holds shared terms by chance. */
  readonly added: number;
}

export interface Candidate {
  readonly unit: Unit;
  readonly evidence: SentenceEvidence;
  /** All its terms, in order. */
  readonly sequence: readonly string[];
  /** Its terms, and those of the heading or question that it stands under. */
  readonly terms: ReadonlySet<string>;
  /** Length in words; of unspaced scripts, half the overlapping letter pairs. */
  readonly words: number;
}

/** Only the best passages are read sentence by sentence. */
export const passagesRead = 12;

interface ReadPassage {
  readonly units: readonly ReadUnit[];
  /** Every term of the passage, its title and its section. */
  readonly terms: ReadonlySet<string>;
  readonly score: number;
}

interface ReadUnit {
  readonly unit: Unit;
  readonly tokens: readonly Token[];
  /** Its own terms, and those of the heading or question right above it: what it is said under. */
  readonly terms: ReadonlySet<string>;
}

/**
 * The sentences that could be an answer, with their evidence, in reading order. Headings, questions and sentences that
 * say nothing but the question's own words (unless they announce a list) are left out; they only speak for what follows them.
 */
export function gatherCandidates(
  evidence: Evidence,
  question: QuestionModel = readQuestion(evidence),
): readonly Candidate[] {
  const passages = evidence.passages.slice(0, passagesRead).map((passage, i) => readPassage(evidence, passage, i));
  const context: Context = {
    question,
    fit: typeFitOf(question, evidence.analyzer.language),
    local: localWeights(question.weights.keys(), passages),
    localStops: localWeights(question.stopWords, passages),
    highest: Math.max(...passages.map(({ score }) => score)) || 1,
  };
  return passages.flatMap((passage) =>
    passage.units.flatMap((unit, i) => (isAnswerlike(unit, question) ? [weigh(context, passage, i)] : [])),
  );
}

interface Context {
  readonly question: QuestionModel;
  readonly fit: TypeFit;
  /** How rare the question's terms are among the sentences at hand, and how rare its stop words. */
  readonly local: ReadonlyMap<string, number>;
  readonly localStops: ReadonlyMap<string, number>;
  /** The best score of a passage; never 0. */
  readonly highest: number;
}

function readPassage({ analyzer }: Evidence, passage: RetrievedPassage, number: number): ReadPassage {
  const units: ReadUnit[] = [];
  for (const unit of unitsOf(passage.text, number, analyzer.language)) {
    const tokens = analyzer.analyze(unit.text);
    const above = units.at(-1);
    const own = new Set(tokens.map((token) => token.term));
    units.push({ unit, tokens, terms: above !== undefined && isOver(above) ? own.union(above.terms) : own });
  }
  const headings = analyzer.analyze(`${passage.title}\n${passage.section}`);
  const terms = new Set([...headings, ...units.flatMap((unit) => unit.tokens)].map((token) => token.term));
  return { units, terms, score: passage.score };
}

/** Whether what follows is said under this: a heading, or a question as in lists of questions and answers. */
function isOver({ unit }: ReadUnit): boolean {
  return unit.kind === "heading" || unit.kind === "question";
}

function isAnswerlike(read: ReadUnit, question: QuestionModel): boolean {
  if (isOver(read)) return false;
  if (asksAgain(read.unit, question)) return false;
  return announces(read.unit) || read.tokens.some((token) => !token.stop && !question.terms.has(token.term));
}

/** Whether a text ends with the question itself, mark and all: an example of asking it, not what answers it. */
function asksAgain({ text }: Unit, { wording }: QuestionModel): boolean {
  const [before, after] = text.toLowerCase().split(/[?？؟](?=[^?？؟]*$)/u);
  return after !== undefined && !/[\p{L}\p{N}]/u.test(after) && before!.trimEnd().endsWith(wording);
}

/** @param i position of the sentence in its passage. */
function weigh(context: Context, passage: ReadPassage, i: number): Candidate {
  const { question, fit } = context;
  const { unit, tokens, terms } = passage.units[i]!;
  const previous = passage.units[i - 1]?.terms;
  const kin = kinOf(question, tokens, terms);
  const sequence = tokens.map((token) => token.term);
  return {
    unit,
    sequence,
    terms,
    words: wordsIn(tokens),
    evidence: {
      coverage: shareOf(question.weights, (term) => terms.has(term)),
      kin: shareOf(question.weights, (term) => kin.has(term)),
      distinction: shareOf(context.local, (term) => terms.has(term) || kin.has(term)),
      before: previous
        ? shareOf(question.weights, (term) => previous.has(term) && !terms.has(term) && !kin.has(term))
        : 0,
      passage: shareOf(question.weights, (term) => passage.terms.has(term)),
      retrieval: passage.score / context.highest,
      type: tellsToDo(question, sequence) ? 1 : fit(unit.text),
      phrase: phraseShare(question, sequence),
      manner: shareOf(context.localStops, (term) => terms.has(term)),
      subject: sequence.slice(0, 3).some((term) => question.weights.has(term) || kin.has(term)) ? 1 : 0,
      added: Math.log(1 + addedTerms(question, tokens)),
    },
  };
}

/** Whether a sentence begins by naming what the question wants done, as instructions do: `To clean it, …`, `Clean it …`. */
function tellsToDo({ action }: QuestionModel, sequence: readonly string[]): boolean {
  return action !== null && sequence.slice(0, 2).includes(action);
}

/** The question's terms that are missing in a sentence but have kin there. */
function kinOf(question: QuestionModel, tokens: readonly Token[], terms: ReadonlySet<string>): ReadonlySet<string> {
  const missing = [...question.weights.keys()].filter((term) => !terms.has(term));
  return new Set(missing.filter((term) => tokens.some((token) => !token.stop && areKin(term, token.term))));
}

/** The part of the weights whose terms pass the test. */
function shareOf(weights: ReadonlyMap<string, number>, test: (term: string) => boolean): number {
  let all = 0;
  let passed = 0;
  for (const [term, weight] of weights) {
    all += weight;
    if (test(term)) passed += weight;
  }
  return all === 0 ? 0 : passed / all;
}

/** Which part of the question's adjacent pairs of words are adjacent here too. */
function phraseShare({ followers }: QuestionModel, sequence: readonly string[]): number {
  const found = new Set<string>();
  for (let i = 1; i < sequence.length; i++) {
    if (followers.get(sequence[i - 1]!)?.has(sequence[i]!)) found.add(`${sequence[i - 1]} ${sequence[i]}`);
  }
  const all = followers.values().reduce((sum, { size }) => sum + size, 0);
  return all === 0 ? 0 : found.size / all;
}

function addedTerms({ terms }: QuestionModel, tokens: readonly Token[]): number {
  return new Set(tokens.filter((token) => !token.stop && !terms.has(token.term)).map((token) => token.term)).size;
}

/** Inverse frequency of the terms among the sentences at hand; one that none of them holds weighs 0. */
function localWeights(terms: Iterable<string>, passages: readonly ReadPassage[]): ReadonlyMap<string, number> {
  const units = passages.flatMap((passage) => passage.units);
  const weightOf = (term: string) => {
    const holding = units.filter((unit) => unit.terms.has(term)).length;
    return holding === 0 ? 0 : inverseFrequency(units.length, holding);
  };
  return new Map([...terms].map((term) => [term, weightOf(term)]));
}

/** As in BM25: how rare what is in `holding` of `all` is. */
const inverseFrequency = (all: number, holding: number) => Math.log(1 + (all - holding + 0.5) / (holding + 0.5));

/** Tokens that overlap the one before them (letter pairs, parts of identifiers) count half. */
function wordsIn(tokens: readonly Token[]): number {
  return tokens.reduce((sum, token, i) => sum + (token.start < (tokens[i - 1]?.end ?? 0) ? 0.5 : 1), 0);
}
