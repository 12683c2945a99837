/** A question to one table, exactly: which rows, and what is taken of them. Columns are positions in `Table.columns`. */
import { daysBetween } from "./cell-value.ts";
import { type Column, cellText, noResult, type Table, type TableOutcome } from "./table.ts";

export type Comparator = "=" | ">" | ">=" | "<" | "<=" | "between";

export type Condition =
  /** The cells that say these words. */
  | { readonly column: number; readonly says: string; readonly rows: readonly number[] }
  /** Of a date, the year is compared where the number is one. */
  | { readonly column: number; readonly is: Comparator; readonly value: number; readonly to?: number };

export type RowSelection =
  | { readonly every: readonly Condition[]; readonly but?: Condition }
  | { readonly any: readonly Condition[] }
  /** `place`: 2 for the second highest. `count`: so many of them, in the order of their values. */
  | {
      readonly best: number;
      readonly most: boolean;
      readonly place?: number;
      readonly count?: number;
      readonly of: RowSelection;
    }
  | { readonly end: "first" | "last"; readonly count?: number; readonly of: RowSelection }
  /** The row behind several, or in front of them. */
  | { readonly beside: 1 | -1; readonly of: RowSelection }
  /** The other rows that say in a column what one row says. */
  | { readonly same: number; readonly of: RowSelection }
  /** All rows above one row, or below it. */
  | { readonly side: "above" | "below"; readonly of: RowSelection }
  /** The rows with more (or less) in a column than one row has. */
  | { readonly than: number; readonly more: boolean; readonly of: RowSelection };

export type TableQuery =
  | { readonly take: "values" | "distinct"; readonly column: number; readonly rows: RowSelection }
  | { readonly take: "sum" | "mean" | "max" | "min" | "range"; readonly column: number; readonly rows: RowSelection }
  | { readonly take: "count"; readonly rows: RowSelection }
  /** The value of a column with the most (or fewest) rows, or the highest (lowest) sum of another column. */
  | {
      readonly take: "group";
      readonly column: number;
      readonly sum: number | null;
      readonly most: boolean;
      readonly rows: RowSelection;
    }
  /** Of one row over columns that are periods or parts, in the order of the table; of two, the first and what is taken off. */
  | {
      readonly take: "across";
      readonly of: Across;
      readonly columns: readonly number[];
      readonly rows: RowSelection;
      readonly is?: CellLimit;
    }
  /** How many rows each value of a column has, or the sum of another column for each. */
  | { readonly take: "each"; readonly column: number; readonly sum: number | null; readonly rows: RowSelection }
  | { readonly take: PairOperation; readonly column: number; readonly rows: RowSelection; readonly than: RowSelection }
  | { readonly take: "fewer"; readonly rows: RowSelection; readonly than: RowSelection }
  /** What the rows are of all rows: of their number, or of the sum of a column. */
  | { readonly take: "share"; readonly column: number | null; readonly rows: RowSelection }
  /** The place of one row by a column, 1 for the highest (or lowest). */
  | { readonly take: "rank"; readonly column: number; readonly most: boolean; readonly rows: RowSelection };

const pairOperations = ["difference", "ratio", "portion", "change", "isMore", "isLess"] as const;
/** Of two cells. `portion`: the first in percent of the second. `change`: the difference in percent of the second. */
export type PairOperation = (typeof pairOperations)[number];

/** `most`: the name of the column with the highest value. `where`: the names of those that compare so. */
export type Across = "values" | "sum" | "mean" | PairOperation | "most" | "least" | "where";

export interface CellLimit {
  readonly is: Comparator;
  readonly value: number;
}

export const isPairOperation = (take: string): take is PairOperation =>
  (pairOperations as readonly string[]).includes(take);

export const isVerdict = (take: string) => take === "isMore" || take === "isLess";
export const verdictOf = (value: number) => (value > 0 ? "yes" : "no");

