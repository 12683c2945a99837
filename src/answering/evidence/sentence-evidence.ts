import type { SentenceNearness } from "../../memory/sentence-vectors.ts";
import type { RetrievedPassage } from "../answer.ts";
import { asInSource } from "../citations.ts";
import { contradicts, denies, isNegated, numberlessFor } from "../question/mismatches.ts";
import { type QuestionModel, readQuestion } from "../question/question-model.ts";
import { type Block, refersBack, refersElsewhere, type Unit } from "./blocks.ts";
import type { Evidence, SentenceChoice, SentenceEvidence } from "./evidence.ts";
import {
  held,
  isAnswerlike,
  type PassageUnits,
  passageReader,
  type ReadUnit,
  related,
  shareOf,
  type TermMarks,
  type WeightedTerms,
} from "./read-units.ts";

/** Whether the sentence itself, not only a neighbour, has a word or meaning of the question. */
export function speaksItself({ coverage, kin, meaning }: SentenceEvidence): boolean {
  return coverage + kin + meaning > 0;
}

export interface Candidate extends Pick<ReadUnit, "unit" | "words" | "marks"> {
  readonly block: Block;
  readonly evidence: SentenceEvidence;
  /** Other places of exactly the same text. */
  readonly also: SentenceChoice["also"];
}

export interface Scored extends Candidate {
  /** Log-odds, up to a constant for each question. */
  readonly score: number;
  /** The probability that it is the answer, if one of the candidates is. Sums to 1. */
  readonly likelihood: number;
}

/** Of the same text, the first stays, which is in the best passage; others become its `also`. */
export function mergeRepeats(candidates: readonly Candidate[]): readonly Candidate[] {
  const byText = Map.groupBy(candidates, ({ unit }) => unit.text);
  return [...byText.values()].map(([first, ...others]) => {
    const also = others.map(({ unit: { passage, start, end } }) => ({ passage, start, end }));
    return { ...first!, also };
  });
}

export const passagesRead = 12;

/** In reading order. Headings, page headers, questions and repetitions of the question are only evidence for others. */
export function gatherCandidates(
  evidence: Evidence,
  question: QuestionModel = readQuestion(evidence),
): readonly Candidate[] {
  const read = passageReader(evidence, question);
  const passages = evidence.passages.slice(0, passagesRead).map(read);
  const context: Context = {
    question,
    content: weightedTerms(question),
    local: localWeights(question, question.weights.keys(), passages),
    localStops: localWeights(question, question.stopWords, passages),
    meant: sum(question.meaning.values()),
    language: evidence.analyzer.language,
    isDenying: denies(evidence.question, evidence.analyzer.language),
    isNumberless: numberlessFor(evidence.question, question.kind, evidence.analyzer.language),
    answered: asInSource(evidence.followUp?.answered ?? ""),
    wantsOther: evidence.followUp?.isOther === true ? 1 : 0.4,
  };
  const standings = standingsOf(evidence.passages.slice(0, passagesRead));
  const candidates: Candidate[] = [];
  for (const [number, passage] of passages.entries()) {
    const standing = standings[number]!;
    for (const [i, unit] of passage.units.entries()) {
      const block = passage.blocks[i] ?? null;
      if (block !== null && isAnswerlike(unit, question))
        candidates.push(weigh(context, { passage, standing, block }, i));
    }
  }
  return candidates;
}

interface Context {
  readonly question: QuestionModel;
  readonly content: WeightedTerms<number>;
  /** How rare terms and stop words are among the candidates. */
  readonly local: WeightedTerms<number>;
  readonly localStops: WeightedTerms<number>;
  readonly meant: number;
  /** BCP 47. */
  readonly language: string;
  readonly isDenying: boolean;
  readonly isNumberless: ReturnType<typeof numberlessFor>;
  /** The previous answer, as in its sources. */
  readonly answered: string;
  /** Less than 1 for a follow-up that does more than name another thing (`How often can I take it?`). */
  readonly wantsOther: number;
}

/** The sum behind a score: 0 for no match, 1 for each word once. Its differences mean the same on the whole scale. */
export function searchSum(score: number): number {
  return -Math.log(1 - Math.min(score, 0.9999)) / Math.log(4);
}

type PassageStanding = Pick<SentenceEvidence, "sense" | "near" | "retrieval" | "standing">;

interface BlockPlace {
  readonly passage: PassageUnits;
  readonly standing: PassageStanding;
  readonly block: Block;
}

/** What the title of a section says of its other blocks. */
const behindFirst = 0.5;

