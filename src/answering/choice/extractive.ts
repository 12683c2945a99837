/** Verbatim sentences, each with what it needs to be understood. */

import type { OutlineBlock, OutlineCell } from "../../language/structure/outline.ts";
import { isTableRow } from "../../language/text/line-units.ts";
import { hasUnsafeLink } from "../../language/text/link-safety.ts";
import type { TextSpan } from "../../language/text/sentences.ts";
import type { Analyzer } from "../../language/words/analysis.ts";
import { hasKin } from "../../language/words/kinship.ts";
import type { RetrievedPassage } from "../answer.ts";
import { announces, type Block } from "../evidence/blocks.ts";
import {
  type Evidence,
  type ExtractiveAnswer,
  type SentenceChoice,
  type SentenceEvidence,
  withRest,
} from "../evidence/evidence.ts";
import type { Scored } from "../evidence/sentence-evidence.ts";
import {
  type ChosenBy,
  confidenceOf,
  confidenceParts,
  contributions,
  leastConfidence,
  type Support,
} from "../evidence/support.ts";
import type { AskingBreadth } from "../question/breadth.ts";
import type { QuestionModel } from "../question/question-model.ts";
import { type AnswerLength, type Choice, chooseFrom, usualLength } from "./choice.ts";
import { isOfOtherPart, type QuotedFor, QuotedPassages, quotedWith, wordsOf } from "./quoting.ts";

/** Deterministic. The caller abstains below a threshold of confidence. */
export function extractAnswer(evidence: Evidence, length: AnswerLength = usualLength): ExtractiveAnswer {
  return answerOf(evidence, chooseFrom(evidence, length));
}

export function answerOf(evidence: Evidence, choice: Choice): ExtractiveAnswer {
  const { taken, support, chosenBy } = choice;
  const least = leastConfidence[chosenBy];
  const passages = new QuotedPassages(withRest(evidence).passages);
  if (support === null) return { passages: passages.all, sentences: [], confidence: 0, least };
  const asked = askedOf(choice, evidence.analyzer);
  const ofEach = taken.map((said, i) => {
    const places = placesOf(passages, choice, said, asked);
    // A colon that leads to nothing adds nothing, nor does a row with a part of the best one.
    const addsNothing =
      (places.length === 1 && announces(said.unit)) ||
      isLesserRow(said, taken[0]!) ||
      isOfOtherPart(passages, taken[0]!.unit, said.unit, asked);
    return i > 0 && addsNothing ? [] : places;
  });
  const chosen = saidOnce(passages.all, ofEach.flat());
  const sentences = inReadingOrder(passages, chosen, ofEach[0]!, taken[0]!.block);
  return { passages: passages.all, sentences, confidence: confidenceOf(support, chosenBy), least };
}

const isLesserRow = ({ unit, marks }: Scored, best: Scored) =>
  [unit, best.unit].every(({ text }) => isTableRow(text)) &&
  best.marks.saysMoreThan(marks) &&
  !marks.saysMoreThan(best.marks);

/** Labels of replies in lists of questions and answers. */
const replyLabel = /^(?:A|Answer|Antwort|Réponse) ?[:.]\s+/u;

function askedOf({ breadth, question }: Choice, analyzer: Analyzer): QuotedFor {
  return {
    // An overview has already chosen among the items.
    kind: breadth === "overview" ? "other" : question.kind,
    language: analyzer.language,
    cellsOf: (text, row) => askedCells(text, row, question, analyzer),
    isNamed: (text) => {
      const content = analyzer.analyze(text).filter(({ stop }) => !stop);
      return content.length > 0 && content.every(({ term }) => hasKin(question.weights.keys(), term));
    },
  };
}

function placesOf(
  passages: QuotedPassages,
  choice: Choice,
  { unit, also, ...said }: Scored,
  asked: QuotedFor,
): readonly SentenceChoice[] {
  const heading = choice.headings.get(unit.passage);
  return quotedWith(passages, { unit, ...said }, asked)
    .filter(({ passage, start, end }) => !hasUnsafeLink(passages.at(passage).text.slice(start, end)))
    .map(({ passage, start, end }) => ({
      passage,
      start: start + (replyLabel.exec(passages.at(passage).text.slice(start, end))?.[0].length ?? 0),
      end,
      also: passage === unit.passage && start === unit.start ? also : [],
      ...(heading === undefined ? {} : { heading }),
    }));
}

