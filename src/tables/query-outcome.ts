/** Computes a query: its result, and the cells that it was computed from. */

import { daysBetween } from "./cell-value.ts";
import {
  type Column,
  cellText,
  inputsOf,
  isAddable,
  labelsOf,
  noResult,
  place,
  type Table,
  type TableOutcome,
  unreadAmong,
} from "./table.ts";
import {
  aggregated,
  highest,
  holds,
  isVerdict,
  lowest,
  type PairOperation,
  pairOutcome,
  rounded,
  rowsOf,
  sumOf,
  type TableQuery,
} from "./table-query.ts";

/** Null: there is nothing to compute, such as a row that is not there, or a difference of two rows where there are three. */
export function outcomeOf(table: Table, query: TableQuery): TableOutcome | null {
  const rows = rowsOf(table, query.rows);
  switch (query.take) {
    case "values":
      return valuesOf(table, query, rows);
    case "distinct":
      return distinctOf(table, query.column, rows);
    case "count":
      return { ...noResult, value: rows.length, ...labelsOf(table, rows) };
    case "difference":
    case "ratio":
    case "portion":
    case "change":
    case "isMore":
    case "isLess":
      return ofTwo(table, query, rows, rowsOf(table, query.than));
    case "across":
      return acrossOf(table, query, rows);
    case "fewer":
      return fewer(table, rows, rowsOf(table, query.than));
    case "group":
      return bestGroup(table, query, rows);
    case "each":
      return eachGroup(table, query, rows);
    case "share":
      return shareOf(table, query.column, rows);
    case "rank":
      return rankOf(table, query, rows);
    default:
      return aggregate(table, query, rows);
  }
}

function valuesOf(
  table: Table,
  query: Extract<TableQuery, { take: "values" | "distinct" }>,
  rows: readonly number[],
): TableOutcome | null {
  const { column } = query;
  const { starts, ends, values, kind, unit } = table.columns[column]!;
  const all = rows.filter((row) => starts[row] !== ends[row]);
  // Several rows may have the highest value: it is said once.
  const isCounted = "best" in query.rows && query.rows.count !== undefined;
  const isOnce = "best" in query.rows && query.rows.best === column && !isCounted;
  const filled = isOnce ? all.slice(0, 1) : all;
  if (filled.length === 0 || (isCounted && all.length < rows.length)) return null;
  const cells = inputsOf(filled, column);
  const texts = cells.inputs.map(({ row }) => cellText(table, table.columns[column]!, row));
  const isNumber = filled.length === 1 && (kind === "number" || kind === "percent");
  const value = isNumber && !Number.isNaN(values[filled[0]!]) ? values[filled[0]!]! : null;
  const unread = "best" in query.rows ? unreadAmong(table, query.rows.best, rowsOf(table, query.rows.of)) : [];
  return { value, texts, unit, ...cells, answers: cells.inputs, unread };
}

function distinctOf(table: Table, column: number, rows: readonly number[]): TableOutcome | null {
  const own = table.columns[column]!;
  const filled = rows.filter((row) => own.starts[row] !== own.ends[row]);
  const different = new Set(filled.map((row) => cellText(table, own, row).toLowerCase()));
  return filled.length === 0 ? null : { ...noResult, value: different.size, ...inputsOf(filled, column) };
}

function fewer(table: Table, rows: readonly number[], than: readonly number[]): TableOutcome | null {
  if (rows.length === 0 || than.length === 0) return null;
  return { ...noResult, value: rows.length - than.length, ...labelsOf(table, [...rows, ...than]) };
}

function aggregate(
  table: Table,
  { take, column }: Pick<Extract<TableQuery, { take: "sum" | "mean" | "max" | "min" | "range" }>, "take" | "column">,
  rows: readonly number[],
): TableOutcome | null {
  const { values, unit, kind } = table.columns[column]!;
  const read = rows.filter((row) => !Number.isNaN(values[row]));
  if (read.length === 0) return null;
  const numbers = read.map((row) => values[row]!);
  const cells = { ...inputsOf(read, column), unread: unreadAmong(table, column, rows) };
  if (take === "range" && kind === "date") {
    return { ...noResult, value: daysBetween(lowest(numbers), highest(numbers)), unit: "days", ...cells };
  }
  return { ...noResult, value: aggregated(take, numbers), unit: kind === "percent" ? "%" : unit, ...cells };
}

