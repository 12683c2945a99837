/** Answers a question with verbatim sentences of the passages, each with what it needs from its list to be understood. */

import type { OutlineBlock, OutlineCell } from "../../language/structure/outline.ts";
import { isTableRow } from "../../language/text/line-units.ts";
import { hasUnsafeLink } from "../../language/text/link-safety.ts";
import type { TextSpan } from "../../language/text/sentences.ts";
import type { Analyzer } from "../../language/words/analysis.ts";
import { areKin } from "../../language/words/kinship.ts";
import type { PassageSpan, RetrievedPassage } from "../answer.ts";
import { type Evidence, type ExtractiveAnswer, type SentenceChoice, withRest } from "../evidence/evidence.ts";
import type { Scored } from "../evidence/sentence-evidence.ts";
import { confidenceOf, leastConfidence, type Said } from "../evidence/sentence-score.ts";
import { announces } from "../evidence/units.ts";
import type { QuestionModel } from "../question/question-model.ts";
import { type AnswerLength, type Choice, chooseFrom, usualLength } from "./choice.ts";
import { type QuotedFor, QuotedPassages, quotedWith } from "./quoting.ts";

/** The sentences that answer, and the probability that they are right (the caller abstains below a threshold). Deterministic. */
export function extractAnswer(evidence: Evidence, length: AnswerLength = usualLength): ExtractiveAnswer {
  return answerOf(evidence, chooseFrom(evidence, length));
}

export function answerOf(evidence: Evidence, choice: Choice): ExtractiveAnswer {
  const { taken, support, chosenBy } = choice;
  const least = leastConfidence[chosenBy];
  const passages = new QuotedPassages(withRest(evidence).passages);
  if (support === null) return { passages: passages.all, sentences: [], confidence: 0, least };
  const chosen = taken.flatMap((said, i) => {
    const places = placesOf(passages, choice, said, evidence.analyzer);
    // A colon that leads to nothing adds nothing, nor does another row with only a part of what the best one has.
    const addsNothing = places.length === 1 && announces(said.unit);
    if (i > 0 && (addsNothing || isLesserRow(said, taken[0]!))) return [];
    const isLabel = announces(said.unit) && said.words <= longestLabel && !leadsToList(passages, places[1]);
    return isLabel && taken.length + places.length > 2 ? places.slice(1) : places;
  });
  const sentences = inReadingOrder(passages.all, chosen);
  return { passages: passages.all, sentences, confidence: confidenceOf(support, chosenBy), least };
}

/** A shorter line with a colon that leads to no list is a label: `Maternity leave:`. In words. */
const longestLabel = 4;

function leadsToList(passages: QuotedPassages, next: Chosen | undefined): boolean {
  const kind = next && passages.at(next.passage).outline[passages.indexOf(next)]?.kind;
  return kind !== undefined && kind !== "paragraph";
}

/** What a list of questions and answers writes in front of a reply. */
const replyLabel = /^(?:A|Answer|Antwort|Réponse) ?[:.]\s+/u;

const isLesserRow = ({ unit, marks }: Scored<Said>, best: Scored<Said>) =>
  [unit, best.unit].every(({ text }) => isTableRow(text)) &&
  best.marks.saysMoreThan(marks) &&
  !marks.saysMoreThan(best.marks);

function placesOf(passages: QuotedPassages, choice: Choice, said: Scored<Said>, analyzer: Analyzer): readonly Chosen[] {
  const { unit, also } = said;
  const heading = choice.headings.get(unit.passage);
  // An overview has chosen among the items already.
  const kind = choice.breadth === "overview" ? "other" : choice.question.kind;
  const { before, referring } = said.evidence;
  const within = passages.at(unit.passage).outline[passages.indexOf(unit)]?.kind;
  // Commands follow the sentence that leads to them.
  const leans = within === "code" || (within === "list_item" ? referring > 0 : before > 0);
  const cellsOf: QuotedFor["cellsOf"] = (text, row) => askedCells(text, row, choice.question, analyzer);
  const isPlain = (items: readonly PassageSpan[]) => {
    const isIn = ({ unit: { passage, start } }: Scored<Said>) =>
      items.some((item) => item.passage === passage && item.start <= start && start < item.end);
    const all = choice.ranked.reduce((sum, one) => (isIn(one) ? sum + one.likelihood : sum), 0);
    return choice.breadth === "overview" || said.likelihood >= plainShare * all;
  };
  return quotedWith(passages, said, { kind, language: analyzer.language, cellsOf, isPlain })
    .filter(({ passage, start, end }) => !hasUnsafeLink(passages.at(passage).text.slice(start, end)))
    .map(({ passage, start, end }) => ({
      passage,
      start: start + (replyLabel.exec(passages.at(passage).text.slice(start, end))?.[0].length ?? 0),
      end,
      leans,
      also: passage === unit.passage && start === unit.start ? also : [],
      ...(heading === undefined ? {} : { heading }),
    }));
}

/** An item with a smaller share of the likelihood of its list is not plainly the one. */
const plainShare = 0.6;