/** In the unit of the cells, or rounded to two decimals; of a comparison, 1 or 0. */
export function ofPair(operation: PairOperation, first: number, second: number): number {
  if (operation === "difference") return sumOf([first, -second]);
  if (operation === "ratio") return rounded(first / second, 2);
  if (operation === "portion") return rounded((first / second) * 100, 2);
  if (operation === "isMore" || operation === "isLess")
    return Number.isNaN(first + second) ? Number.NaN : Number(operation === "isMore" ? first > second : first < second);
  return rounded(((first - second) / Math.abs(second)) * 100, 2);
}

export const everyRow: RowSelection = { every: [] };

/** The rows of a query, ascending; without those that sum up others, unless a condition names one. */
export function rowsOf(table: Table, rows: RowSelection): readonly number[] {
  if ("every" in rows) return everyOf(table, rows);
  if ("any" in rows) return anyOf(table, rows.any);
  const of = rowsOf(table, rows.of);
  if ("best" in rows) return bestOf(table.columns[rows.best]!, of, rows);
  if ("end" in rows) return rows.end === "first" ? of.slice(0, rows.count ?? 1) : of.slice(-(rows.count ?? 1));
  if ("beside" in rows) return rowBeside(table, of, rows.beside);
  return of.length === 1 ? rowsAround(table, rows, of[0]!) : [];
}

function anyOf(table: Table, any: readonly Condition[]): readonly number[] {
  const all = [...new Set(any.flatMap((condition) => conditionRows(table, condition)))];
  const body = all.filter((row) => !table.totals.has(row));
  return (body.length > 0 ? body : all).sort((one, other) => one - other);
}

function rowBeside({ rowCount, totals }: Table, of: readonly number[], step: number): readonly number[] {
  const next = (step > 0 ? of.at(-1) : of[0])! + step;
  return next >= 0 && next < rowCount && !totals.has(next) ? [next] : [];
}

type AroundRows = Extract<RowSelection, { side: unknown } | { than: unknown } | { same: unknown }>;

function rowsAround(table: Table, rows: AroundRows, own: number): readonly number[] {
  if ("side" in rows) return table.body.filter((row) => (rows.side === "above" ? row < own : row > own));
  return "than" in rows ? rowsThan(table, rows, own) : rowsSaying(table, table.columns[rows.same]!, own);
}

function rowsThan(
  { columns, body }: Table,
  { than, more }: { readonly than: number; readonly more: boolean },
  own: number,
) {
  const { values } = columns[than]!;
  return body.filter((row) => (more ? values[row]! > values[own]! : values[row]! < values[own]!));
}

function rowsSaying(table: Table, column: Column, own: number): readonly number[] {
  const said = cellText(table, column, own).toLowerCase();
  return table.body.filter((row) => row !== own && said !== "" && cellText(table, column, row).toLowerCase() === said);
}

function everyOf(table: Table, { every, but }: Extract<RowSelection, { every: unknown }>): readonly number[] {
  const [first, ...others] = every;
  let kept = first === undefined ? table.body : conditionRows(table, first);
  for (const condition of others) {
    const other = new Set(conditionRows(table, condition));
    kept = kept.filter((row) => other.has(row));
  }
  if (but === undefined) return kept;
  const without = new Set(conditionRows(table, but));
  return kept.filter((row) => !without.has(row));
}

export function conditionsIn(rows: RowSelection): readonly Condition[] {
  if ("every" in rows) return rows.but === undefined ? rows.every : [...rows.every, rows.but];
  return "any" in rows ? rows.any : conditionsIn(rows.of);
}

function conditionRows(table: Table, condition: Condition): readonly number[] {
  if ("rows" in condition) {
    if (table.totals.size === 0) return condition.rows;
    const body = condition.rows.filter((row) => !table.totals.has(row));
    return body.length > 0 ? body : condition.rows;
  }
  const { values, kind } = table.columns[condition.column]!;
  const rows: number[] = [];
  for (let row = 0; row < table.rowCount; row++) {
    const value = values[row]!;
    if (!Number.isNaN(value) && holds(condition, value, kind) && !table.totals.has(row)) rows.push(row);
  }
  return rows;
}

