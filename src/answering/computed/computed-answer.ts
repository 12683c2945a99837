/** A result with its sentence, its citations and its computation. */
import type { ExpertId } from "../../kernel/ids.ts";
import { codePointLength } from "../../language/text/code-points.ts";
import { computationOf, computedCell } from "../../tables/computation.ts";
import type { TableOutcome } from "../../tables/outcome.ts";
import type { Table } from "../../tables/table.ts";
import type { TableQuery } from "../../tables/table-query.ts";
import { toldResult } from "../../tables/told-result.ts";
import type { AnswerComputation, Citation, Marker, RetrievedPassage, Span } from "../answer.ts";
import { markersBefore, withMarkers } from "../citations.ts";
import type { PassageReader, StoredPassage } from "../ports.ts";
import { answerComputation, citationOf, citedRows, quoteOf } from "./cell-citations.ts";
import type { ShelvedSource } from "./table-shelf.ts";

export interface ComputedTable {
  readonly source: ShelvedSource;
  readonly table: Table;
  readonly query: TableQuery;
  readonly outcome: TableOutcome;
}

export interface ComputedAnswer {
  readonly text: string;
  /** In UTF-16 units of the text. */
  readonly markers: readonly Marker[];
  readonly citations: readonly Citation[];
  /** What is said beside the result. */
  readonly remarks: readonly Span[];
  readonly computation: AnswerComputation;
}

/**
 * @param found the passages of the search, if there was one
 * @returns null if a passage was replaced in the meantime, or there is no cell to cite
 */
export async function computedAnswer(
  passages: PassageReader,
  expert: ExpertId,
  { source, table, query, outcome }: ComputedTable,
  { language, found }: { readonly language: string; readonly found: readonly RetrievedPassage[] },
): Promise<ComputedAnswer | null> {
  const computation = computationOf(table, query, outcome);
  const { rows, isRange } = citedRows(computation);
  const quotes = rows.map((row) => quoteOf(source, table, row));
  const stored = await passages.passages(expert, [...new Set(quotes.map(({ no }) => no))]);
  if (quotes.some(({ no }) => !stored.has(no))) return null;
  const told = toldResult(table, query, outcome, computation.operation, language);
  const marked = markedText(told.before, quotes.length, isRange);
  const span = { start: 0, end: codePointLength(marked.text) };
  const text = marked.text + told.behind;
  return {
    text,
    markers: marked.markers,
    citations: quotes.map((quote, i) => citationOf(i + 1, quote, stored.get(quote.no) as StoredPassage, found, span)),
    remarks: [{ start: span.end, end: codePointLength(text) }],
    computation: answerComputation({
      source,
      table,
      computation,
      cited: new Map(rows.map(({ row }, i) => [row, i + 1])),
      unread: outcome.unread.map((place) => computedCell(table, place, "input")),
      result: { value: outcome.value, texts: outcome.texts, unit: outcome.unit },
    }),
  };
}

/** With the marks behind it: `[1][2][3]`, of a range `[1]–[2]`. */
function markedText(before: string, count: number, isRange: boolean): Pick<ComputedAnswer, "text" | "markers"> {
  const numbers = Array.from({ length: count }, (_, i) => i + 1);
  if (count === 0) return { text: before, markers: [] };
  if (!isRange) {
    const { text } = withMarkers(before, numbers, true);
    return { text, markers: markersBefore(text.length, numbers) };
  }
  const { text } = withMarkers(before, [1], true);
  const whole = `${text}–[2]`;
  return { text: whole, markers: [...markersBefore(text.length, [1]), ...markersBefore(whole.length, [2])] };
}