function ofTwo(
  table: Table,
  { take, column }: Extract<TableQuery, { take: PairOperation }>,
  one: readonly number[],
  other: readonly number[],
): TableOutcome | null {
  const pair = pairOf(table, column, one, other);
  return pair === null ? null : pairOutcome(take, [pair.first, pair.second], table.columns[column]!, pair.cells);
}

function pairOf(table: Table, column: number, one: readonly number[], other: readonly number[]) {
  const { values } = table.columns[column]!;
  const rows = [...one, ...other];
  const [first, second] = rows.map((row) => values[row]!);
  if (one.length !== 1 || other.length !== 1 || rows[0] === rows[1]) return null;
  if (first === undefined || second === undefined || Number.isNaN(first + second)) return null;
  return { first, second, cells: { inputs: rows.map(place(column)), inputCount: 2 } };
}

type AcrossQuery = Extract<TableQuery, { take: "across" }>;

function acrossOf(table: Table, query: AcrossQuery, [row, ...more]: readonly number[]): TableOutcome | null {
  if (row === undefined || more.length > 0) return null;
  const { of, is } = query;
  const cells = query.columns.map((at) => ({ at, column: table.columns[at]!, value: table.columns[at]!.values[row]! }));
  if (of === "values") return valuesAcross(table, query.columns, row);
  if (of === "where")
    return is === undefined ? null : namedColumns(cells, row, ({ column, value }) => holds(is, value, column.kind));
  if (cells.some(({ value }) => Number.isNaN(value))) return null;
  const inputs = inputsAcross(query.columns, row);
  return of === "most" || of === "least" ? bestColumn(cells, of, row, inputs) : computedAcross(of, cells, inputs);
}

interface AcrossCell {
  readonly at: number;
  readonly column: Column;
  readonly value: number;
}

const inputsAcross = (columns: readonly number[], row: number) => ({
  inputs: columns.map((column) => ({ row, column })),
  inputCount: columns.length,
});

type AcrossInputs = ReturnType<typeof inputsAcross>;

function computedAcross(
  of: "sum" | "mean" | PairOperation,
  cells: readonly AcrossCell[],
  inputs: AcrossInputs,
): TableOutcome | null {
  const [first, second] = cells as [AcrossCell, AcrossCell];
  const { kind, unit } = first.column;
  const areAddable = cells.every(({ column }) => isAddable(column));
  if (of === "sum" || of === "mean") {
    const value = aggregated(
      of,
      cells.map((cell) => cell.value),
    );
    return areAddable ? { ...noResult, value, unit: kind === "percent" ? "%" : unit, ...inputs } : null;
  }
  const mayBe = areAddable || (areTimes(first, second) && (of === "difference" || isVerdict(of)));
  return mayBe ? pairOutcome(of, [first.value, second.value], first.column, inputs) : null;
}

const areTimes = ({ column: { kind } }: AcrossCell, other: AcrossCell) =>
  (kind === "year" || kind === "date") && other.column.kind === kind;

function valuesAcross(table: Table, columns: readonly number[], row: number): TableOutcome | null {
  const texts = columns.map((column) => cellText(table, table.columns[column]!, row));
  if (texts.includes("")) return null;
  const cells = inputsAcross(columns, row);
  return { ...noResult, texts, ...cells, answers: cells.inputs };
}

/** The names of the columns whose cells are chosen: these are the proof. */
function namedColumns(
  cells: readonly AcrossCell[],
  row: number,
  isChosen: (cell: AcrossCell) => boolean,
): TableOutcome | null {
  const chosen = cells.filter((cell) => !Number.isNaN(cell.value) && isChosen(cell));
  if (chosen.length === 0 || chosen.length === cells.length) return null;
  const inputs = inputsAcross(
    chosen.map(({ at }) => at),
    row,
  );
  return { ...noResult, texts: chosen.map(({ column }) => column.name), ...inputs, answers: inputs.inputs };
}

