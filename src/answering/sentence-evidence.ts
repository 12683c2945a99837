/** What speaks for each sentence of the passages as an answer to the question, as numbers from 0 to 1. */
import type { Token } from "../text/analysis.ts";
import { areKin } from "../text/kinship.ts";
import type { RetrievedPassage } from "./answer.ts";
import { type TypeFit, typeFitOf } from "./answer-types.ts";
import type { Evidence } from "./ports.ts";
import { type QuestionModel, readQuestion } from "./question-model.ts";
import { announces, type Unit, unitsOf } from "./units.ts";

/**
 * The evidence for one sentence. "Share" is a share of the question's content terms, weighted by their inverse
 * document frequency; kin of a term (`kinship`) count where it says so.
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
  /** Its passage's weight among the passages: BM25 of the question's terms, as a part of the highest one. */
  readonly retrieval: number;
  /** One divided by the rank of its passage. */
  readonly rank: number;
  /** Whether it holds what the kind of question asks for: 0, 0.5 (cannot tell), 1. */
  readonly type: number;
  /** Share of the question's adjacent word pairs that are adjacent in it too; all weigh the same. */
  readonly phrase: number;
  /** Share of the question's stop words (`used for`, `born in`) that it holds. */
  readonly manner: number;
  /** 1 if a term stands among its first three words: it speaks about the question's subject. */
  readonly subject: number;
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
  /** How often each term occurs in the passage, its title and its section. */
  readonly counts: ReadonlyMap<string, number>;
  /** In tokens. */
  readonly length: number;
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
    local: localWeights(question, passages),
    retrieval: retrievalWeights(question, passages),
  };
  return passages.flatMap((passage, p) =>
    passage.units.flatMap((unit, i) => (isAnswerlike(unit, question) ? [weigh(context, passage, { p, i })] : [])),
  );
}

interface Context {
  readonly question: QuestionModel;
  readonly fit: TypeFit;
  readonly local: ReadonlyMap<string, number>;
  readonly retrieval: readonly number[];
}

function readPassage({ analyzer }: Evidence, passage: RetrievedPassage, number: number): ReadPassage {
  const units: ReadUnit[] = [];
  for (const unit of unitsOf(passage.text, number, analyzer.language)) {
    const tokens = analyzer.analyze(unit.text);
    const above = units.at(-1);
    const own = new Set(tokens.map((token) => token.term));
    units.push({ unit, tokens, terms: above !== undefined && isOver(above) ? own.union(above.terms) : own });
  }
  const counts = new Map<string, number>();
  const headings = analyzer.analyze(`${passage.title}\n${passage.section}`);
  for (const { term } of [...headings, ...units.flatMap((unit) => unit.tokens)])
    counts.set(term, (counts.get(term) ?? 0) + 1);
  return { units, counts, length: units.reduce((sum, unit) => sum + unit.tokens.length, 0) };
}

/** Whether what follows is said under this: a heading, or a question as in lists of questions and answers. */
function isOver({ unit }: ReadUnit): boolean {
  return unit.kind === "heading" || unit.kind === "question";
}

function isAnswerlike(read: ReadUnit, question: QuestionModel): boolean {
  if (isOver(read)) return false;
  return announces(read.unit) || read.tokens.some((token) => !token.stop && !question.terms.has(token.term));
}

function weigh(
  context: Context,
  passage: ReadPassage,
  { p, i }: { readonly p: number; readonly i: number },
): Candidate {
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
      passage: shareOf(question.weights, (term) => passage.counts.has(term)),
      retrieval: context.retrieval[p]!,
      rank: 1 / (p + 1),
      type: fit(unit.text),
      phrase: phraseShare(question, sequence),
      manner: shareIn(question.stopWords, terms),
      subject: sequence.slice(0, 3).some((term) => question.weights.has(term) || kin.has(term)) ? 1 : 0,
    },
  };
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

function shareIn(wanted: ReadonlySet<string>, found: ReadonlySet<string>): number {
  let count = 0;
  for (const one of wanted) if (found.has(one)) count++;
  return wanted.size === 0 ? 0 : count / wanted.size;
}

/** Inverse frequency of the question's terms among the sentences at hand; a term that none of them holds weighs 0. */
function localWeights({ weights }: QuestionModel, passages: readonly ReadPassage[]): ReadonlyMap<string, number> {
  const units = passages.flatMap((passage) => passage.units);
  const weightOf = (term: string) => {
    const holding = units.filter((unit) => unit.terms.has(term)).length;
    return holding === 0 ? 0 : inverseFrequency(units.length, holding);
  };
  return new Map([...weights.keys()].map((term) => [term, weightOf(term)]));
}

/** BM25 (k1 1.2, b 0.75) of the question's terms in each passage, as a part of the highest. */
function retrievalWeights({ weights }: QuestionModel, passages: readonly ReadPassage[]): readonly number[] {
  const mean = passages.reduce((sum, passage) => sum + passage.length, 0) / (passages.length || 1) || 1;
  const scores = passages.map(({ counts, length }) => {
    const norm = 1.2 * (0.25 + (0.75 * length) / mean);
    let score = 0;
    for (const [term, idf] of weights) {
      const count = counts.get(term) ?? 0;
      score += (idf * count * 2.2) / (count + norm);
    }
    return score;
  });
  const highest = Math.max(...scores) || 1;
  return scores.map((score) => score / highest);
}

/** As in BM25: how rare what is in `holding` of `all` is. */
const inverseFrequency = (all: number, holding: number) => Math.log(1 + (all - holding + 0.5) / (holding + 0.5));

/** Tokens that overlap the one before them (letter pairs, parts of identifiers) count half. */
function wordsIn(tokens: readonly Token[]): number {
  return tokens.reduce((sum, token, i) => sum + (token.start < (tokens[i - 1]?.end ?? 0) ? 0.5 : 1), 0);
}
