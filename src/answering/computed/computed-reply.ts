/** Answers a question by computing with the cells of a table that explains its every word; gives way where none does. */
import type { ExpertId, SourceId } from "../../kernel/ids.ts";
import { primarySubtag } from "../../language/data/language.ts";
import { codePointCursor, codePointLength } from "../../language/text/code-points.ts";
import {
  type Computation,
  type ComputedCell,
  computationOf,
  computedCell,
  type Operation,
} from "../../tables/computation.ts";
import type { Table, TableOutcome } from "../../tables/table.ts";
import type { TableQuery } from "../../tables/table-query.ts";
import { readsQuestionsIn } from "../../tables/table-question.ts";
import { toldResult, unclearBetween } from "../../tables/told-result.ts";
import type { AnswerComputation, Citation, Marker, RetrievedPassage, Span } from "../answer.ts";
import { answeringIn, languageOf, spokenLanguage } from "../asked-question.ts";
import type { ReplyInput } from "../choice/extractive-reply.ts";
import { markersBefore, withMarkers } from "../citations.ts";
import type { PassageReader, StoredPassage } from "../ports.ts";
import { refusal, replyOf, spoken, type TimedReply } from "../reply.ts";
import { chooseTable, type TableMeaning } from "./table-choice.ts";
import type { ShelvedSource, TableShelf } from "./table-shelf.ts";

export interface Computing {
  /** Without one, tables are not computed with. */
  readonly shelf?: TableShelf;
  readonly passages: PassageReader;
}

/** Null: no table answers it. */
export async function computedReply({ shelf, passages }: Computing, input: ReplyInput): Promise<TimedReply | null> {
  const { expert, question, found, followUp = null } = input;
  const isAsked = found.emptyBecause === null && !found.foreign && !found.contents && followUp === null;
  if (shelf === undefined || !isAsked) return null;
  // Cells are often names and numbers, which do not show their language: the question may be in another one.
  const languages = new Set([languageOf, spokenLanguage].map((of) => of(expert, question, found.outcome)));
  for (const language of languages) {
    if (!readsQuestionsIn(language)) continue;
    const chosen = await chooseTable(shelf, input, language);
    if (chosen === "no column") return spoken(refused(input));
    if (chosen !== null) return chosenReply(passages, input, chosen, language);
  }
  return null;
}

/** Null: the table was replaced, or the answer is not as sure as the expert demands. */
async function chosenReply(
  passages: PassageReader,
  input: ReplyInput,
  chosen: TableMeaning,
  language: string,
): Promise<TimedReply | null> {
  const { expert, found } = input;
  if (chosen.rival !== null) return askedBack(input, chosen, language);
  const { source, reading, meaning } = chosen;
  const { minConfidence } = expert.settings;
  if (minConfidence !== null && meaning.confidence < minConfidence) return null;
  const asked = { source, table: reading.table, query: meaning.candidate.query, outcome: meaning.outcome };
  const where = { language: primarySubtag(language), found: found.passages };
  const answer = await computedAnswer(passages, expert.id, asked, where);
  return answer === null || answer.citations.length === 0 ? null : replyWith(answer, input, meaning.confidence);
}

/** A refusal that names the two columns that fit the question equally. */
function askedBack(input: ReplyInput, { reading, meaning, rival }: TableMeaning, language: string): TimedReply {
  const reply = refused(input);
  const queries = [meaning.candidate.query, rival!.candidate.query] as const;
  const text = `${reply.said.text} ${unclearBetween(reading.table, queries, primarySubtag(language))}`;
  return spoken({ ...reply, said: { ...reply.said, text } });
}

const refused = ({ expert, question, found, constraints }: ReplyInput) =>
  refusal(answeringIn(expert, question, found.outcome), question, {
    reason: "not_supported",
    confidence: 0,
    used: found.passages.length,
    language: constraints?.language ?? null,
  });

function replyWith(answer: ComputedAnswer, { question, found }: ReplyInput, confidence: number): TimedReply {
  const { text, markers, citations, remarks, computation } = answer;
  const point = codePointCursor(text);
  return {
    pieces: [
      { type: "text", text, markers },
      ...citations.map((citation) => ({ type: "citation" as const, citation })),
    ],
    reply: replyOf(question, {
      said: {
        text,
        citations,
        markers: markers.map(({ index, start, end }) => ({ index, start: point(start), end: point(end) })),
        remarks,
      },
      mode: "computed",
      computation,
      confidence,
      used: found.passages.length,
    }),
  };
}

interface ComputedTable {
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
  asked: ComputedTable,
  { language, found }: { readonly language: string; readonly found: readonly RetrievedPassage[] },
): Promise<ComputedAnswer | null> {
  const { source, table, query, outcome } = asked;
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
    computation: answerComputation(asked, computation, new Map(rows.map(({ row }, i) => [row, i + 1]))),
  };
}

/** With the marks behind it: `[1][2][3]`, of a range `[1]–[2]`. */
function markedText(before: string, count: number, isRange: boolean): Pick<ComputedAnswer, "text" | "markers"> {
  if (count === 0) return { text: before, markers: [] };
  const numbers = isRange ? [1] : Array.from({ length: count }, (_, i) => i + 1);
  const { text } = withMarkers(before, numbers, true);
  const markers = markersBefore(text.length, numbers);
  if (!isRange) return { text, markers };
  const whole = `${text}–[2]`;
  return { text: whole, markers: [...markers, ...markersBefore(whole.length, [2])] };
}

/** Rows that are cited one by one; of more, the first and the last. */
const mostCited = 12;
const mostCells = 1000;
/** UTF-16 units of a quote: of a longer row, only the cell. */
const longestQuote = 400;

interface CitedRow {
  readonly row: number;
  readonly cells: readonly ComputedCell[];
}

function citedRows({ cells, operation }: Computation) {
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

interface QuotePlace {
  readonly no: number;
  /** UTF-16 units of the passage. */
  readonly start: number;
  readonly end: number;
}

/** From the row's name to its cells, where that is short; else the first cell with its name. */
function quoteOf({ place }: ShelvedSource, table: Table, { row, cells: all }: CitedRow): QuotePlace {
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
function citationOf(
  index: number,
  { start, end }: QuotePlace,
  row: StoredPassage,
  found: readonly RetrievedPassage[],
  span: Span,
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

/** @param cited the number of the citation of a row */
function answerComputation(
  { source, table, outcome }: ComputedTable,
  { operation, most, cells, cellCount }: Computation,
  cited: ReadonlyMap<number, number>,
): AnswerComputation {
  const view = ({ row, at: _, start: from, end: to, ...cell }: ComputedCell) => {
    const start = source.place(from).point;
    const end = start + codePointLength(table.text, from, to);
    return { citation: cited.get(row) ?? null, row: row + 1, ...cell, start, end };
  };
  const unread = outcome.unread.slice(0, mostCells).map((place) => computedCell(table, place, "input"));
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
    cellCount,
    unread: unread.map(view),
    value: outcome.value,
    texts: outcome.texts,
    unit: outcome.unit,
  };
}