function bestColumn(cells: readonly AcrossCell[], of: "most" | "least", row: number, all: AcrossInputs) {
  const values = cells.map(({ value }) => value);
  const best = of === "most" ? highest(values) : lowest(values);
  const winner = namedColumns(cells, row, ({ value }) => value === best);
  return winner?.texts.length === 1 ? { ...winner, ...all } : null;
}

interface Grouping {
  readonly column: number;
  readonly sum: number | null;
}

/** Rows whose cells say the same, with their number, or the sum of another column. */
function groupsOf(table: Table, { column, sum }: Grouping, rows: readonly number[]) {
  const own = table.columns[column]!;
  const filled = rows.filter((row) => own.starts[row] !== own.ends[row]);
  const groups = Map.groupBy(filled, (row) => cellText(table, own, row).toLowerCase());
  const total = (of: readonly number[]) => (sum === null ? of.length : sumOfRows(table, sum, of));
  return [...groups.values()].map((of) => ({
    text: cellText(table, own, of[0]!),
    first: of[0]!,
    value: total(of),
  }));
}

function sumOfRows(table: Table, column: number, rows: readonly number[]): number {
  const { values } = table.columns[column]!;
  return sumOf(rows.map((row) => values[row]!).filter((value) => !Number.isNaN(value)));
}
function cellsOf(table: Table, { column, sum }: Grouping, rows: readonly number[]) {
  const { starts, ends } = table.columns[column]!;
  const grouped = rows.filter((row) => starts[row] !== ends[row]);
  return { ...inputsOf(grouped, sum ?? column), unread: sum === null ? [] : unreadAmong(table, sum, rows) };
}

export function bestGroup(
  table: Table,
  query: Extract<TableQuery, { take: "group" }>,
  rows: readonly number[],
): TableOutcome | null {
  const groups = groupsOf(table, query, rows);
  const values = groups.map(({ value }) => value);
  const best = values.reduce((most, value) => (query.most === value > most ? value : most), values[0] ?? 0);
  const winners = groups.filter(({ value }) => value === best);
  if (groups.length < 2 || winners.length === groups.length) return null;
  const answers = winners.map(({ first }) => ({ row: first, column: query.column }));
  return { ...noResult, texts: winners.map(({ text }) => text), ...cellsOf(table, query, rows), answers };
}

export function eachGroup(
  table: Table,
  query: Extract<TableQuery, { take: "each" }>,
  rows: readonly number[],
): TableOutcome | null {
  const groups = groupsOf(table, query, rows).toSorted((one, other) => other.value - one.value);
  if (groups.length < 2) return null;
  const unit = query.sum === null ? "" : table.columns[query.sum]!.unit;
  return {
    ...noResult,
    texts: groups.map(({ text, value }) => `${text}: ${value}`),
    unit,
    ...cellsOf(table, query, rows),
  };
}

/** In percent, with one decimal. */
export function shareOf(table: Table, column: number | null, rows: readonly number[]): TableOutcome | null {
  const all = rowsOf(table, { every: [] });
  if (rows.length === 0 || rows.length >= all.length) return null;
  const percent = (own: number, total: number) => ({ ...noResult, value: rounded((own / total) * 100, 1), unit: "%" });
  if (column === null) return { ...percent(rows.length, all.length), ...labelsOf(table, all) };
  const total = sumOfRows(table, column, all);
  if (total === 0) return null;
  const read = all.filter((row) => !Number.isNaN(table.columns[column]!.values[row]));
  const unread = unreadAmong(table, column, all);
  return { ...percent(sumOfRows(table, column, rows), total), ...inputsOf(read, column), unread };
}

export function rankOf(
  table: Table,
  query: Extract<TableQuery, { take: "rank" }>,
  rows: readonly number[],
): TableOutcome | null {
  const { column, most } = query;
  const { values } = table.columns[column]!;
  const own = rows.length === 1 ? values[rows[0]!]! : Number.NaN;
  if (Number.isNaN(own)) return null;
  const all = rowsOf(table, { every: [] }).filter((row) => !Number.isNaN(values[row]));
  const ahead = all.filter((row) => values[row] !== own && most === values[row]! > own);
  return { ...noResult, value: ahead.length + 1, ...inputsOf(all, column), unread: unreadAmong(table, column, all) };
}