/** Drops places that say no more than another. The best stays first. */
function saidOnce(passages: readonly RetrievedPassage[], chosen: readonly SentenceChoice[]): readonly SentenceChoice[] {
  const kept: SentenceChoice[] = [];
  for (const one of chosen) if (!kept.some((other) => isSaidTwice(passages, one, other))) kept.push(one);
  return kept;
}

/** Words of a sentence that may come before the best one of its block, unless it announces: `It depends.` */
const mostBefore = 3;

/** Passage after passage in the order of the text, but the best sentence first. @param best with what is quoted with it */
function inReadingOrder(
  passages: QuotedPassages,
  chosen: readonly SentenceChoice[],
  best: readonly SentenceChoice[],
  { units: [opening] }: Block,
): readonly SentenceChoice[] {
  const ofPassages = Map.groupBy(chosen, ({ passage }) => passage);
  return [...ofPassages.values()].flatMap((some) => {
    const ordered = some.toSorted((a, b) => a.start - b.start);
    const first = ordered.findIndex((one) => best.includes(one));
    const before = ordered.slice(0, Math.max(0, first));
    const opens = before.every((one) => {
      const text = passages.textOf(one);
      return one.start >= opening!.start && (announces({ text }) || wordsOf({ text }) <= mostBefore);
    });
    return opens ? ordered : [...ordered.slice(first), ...before];
  });
}

/** Whether one place contains the other; a lead-in may belong to another passage. */
function isSaidTwice(passages: readonly RetrievedPassage[], a: SentenceChoice, b: SentenceChoice): boolean {
  if (a.passage === b.passage) return a.start < b.end && b.start < a.end;
  const [said, known] = [a, b].map(({ passage, start, end }) => passages[passage]!.text.slice(start, end));
  return said!.includes(known!) || known!.includes(said!);
}

/** Smaller rows stay whole. */
const fewestCells = 3;

interface ExtractedPart {
  readonly cell: OutlineCell;
  readonly has: readonly string[];
  readonly weight: number;
  /** The share of its words, stop words included, that the question has; decides between equals. */
  readonly share: number;
}

/** Positions in the text. Null: the question names no column, so the row stays whole. */
function askedCells(
  text: string,
  { cells = [] }: Pick<OutlineBlock, "cells">,
  question: Pick<QuestionModel, "weights" | "meaning" | "terms">,
  analyzer: Analyzer,
): readonly TextSpan[] | null {
  const [first, ...behind] = cells;
  if (first === undefined || cells.length < fewestCells) return null;
  const termsIn = (span: TextSpan | null) =>
    span === null ? [] : analyzer.analyze(text.slice(span.start, span.end)).map(({ term }) => term);
  const partsBy = (part: "name" | "value", weights: ReadonlyMap<string, number>, some: readonly OutlineCell[]) =>
    some.map((cell): ExtractedPart => {
      const own = termsIn(cell[part]);
      const has = [...weights.keys()].filter((term) => hasKin(own, term));
      const weight = has.reduce((sum, term) => sum + weights.get(term)!, 0);
      return { cell, has, weight, share: own.filter((one) => question.terms.has(one)).length / (own.length || 1) };
    });
  const byWords = chosenOf(partsBy("name", question.weights, behind));
  const asked = byWords.length > 0 ? byWords : chosenOf(partsBy("name", question.meaning, behind));
  if (asked.length === 0) return null;
  const rest = cells.filter((cell) => !asked.includes(cell));
  const named = asked.flatMap((cell) => termsIn(cell.name));
  const others = new Map([...question.weights].filter(([term]) => !hasKin(named, term)));
  const telling = chosenOf(partsBy("value", others, rest));
  const kept = new Set([...(telling.length === 0 ? [first] : telling), ...asked]);
  return kept.size === cells.length ? null : spansOf(cells, kept);
}