/** @param i index in its passage */
function weigh(context: Context, { passage, standing, block }: BlockPlace, i: number): Candidate {
  const { units, nearness, heading, leading, under } = passage;
  const { unit, words, marks, added, meant, pairs, opensWithTerm } = units[i]!;
  const { question, content, local, localStops, language } = context;
  const { row } = marks;
  const shares = contentShares(content, row, {
    before: units[i - 1]?.marks.row,
    after: units[i + 1]?.marks.row,
    above: [heading.row, leading.get(block)?.row],
  });
  const evidence = {
    ...shares,
    distinction: shareOf(local, (term) => row[term]! >= related),
    referring: shares.before > 0 && refersBack(unit.text, language) ? shares.before : 0,
    ...standing,
    near: nearestIn(nearness, unit) ?? standing.near,
    phrase: question.pairs.size === 0 ? 0 : pairs / question.pairs.size,
    manner: shareOf(localStops, (term) => row[term] === held),
    subject: opensWithTerm ? 1 : 0,
    meaning: context.meant === 0 ? 0 : meant / context.meant,
    added: Math.log(1 + added),
    ...disagreement(context, unit.text, [under, ...block.leads]),
    titled: passage.titled * (block === passage.first ? 1 : behindFirst),
    answers: 0,
    part: 0,
    unread: 0,
  };
  return { unit, words, marks, block, evidence, also: [] };
}

/** Stored sentences were cut by the text alone, so they may be parts of a unit, or the reverse. */
function nearestIn(nearness: readonly SentenceNearness[], { start, end }: Unit): number | null {
  let best: number | null = null;
  for (const one of nearness) {
    if (one.start < end && one.end > start && (best === null || one.cosine > best)) best = one.cosine;
  }
  return best;
}

type MarkRow = TermMarks["row"] | undefined;

/** Rows of what is beside and above it; undefined: there is none. */
interface Surroundings {
  readonly before: MarkRow;
  readonly after: MarkRow;
  readonly above: readonly MarkRow[];
}

function contentShares(content: WeightedTerms<number>, row: Uint8Array, around: Surroundings) {
  const sums = { coverage: 0, kin: 0, before: 0, after: 0, above: 0 };
  let all = 0;
  for (const [term, weight] of content) {
    all += weight;
    if (row[term] === held) sums.coverage += weight;
    else if (row[term] === related) sums.kin += weight;
    else addAround(sums, term, weight, around);
  }
  const share = (sum: number) => (all === 0 ? 0 : sum / all);
  return {
    coverage: share(sums.coverage),
    kin: share(sums.kin),
    before: share(sums.before),
    after: share(sums.after),
    above: share(sums.above),
  };
}

type SumsAround = Record<keyof Surroundings, number>;

function addAround(sums: SumsAround, term: number, weight: number, { before, after, above }: Surroundings): void {
  if (before?.[term] === held) sums.before += weight;
  if (after?.[term] === held) sums.after += weight;
  if (above.some((its) => (its?.[term] ?? 0) > 0)) sums.above += weight;
}

/** What speaks against a sentence, whatever its words. @param above heading and lead: `Absences of less than four weeks` */
function disagreement(context: Context, text: string, above: readonly string[]) {
  const { question, language, isDenying, answered, wantsOther, isNumberless } = context;
  return {
    // The opposite of what is asked is a no.
    opposed: question.kind !== "yes_no" && contradicts(question.surface, [...above, text].join("\n"), language) ? 1 : 0,
    numberless: isNumberless(text, above.join("\n")) ? 1 : 0,
    elsewhere: refersElsewhere(text, language) ? 1 : 0,
    undenied: isDenying && !isNegated(text, language) ? 1 : 0,
    repeated: answered.includes(text) ? wantsOther : 0,
  };
}

function standingsOf(passages: readonly RetrievedPassage[]): readonly PassageStanding[] {
  const senses = meanForMissing(passages.map(({ scores }) => scores.sense));
  const vectors = meanForMissing(passages.map(({ scores }) => scores.vector && 2 * scores.vector - 1));
  const highest = Math.max(...passages.map(({ score }) => score)) || 1;
  const best = searchSum(highest) || 1;
  return passages.map(({ score }, i) => ({
    sense: senses[i]!,
    near: vectors[i]!,
    retrieval: score / highest,
    standing: Math.min(1, searchSum(score) / best),
  }));
}

function meanForMissing(scores: readonly (number | null)[]): readonly number[] {
  const known = scores.filter((score) => score !== null);
  const mean = known.length === 0 ? 0 : sum(known.values()) / known.length;
  return scores.map((score) => score ?? mean);
}

/** A list, because it is iterated for every sentence. */
function weightedTerms({ weights, termNumbers }: QuestionModel) {
  return [...weights].map(([term, weight]) => [termNumbers.of(term), weight] as const);
}

/** Inverse frequency among the candidates; 0 for a term that none has. */
function localWeights(
  { termNumbers }: QuestionModel,
  terms: Iterable<string>,
  passages: readonly PassageUnits[],
): WeightedTerms<number> {
  const all = passages.reduce((count, { units }) => count + units.length, 0);
  return Array.from(terms, (term) => {
    const number = termNumbers.of(term);
    let holding = 0;
    for (const { units } of passages) for (const { marks } of units) if (marks.row[number] === held) holding++;
    return [number, holding === 0 ? 0 : inverseFrequency(all, holding)] as const;
  });
}

/** As in BM25. */
const inverseFrequency = (all: number, holding: number) => Math.log(1 + (all - holding + 0.5) / (holding + 0.5));

const sum = (weights: IteratorObject<number>) => weights.reduce((all, weight) => all + weight, 0);
