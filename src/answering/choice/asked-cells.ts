/** Of a row of a table, what a question asks for: the cells of the columns that it names, with those that say which row it is. */
import type { OutlineBlock, OutlineCell } from "../../language/structure/outline.ts";
import type { TextSpan } from "../../language/text/sentences.ts";
import type { Analyzer } from "../../language/words/analysis.ts";
import { areKin } from "../../language/words/kinship.ts";
import type { QuestionModel } from "../question/question-model.ts";

/** Of a smaller row, nothing is left out. */
const fewestCells = 3;

/** A cell by its name or by its value. */
interface Part {
  readonly cell: OutlineCell;
  /** The question's terms in it. */
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
    some.map((cell): Part => {
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
function chosenOf(parts: readonly Part[]): readonly OutlineCell[] {
  const taken: Part[] = [];
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