/** Cells with most of the question's terms, each with one that earlier cells lack. */
function chosenOf(parts: readonly ExtractedPart[]): readonly OutlineCell[] {
  const taken: ExtractedPart[] = [];
  for (const one of parts.toSorted((a, b) => b.weight - a.weight || b.share - a.share)) {
    const isEqual = taken.some(({ has, share }) => share === one.share && has.join() === one.has.join());
    const isNew = one.has.some((term) => !taken.some(({ has }) => has.includes(term)));
    if (one.weight > 0 && (isNew || isEqual)) taken.push(one);
  }
  return taken.map(({ cell }) => cell);
}

/** Adjacent cells are one place. */
function spansOf(cells: readonly OutlineCell[], kept: ReadonlySet<OutlineCell>): readonly TextSpan[] {
  const spans: TextSpan[] = [];
  for (const [i, cell] of cells.entries()) {
    if (!kept.has(cell)) continue;
    const last = i > 0 && kept.has(cells[i - 1]!) ? spans.pop() : undefined;
    spans.push({ start: last?.start ?? (cell.name ?? cell.value).start, end: cell.value.end });
  }
  return spans;
}

export type Verdict =
  | "best"
  | "taken"
  /** Less likely than its length requires. */
  | "unlikely"
  /** Of another block than the best, and not nearly as likely. */
  | "adds nothing"
  /** The answer has enough sentences. */
  | "enough";

export interface ExplainedSentence {
  readonly verdict: Verdict;
  readonly text: string;
  readonly passage: RetrievedPassage;
  readonly likelihood: number;
  /** The likelihood that its length requires of a further sentence. */
  readonly needed: number;
  /** `make fit` finds its weights. Null: chosen by meaning alone. */
  readonly evidence: SentenceEvidence | null;
  /** What each evidence adds to the score, largest first, without zeros. */
  readonly contributions: readonly (readonly [name: string, amount: number])[];
}

export interface Explanation {
  readonly kind: QuestionModel["kind"];
  readonly breadth: AskingBreadth;
  readonly chosenBy: ChosenBy;
  /** The question's terms with their weights. */
  readonly terms: readonly (readonly [term: string, weight: number])[];
  readonly answer: ExtractiveAnswer;
  /** The basis of the confidence; null: no sentence. */
  readonly support: Support | null;
  /** What each number adds to the log-odds, largest first. */
  readonly confidence: readonly (readonly [name: string, amount: number])[];
  readonly sentences: readonly ExplainedSentence[];
}

export function explainAnswer(evidence: Evidence, length: AnswerLength = usualLength): Explanation {
  const choice = chooseFrom(evidence, length);
  const { question, breadth, ranked, support, chosenBy } = choice;
  return {
    kind: question.kind,
    breadth,
    chosenBy,
    terms: [...question.weights],
    answer: answerOf(evidence, choice),
    support,
    confidence: support === null ? [] : strongest(confidenceParts(support, chosenBy)),
    sentences: ranked.map((one) => ({
      verdict: verdictOn(one, choice, length),
      text: one.unit.text,
      passage: evidence.passages[one.unit.passage]!,
      likelihood: one.likelihood,
      needed: length.likelihoodPerWord * one.words,
      evidence: one.evidence,
      contributions: strongest(contributions(one.evidence, chosenBy)),
    })),
  };
}

function verdictOn(one: Scored, { taken }: Choice, length: AnswerLength): Verdict {
  if (one === taken[0]) return "best";
  if (taken.includes(one)) return "taken";
  if (one.likelihood < length.likelihoodPerWord * one.words) return "unlikely";
  return one.block === taken[0]?.block ? "enough" : "adds nothing";
}

function strongest(parts: Readonly<Record<string, number>>): readonly (readonly [string, number])[] {
  return Object.entries(parts)
    .filter(([, amount]) => Math.abs(amount) >= 0.005)
    .toSorted(([, a], [, b]) => Math.abs(b) - Math.abs(a));
}
