/** Tables as they are: their schema and first rows, and exact questions to one of them. */
import type { Expert } from "../../experts/expert.ts";
import { Fault, invalidParameter } from "../../kernel/fault.ts";
import type { SourceId } from "../../kernel/ids.ts";
import { primarySubtag } from "../../language/data/language.ts";
import { autoLanguage } from "../../language/find-language.ts";
import { foldedWords, type Stemmer } from "../../tables/folded-words.ts";
import { outcomeOf } from "../../tables/query-outcome.ts";
import { cellText, type Table } from "../../tables/table.ts";
import {
  type Comparator,
  type Condition,
  type RowSelection,
  rowsOf,
  type TableQuery,
} from "../../tables/table-query.ts";
import type { PassageReader } from "../ports.ts";
import { type ComputedAnswer, computedAnswer } from "./computed-reply.ts";
import type { ShelvedSource, ShelvedTable, TableShelf } from "./table-shelf.ts";

export interface TableSummary {
  readonly table: Table;
  /** The texts of the first rows, in the order of the columns. */
  readonly firstRows: readonly (readonly string[])[];
}

type Take = "values" | "count" | "distinct" | "sum" | "mean" | "max" | "min" | "range" | "group" | "each" | "share";

/** Columns are named as the table names them, or by their number from 1. */
export interface ExactQuery {
  readonly take: Take;
  readonly column?: string | undefined;
  /** Of `group` and `each`: the column whose values are added up. */
  readonly sum?: string | undefined;
  readonly where?: readonly ExactCondition[] | undefined;
  /** Only the rows with the highest or lowest value of a column. */
  readonly best?: { readonly column: string; readonly most: boolean } | undefined;
  /** Of `group`: the highest, or the lowest. */
  readonly most?: boolean | undefined;
}

export interface ExactCondition {
  readonly column: string;
  readonly is: Comparator;
  readonly value: string | number;
  readonly to?: number | undefined;
}

export interface TableService {
  list(expert: Expert, source: SourceId): Promise<readonly TableSummary[]>;
  /** @throws Fault `invalid_parameter`: no such table or column, or nothing to compute */
  query(expert: Expert, source: SourceId, number: number, query: ExactQuery): Promise<ComputedAnswer>;
}

const shownRows = 3;

export function createTableService({
  shelf,
  passages,
}: {
  readonly shelf: TableShelf;
  readonly passages: PassageReader;
}): TableService {
  const opened = async (expert: Expert, source: SourceId) => {
    const language = expert.language === autoLanguage ? "en" : expert.language;
    return { shelved: await shelf.open(expert.id, source, language), language };
  };
  return {
    list: async (expert, source) => {
      const { shelved } = await opened(expert, source);
      return (shelved?.tables ?? []).map(({ table }) => ({ table, firstRows: firstRowsOf(table) }));
    },
    query: async (expert, source, number, exact) => {
      const { shelved, language } = await opened(expert, source);
      const found = shelved?.tables.find(({ table }) => table.number === number);
      if (shelved === null || found === undefined) throw noTable(number, shelved?.tables.length ?? 0);
      const query = exactQuery(found, exact, shelf.stem(language));
      const outcome = outcomeOf(found.table, query);
      if (outcome === null)
        throw invalidParameter("where", "No row has what the query asks for. List the table to see its first rows.");
      const asked = { source: shelved as ShelvedSource, table: found.table, query, outcome };
      const answer = await computedAnswer(passages, expert.id, asked, { language: primarySubtag(language), found: [] });
      if (answer === null)
        throw new Fault("not_ready", "The source was replaced while it was read.", { hint: "Ask again." });
      return answer;
    },
  };
}

function firstRowsOf(table: Table): string[][] {
  const rows = Math.min(shownRows, table.rowCount);
  return Array.from({ length: rows }, (_, row) => table.columns.map((column) => cellText(table, column, row)));
}

function noTable(number: number, count: number): Fault {
  const has = count === 0 ? "The source has no tables" : `The source has ${count} tables, numbered from 1`;
  return new Fault("table_not_found", `There is no table ${number}. ${has}.`, { param: "number" });
}

function exactQuery({ table, index }: ShelvedTable, exact: ExactQuery, stem: Stemmer): TableQuery {
  const rows = exactRows({ table, index }, exact, stem);
  const { take, sum, most = true } = exact;
  if (take === "count") return { take, rows };
  if (take === "share" && exact.column === undefined) return { take, column: null, rows };
  if (exact.column === undefined) throw invalidParameter("column", `\`${take}\` needs a column.`);
  const column = columnOf(table, exact.column, "column");
  const added = sum === undefined ? null : columnOf(table, sum, "sum");
  if (take === "group") return { take, column, sum: added, most, rows };
  return take === "each" ? { take, column, sum: added, rows } : { take, column, rows };
}

/** @throws Fault `invalid_parameter` if there are none, which only a count can tell */
function exactRows(
  { table, index }: ShelvedTable,
  { take, where = [], best }: ExactQuery,
  stem: Stemmer,
): RowSelection {
  const plain: RowSelection = { every: where.map((one) => conditionOf({ table, index }, one, stem)) };
  const rows = best === undefined ? plain : { best: columnOf(table, best.column, "best"), most: best.most, of: plain };
  if (take !== "count" && rowsOf(table, rows).length === 0) {
    throw invalidParameter("where", "No row meets the conditions. List the table to see its columns and first rows.");
  }
  return rows;
}

function columnOf({ columns }: Table, name: string, param: string): number {
  const folded = name.trim().toLowerCase();
  const found = columns.findIndex((column) => column.name.toLowerCase() === folded);
  const byNumber = columns.findIndex(({ index }) => String(index + 1) === folded);
  if (found === -1 && byNumber === -1) {
    const names = columns.map((column) => column.name || String(column.index + 1)).slice(0, 30);
    throw invalidParameter(
      param,
      `The table has no column ${JSON.stringify(name)}. Its columns are: ${names.join(", ")}.`,
    );
  }
  return found === -1 ? byNumber : found;
}

function conditionOf(
  { table, index }: ShelvedTable,
  { column: name, is, value, to }: ExactCondition,
  stem: Stemmer,
): Condition {
  const column = columnOf(table, name, "where");
  if (typeof value === "number") return { column, is, value, ...(to !== undefined && { to }) };
  if (is !== "=") throw invalidParameter("where", `A text can only be equal: give a number for ${JSON.stringify(is)}.`);
  const words = foldedWords(value, stem).map((word) => ({ ...word, isStop: false }));
  const link = index
    .links(words)
    .find((one) => one.column === column && one.isWhole && one.to - one.from === words.length);
  return { column, says: value, rows: link?.rows ?? [] };
}
