/** A result with its sentence, its citations and its computation. */
import type { ExpertId, SourceId } from "../../kernel/ids.ts";
import { codePointLength } from "../../language/text/code-points.ts";
import {
  type Computation,
  type ComputedCell,
  computationOf,
  computedCell,
  type Operation,
} from "../../tables/computation.ts";
import type { Table, TableOutcome } from "../../tables/table.ts";
import type { TableQuery } from "../../tables/table-query.ts";
import { toldResult } from "../../tables/told-result.ts";
import type { AnswerComputation, Citation, Marker, RetrievedPassage, Span } from "../answer.ts";
import { markersBefore, withMarkers } from "../citations.ts";
import type { PassageReader, StoredPassage } from "../ports.ts";
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

/** Null: a passage was replaced in the meantime, or there is no cell to cite. */
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

/** Rows that are cited one by one; of more, the first and the last. */
const mostCited = 12;
export const mostCells = 1000;
/** UTF-16 units of a quote: of a longer row, only the cell. */
const longestQuote = 400;

export interface CitedRow {
  readonly row: number;
  readonly cells: readonly ComputedCell[];
}
export function citedRows({ cells, operation }: Computation): {
  readonly rows: readonly CitedRow[];
  readonly isRange: boolean;
} {
  const roles = cells.some(({ role }) => role === "answer") ? ["answer"] : (told[operation] ?? ["input", "less"]);
  const rows = new Map<number, ComputedCell[]>();
  const deciding = new Set(cells.filter(({ role }) => roles.includes(role)).map(({ row }) => row));
  for (const cell of cells) if (deciding.has(cell.row)) rows.set(cell.row, [...(rows.get(cell.row) ?? []), cell]);
  const all = [...rows].map(([row, own]) => ({ row, cells: own }));
  const isRange = all.length > mostCited;
  return { rows: isRange ? [all[0]!, all.at(-1)!] : all, isRange };
}

const told: Partial<Record<Operation, readonly string[]>> = {
  share: ["part"],
  rank: ["part"],
  column: ["compared"],
  group: ["group"],
  each: ["group"],
};

export interface QuotePlace {
  readonly no: number;
  /** UTF-16 units of the passage. */
  readonly start: number;
  readonly end: number;
}

/** From the row's name to its cells, where that is short; else the first cell with its name. */
export function quoteOf({ place }: ShelvedSource, table: Table, { row, cells: all }: CitedRow): QuotePlace {
  const inRow = all.filter(({ start }) => start >= table.rows.starts[row]!);
  const cells = inRow.length === 0 ? all : inRow;
  const first = table.columns.find(({ starts, ends }) => starts[row] !== ends[row])!;
  const starts = [first.starts[row]!, ...cells.map(({ start }) => start)];
  const [from, to] = [Math.min(...starts), Math.max(first.ends[row]!, ...cells.map(({ end }) => end))];
  const isShort = to - from <= longestQuote && place(from).no === place(to - 1).no;
  const [start, end] = isShort ? [from, to] : [cells[0]!.start, cells[0]!.end];
  const named = withName(table, row, start);
  const begin = place(named);
  const last = place(start);
  if (begin.no !== last.no) return { no: last.no, start: last.at, end: last.at + end - start };
  return { no: begin.no, start: begin.at, end: begin.at + end - named };
}

/** Where the name in front of a cell begins: behind the cell before it, or at the row's beginning. */
function withName({ text, rows }: Table, row: number, start: number): number {
  // The caption of a joined table stands in front of its rows.
  if (start < rows.starts[row]!) return start;
  const before = text.lastIndexOf("; ", start - 1);
  return Math.max(rows.starts[row]!, before === -1 ? 0 : before + 2);
}

/** @param found the passages of the search, which have ranks and scores */
export function citationOf(
  index: number,
  { start, end }: QuotePlace,
  row: StoredPassage,
  found: readonly RetrievedPassage[],
  span: { readonly start: number; readonly end: number },
): Citation {
  const near = found.find(({ chunkId }) => chunkId === row.chunkId);
  const same = near ?? found.find(({ sourceId }) => sourceId === row.sourceId);
  const passage = near ?? {
    ...row,
    rank: found.length + 1,
    score: same?.score ?? 0,
    scores: { keyword: null, sense: null, vector: null },
  };
  return {
    index,
    passage,
    quote: row.text.slice(start, end),
    start: row.start + codePointLength(row.text, 0, start),
    end: row.start + codePointLength(row.text, 0, end),
    answerSpans: [span],
  };
}

interface Facts {
  readonly source: ShelvedSource;
  readonly table: Table;
  readonly computation: Computation;
  /** The number of the citation of a row. */
  readonly cited: ReadonlyMap<number, number>;
  readonly unread: readonly ComputedCell[];
  readonly result: Pick<AnswerComputation, "value" | "texts" | "unit">;
}
export function answerComputation({ source, table, computation, cited, unread, result }: Facts): AnswerComputation {
  const view = ({ row, column, kind, notation, text, role, start, end }: ComputedCell) => {
    const { point } = source.place(start);
    const length = codePointLength(table.text, start, end);
    return {
      citation: cited.get(row) ?? null,
      row: row + 1,
      column,
      kind,
      notation,
      text,
      role,
      start: point,
      end: point + length,
    };
  };
  const { operation, most, cells } = computation;
  return {
    table: {
      sourceId: source.source as SourceId,
      sourceVersion: source.version,
      number: table.number,
      caption: table.caption,
      language: source.language,
    },
    operation,
    most,
    columns: [...new Set(cells.map(({ column }) => column))],
    cells: cells.slice(0, mostCells).map(view),
    cellCount: computation.cellCount,
    unread: unread.slice(0, mostCells).map(view),
    ...result,
  };
}