export function holds(
  { is, value: wanted, to = wanted }: Pick<Extract<Condition, { is: Comparator }>, "is" | "value" | "to">,
  value: number,
  kind: Column["kind"],
): boolean {
  // A date that is compared with a year counts as its year.
  const own = kind === "date" && Number.isInteger(wanted) ? Math.floor(value + 1e-9) : value;
  if (is === "between") return own >= wanted && own <= to;
  if (is === "=") return own === wanted;
  if (is === ">") return own > wanted;
  if (is === ">=") return own >= wanted;
  return is === "<" ? own < wanted : own <= wanted;
}

type BestRows = Extract<RowSelection, { best: unknown }>;

function bestOf({ values }: Column, rows: readonly number[], { most, place = 1, count }: BestRows): readonly number[] {
  if (count !== undefined) return severalBest(values, rows, most ? -1 : 1, count);
  let best = Number.NaN;
  for (let i = 0; i < place; i++) {
    best = nextBest(values, rows, { most, behind: i === 0 ? (most ? Infinity : -Infinity) : best });
    if (Number.isNaN(best)) return [];
  }
  return rows.filter((row) => values[row] === best);
}

/** Sorts few values of many. @param sign -1 for the highest */
function severalBest(values: Float64Array, rows: readonly number[], sign: number, count: number): readonly number[] {
  const best: number[] = [];
  let limit = Infinity;
  const cut = () => {
    best.sort((one, other) => one - other).splice(count);
    limit = best.at(-1) ?? -Infinity;
  };
  for (const row of rows) {
    if (sign * values[row]! < limit) best.push(sign * values[row]!);
    if (best.length > 2 * count) cut();
  }
  cut();
  return rows
    .filter((row) => sign * values[row]! <= limit)
    .sort((one, other) => sign * (values[one]! - values[other]!));
}

/** The highest value below another one, or the lowest above it. */
function nextBest(
  values: Float64Array,
  rows: readonly number[],
  { most, behind }: { readonly most: boolean; readonly behind: number },
): number {
  let best = Number.NaN;
  for (const row of rows) {
    const value = values[row]!;
    const isBehind = most ? value < behind : value > behind;
    if (isBehind && (Number.isNaN(best) || (most ? value > best : value < best))) best = value;
  }
  return best;
}

/** The sum without the noise of binary fractions: as many decimals as the cells have. */
export function sumOf(values: readonly number[]): number {
  const decimals = values.reduce((most, value) => Math.max(most, decimalsOf(value)), 0);
  return rounded(
    values.reduce((sum, value) => sum + value, 0),
    decimals,
  );
}

/** With two decimals more than the cells have, at most. */
export function meanOf(values: readonly number[]): number {
  const decimals = values.reduce((most, value) => Math.max(most, decimalsOf(value)), 0);
  return rounded(sumOf(values) / values.length, decimals + 2);
}

function decimalsOf(value: number): number {
  if (Number.isInteger(value)) return 0;
  // Most cells have at most two: a text of each would take longer than the sum.
  if (Math.round(value * 100) / 100 === value) return Math.round(value * 10) / 10 === value ? 1 : 2;
  const [, fraction = ""] = String(value).split(".");
  return fraction.includes("e") ? 10 : fraction.length;
}

export function rounded(value: number, decimals: number): number {
  return Number(value.toFixed(Math.min(decimals, 10)));
}

export function aggregated(take: "sum" | "mean" | "max" | "min" | "range", numbers: readonly number[]): number {
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

export const highest = (numbers: readonly number[]) => extreme(numbers, true);
export const lowest = (numbers: readonly number[]) => extreme(numbers, false);

export function pairOutcome(
  take: PairOperation,
  [first, second]: readonly [number, number],
  { kind, unit }: Column,
  cells: Pick<TableOutcome, "inputs" | "inputCount">,
): TableOutcome | null {
  if (take === "difference" && kind === "date")
    return { ...noResult, value: daysBetween(second, first), unit: "days", ...cells };
  const value = ofPair(take, first, second);
  if (!Number.isFinite(value)) return null;
  if (isVerdict(take)) return { ...noResult, texts: [verdictOf(value)], ...cells };
  return { ...noResult, value, unit: unitOfPair(take, kind, unit), ...cells };
}

function unitOfPair(take: PairOperation, kind: Column["kind"], unit: string): string {
  if (take === "ratio") return "";
  return take !== "difference" || kind === "percent" ? "%" : unit;
}