/** A chosen sentence, and whether it can be understood only after the sentence before it. */
export interface Chosen extends SentenceChoice {
  readonly leans: boolean;
}

/**
 * Best first, so that the answer starts with the best sentence. But a sentence that depends on the one before it follows
 * that one, and list items keep their order. Each place occurs once, and a place that says no more than another, or no less, is left out.
 */
export function inReadingOrder(
  passages: readonly RetrievedPassage[],
  chosen: readonly Chosen[],
): readonly SentenceChoice[] {
  const ordered: Chosen[] = [];
  for (const one of chosen) {
    const { text } = passages[one.passage]!;
    if (ordered.some((other) => isSaidTwice(passages, one, other))) continue;
    const follower = ordered.findIndex((other) => other.leans && touch(text, one, other));
    if (follower >= 0) ordered.splice(follower, 0, one);
    else ordered.splice(1 + placeBefore(ordered, (other) => touch(text, other, one)), 0, one);
  }
  return ordered.map(({ leans: _, ...choice }) => choice);
}

/** Whether one place has all that the other says. They may lie in two passages: what leads a list stands in front of one. */
function isSaidTwice(passages: readonly RetrievedPassage[], a: SentenceChoice, b: SentenceChoice): boolean {
  if (a.passage === b.passage) return a.start < b.end && b.start < a.end;
  const [one, other] = [passages[a.passage]!, passages[b.passage]!];
  if (one.sourceId !== other.sourceId) return false;
  const [said, known] = [one.text.slice(a.start, a.end), other.text.slice(b.start, b.end)];
  return said.includes(known) || known.includes(said);
}

/** The position of the sentence directly before it, or the end. */
function placeBefore(ordered: readonly Chosen[], precedes: (other: Chosen) => boolean): number {
  const found = ordered.findIndex(precedes);
  return found >= 0 ? found : ordered.length - 1;
}

/** Whether `b` follows `a` in one passage with only white space between. */
function touch(text: string, a: SentenceChoice, b: SentenceChoice): boolean {
  return a.passage === b.passage && a.end <= b.start && text.slice(a.end, b.start).trim() === "";
}

/** Of a smaller row, nothing is left out. */
const fewestCells = 3;

interface ExtractedPart {
  readonly cell: OutlineCell;
  readonly has: readonly string[];
  readonly weight: number;
  /** The share of its words, stop words too, that the question has: it decides between equals. */
  readonly share: number;
}

/** Null: the question names no column, and the row is said as a whole. Positions are those of the text. */
export function askedCells(
  text: string,
  { cells = [] }: Pick<OutlineBlock, "cells">,
  question: Pick<QuestionModel, "weights" | "meaning" | "terms">,
  analyzer: Analyzer,
): readonly TextSpan[] | null {
  const [first, ...others] = cells;
  if (first === undefined || cells.length < fewestCells) return null;
  const termsIn = (span: TextSpan | null) =>
    span === null ? [] : analyzer.analyze(text.slice(span.start, span.end)).map(({ term }) => term);
  const partsBy = (part: "name" | "value", weights: ReadonlyMap<string, number>, some: readonly OutlineCell[]) =>
    some.map((cell): ExtractedPart => {
      const own = termsIn(cell[part]);
      const has = [...weights.keys()].filter((term) => own.some((one) => one === term || areKin(one, term)));
      const weight = has.reduce((sum, term) => sum + weights.get(term)!, 0);
      return { cell, has, weight, share: own.filter((one) => question.terms.has(one)).length / (own.length || 1) };
    });
  const byWords = chosenOf(partsBy("name", question.weights, others));
  const asked = byWords.length > 0 ? byWords : chosenOf(partsBy("name", question.meaning, others));
  if (asked.length === 0) return null;
  const rest = cells.filter((cell) => !asked.includes(cell));
  const telling = chosenOf(partsBy("value", question.weights, rest));
  const kept = new Set([...(telling.length === 0 ? [first] : telling), ...asked]);
  return kept.size === cells.length ? null : spansOf(cells, kept);
}

/** Those that have most of the question's terms, each with one that those before it lack. */
function chosenOf(parts: readonly ExtractedPart[]): readonly OutlineCell[] {
  const taken: ExtractedPart[] = [];
  for (const one of parts.toSorted((a, b) => b.weight - a.weight || b.share - a.share)) {
    const isEqual = taken.some(({ has, share }) => share === one.share && has.join() === one.has.join());
    const isNew = one.has.some((term) => !taken.some(({ has }) => has.includes(term)));
    if (one.weight > 0 && (isNew || isEqual)) taken.push(one);
  }
  return taken.map(({ cell }) => cell);
}

/** Cells that stand side by side are one place. */
function spansOf(cells: readonly OutlineCell[], kept: ReadonlySet<OutlineCell>): readonly TextSpan[] {
  const spans: TextSpan[] = [];
  for (const [i, cell] of cells.entries()) {
    if (!kept.has(cell)) continue;
    const last = i > 0 && kept.has(cells[i - 1]!) ? spans.pop() : undefined;
    spans.push({ start: last?.start ?? (cell.name ?? cell.value).start, end: cell.value.end });
  }
  return spans;
}
