/** A computation as it is told: its operation, the cells that it was made from, and its result. It can be made again from them. */
import type { DecimalMark } from "./cell-value.ts";
import {
  type CellPlace,
  type ColumnKind,
  cellSpan,
  cellText,
  type Table,
  type TableOutcome,
  thinned,
} from "./table.ts";
import { conditionsIn, isPairOperation, type RowSelection, rowsOf, type TableQuery } from "./table-query.ts";

export const operations = [
  ...(["value", "highest", "lowest", "count", "distinct", "sum", "mean", "max", "min", "range", "difference"] as const),
  ...(["fewer", "ratio", "portion", "change", "share", "rank", "group", "each", "column", "columns"] as const),
  ...(["isMore", "isLess"] as const),
] as const;
export type Operation = (typeof operations)[number];

/**
 * `answer`: it says the result. `input`: it is computed with. `less`: it is subtracted, or divided by. `compared`: the
 * highest or lowest of these decides. `ahead`: of the second highest, the highest. `group`: rows with equal ones are taken together. `part`: what a share is of all.
 * `boundary`: rows are chosen by it.
 */
export const roles = ["answer", "input", "less", "compared", "ahead", "group", "part", "boundary"] as const;
export type Role = (typeof roles)[number];

export interface WrittenCell {
  /** From 0. */
  readonly row: number;
  readonly column: string;
  readonly kind: ColumnKind;
  readonly notation: DecimalMark | null;
  readonly text: string;
  readonly role: Role;
}

export interface ComputedCell extends WrittenCell, CellPlaceInText {}

interface CellPlaceInText {
  /** Position of the column in `Table.columns`. */
  readonly at: number;
  /** UTF-16 units of the table's text. */
  readonly start: number;
  readonly end: number;
}

export type Computation = ReturnType<typeof computationOf>;

/** `most`: whether the highest wins, where one does. `cells`: of very many, the first ones and the last. */
export function computationOf(table: Table, query: TableQuery, outcome: TableOutcome) {
  const operation = operationOf(query);
  const inputs = outcome.inputs.map((one) => computedCell(table, one, "input"));
  const { cells: own, more = 0 } = cellsOf(table, query, outcome, inputs);
  const cells = [...own, ...boundaryCells(table, query.rows)];
  const hidden = outcome.inputCount - outcome.inputs.length;
  return { operation, most: mostOf(query), cells, cellCount: cells.length + hidden + more };
}
function boundaryCells(table: Table, rows: RowSelection): ComputedCell[] {
  if (!("than" in rows || "side" in rows || "same" in rows)) return [];
  const [condition] = conditionsIn(rows.of);
  const column = "than" in rows ? rows.than : "same" in rows ? rows.same : (condition?.column ?? 0);
  return rowsOf(table, rows.of).map((row) => computedCell(table, { row, column }, "boundary"));
}

interface ListedCells {
  readonly cells: readonly ComputedCell[];
  /** Cells that are not listed, beside inputs. */
  readonly more?: number;
}

function cellsOf(table: Table, query: TableQuery, outcome: TableOutcome, inputs: readonly ComputedCell[]): ListedCells {
  if (isPairOperation(query.take)) return { cells: withRole(inputs, (_, i) => (i === 0 ? "input" : "less")) };
  switch (query.take) {
    case "values":
      return valueCells(table, query.rows, outcome);
    case "across":
      return { cells: acrossCells(query.of, inputs) };
    case "fewer": {
      const first = rowsOf(table, query.rows).length;
      return { cells: withRole(inputs, (_, i) => (i < first ? "input" : "less")) };
    }
    case "group":
    case "each": {
      const groups = outcome.inputs.map(({ row }) => computedCell(table, { row, column: query.column }, "group"));
      return { cells: query.sum === null ? groups : [...groups, ...inputs] };
    }
    case "share":
      return { cells: partCells(query.column === null ? asTexts(inputs) : inputs, rowsOf(table, query.rows)) };
    case "rank":
      return { cells: partCells(inputs, rowsOf(table, query.rows)) };
    default:
      return { cells: inputs };
  }
}

const asTexts = (cells: readonly ComputedCell[]) => cells.map((one) => ({ ...one, kind: "text" as const }));

function partCells(cells: readonly ComputedCell[], rows: readonly number[]): ComputedCell[] {
  const own = new Set(rows);
  return withRole(cells, ({ row }) => (own.has(row) ? "part" : "input"));
}

const withRole = (cells: readonly ComputedCell[], role: (cell: ComputedCell, i: number) => Role) =>
  cells.map((cell, i) => ({ ...cell, role: role(cell, i) }));

function acrossCells(of: string, inputs: readonly ComputedCell[]): ComputedCell[] {
  if (of === "values" || of === "where") return withRole(inputs, () => "answer");
  return withRole(inputs, (_, i) =>
    isPairOperation(of) && i === 1 ? "less" : of === "most" || of === "least" ? "compared" : "input",
  );
}

/** The cells that say the values, and those that decide which rows are the highest. */
function valueCells(table: Table, rows: RowSelection, outcome: TableOutcome): ListedCells {
  const answers = outcome.answers.map((one) => computedCell(table, one, "answer"));
  if (!("best" in rows)) return { cells: answers };
  const { values } = table.columns[rows.best]!;
  const compared = rowsOf(table, rows.of).filter((row) => !Number.isNaN(values[row]));
  const listed = thinned(compared);
  const [best = Number.NaN] = outcome.answers.map(({ row }) => values[row]!);
  const isAhead = (value: number) => (rows.most ? value > best : value < best);
  const cells = listed.map((row) =>
    computedCell(table, { row, column: rows.best }, isAhead(values[row]!) ? "ahead" : "compared"),
  );
  return { cells: [...cells, ...answers], more: compared.length - listed.length };
}

export function computedCell(table: Table, { row, column: at }: CellPlace, role: Role): ComputedCell {
  const column = table.columns[at]!;
  const { name, kind, notation } = column;
  return { row, column: name, at, kind, notation, text: cellText(table, column, row), role, ...cellSpan(column, row) };
}

function operationOf(query: TableQuery): Operation {
  if (query.take === "values") return "best" in query.rows ? (query.rows.most ? "highest" : "lowest") : "value";
  if (query.take !== "across") return query.take;
  if (query.of === "most" || query.of === "least") return "column";
  if (query.of === "where") return "columns";
  return query.of === "values" ? "value" : query.of;
}

function mostOf(query: TableQuery): boolean {
  if (query.take === "across") return query.of !== "least";
  if (query.take === "values") return "best" in query.rows && query.rows.most;
  return "most" in query && query.most;
}
