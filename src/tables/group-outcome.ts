/** Computes over groups of rows, and what some rows are among all. */
import { inputsOf, labelsOf, noResult, type TableOutcome, unreadAmong } from "./outcome.ts";
import { cellText, type Table } from "./table.ts";
import { rounded, rowsOf, sumOf, type TableQuery } from "./table-query.ts";

interface RowGroup {
  readonly text: string;
  readonly first: number;
  readonly value: number;
}

interface Grouping {
  readonly column: number;
  readonly sum: number | null;
}

/** Rows whose cells say the same, with their number, or the sum of another column. */
function groupsOf(table: Table, { column, sum }: Grouping, rows: readonly number[]): RowGroup[] {
  const own = table.columns[column]!;
  const groups = new Map<string, { readonly text: string; readonly rows: number[] }>();
  for (const row of rows) {
    if (own.starts[row] === own.ends[row]) continue;
    const text = cellText(table, own, row);
    const group = groups.get(text.toLowerCase());
    if (group === undefined) groups.set(text.toLowerCase(), { text, rows: [row] });
    else group.rows.push(row);
  }
  const total = (of: readonly number[]) => (sum === null ? of.length : sumOfRows(table, sum, of));
  return [...groups.values()].map(({ text, rows: of }) => ({ text, first: of[0]!, value: total(of) }));
}

function sumOfRows(table: Table, column: number, rows: readonly number[]): number {
  const { values } = table.columns[column]!;
  return sumOf(rows.map((row) => values[row]!).filter((value) => !Number.isNaN(value)));
}

/** The cells of all groups, and those that could not be added. */
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
