/** Computes a query: its result, and the cells that it was computed from. */
import { acrossOf } from "./across-outcome.ts";
import { daysBetween } from "./cells/date-notation.ts";
import { bestGroup, eachGroup, rankOf, shareOf } from "./group-outcome.ts";
import { inputsOf, labelsOf, noResult, place, type TableOutcome, unreadAmong } from "./outcome.ts";
import { cellText, type Table } from "./table.ts";
import { meanOf, rounded, rowsOf, sumOf, type TableQuery } from "./table-query.ts";

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
      return difference(table, query.column, rows, rowsOf(table, query.than));
    case "across":
      return acrossOf(table, query, rows);
    case "ratio":
      return ratio(table, query.column, rows, rowsOf(table, query.than));
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
  const filled = rows.filter((row) => starts[row] !== ends[row]);
  if (filled.length === 0) return null;
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

type Aggregate = Extract<TableQuery, { take: "sum" | "mean" | "max" | "min" | "range" }>;

function aggregate(
  table: Table,
  { take, column }: Pick<Aggregate, "take" | "column">,
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

function aggregated(take: Aggregate["take"], numbers: readonly number[]): number {
  if (take === "sum") return sumOf(numbers);
  if (take === "mean") return meanOf(numbers);
  if (take === "max") return highest(numbers);
  return take === "min" ? lowest(numbers) : sumOf([highest(numbers), -lowest(numbers)]);
}

function extreme(numbers: readonly number[], most: boolean): number {
  let best = numbers[0]!;
  for (const number of numbers) if (most ? number > best : number < best) best = number;
  return best;
}

const highest = (numbers: readonly number[]) => extreme(numbers, true);
const lowest = (numbers: readonly number[]) => extreme(numbers, false);

function difference(
  table: Table,
  column: number,
  one: readonly number[],
  other: readonly number[],
): TableOutcome | null {
  const pair = pairOf(table, column, one, other);
  if (pair === null) return null;
  const { unit, kind } = table.columns[column]!;
  const { first, second, cells } = pair;
  if (kind === "date") return { ...noResult, value: daysBetween(second, first), unit: "days", ...cells };
  return { ...noResult, value: sumOf([first, -second]), unit: kind === "percent" ? "%" : unit, ...cells };
}

/** With two decimals. */
function ratio(table: Table, column: number, one: readonly number[], other: readonly number[]): TableOutcome | null {
  const pair = pairOf(table, column, one, other);
  const value = pair === null ? Number.NaN : pair.first / pair.second;
  return pair !== null && Number.isFinite(value) ? { ...noResult, value: rounded(value, 2), ...pair.cells } : null;
}

/** The values of two rows; null if there are not two of them. */
function pairOf(table: Table, column: number, one: readonly number[], other: readonly number[]) {
  const { values } = table.columns[column]!;
  const rows = [...one, ...other];
  const [first, second] = rows.map((row) => values[row]!);
  if (one.length !== 1 || other.length !== 1 || rows[0] === rows[1]) return null;
  if (first === undefined || second === undefined || Number.isNaN(first + second)) return null;
  return { first, second, cells: { inputs: rows.map(place(column)), inputCount: 2 } };
}
