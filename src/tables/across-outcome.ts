/** Computes over the columns of one row. */
import { noResult, type TableOutcome } from "./outcome.ts";
import { cellText, isAddable, type Table } from "./table.ts";
import { meanOf, rounded, sumOf, type TableQuery } from "./table-query.ts";

type AcrossQuery = Extract<TableQuery, { take: "across" }>;

export function acrossOf(table: Table, query: AcrossQuery, [row, ...more]: readonly number[]): TableOutcome | null {
  if (row === undefined || more.length > 0) return null;
  const { of, columns } = query;
  if (of === "values") return valuesAcross(table, columns, row);
  const numbers = columns.map((column) => table.columns[column]!.values[row]!);
  if (numbers.some(Number.isNaN)) return null;
  const cells = { inputs: columns.map((column) => ({ row, column })), inputCount: columns.length };
  if (of === "most" || of === "least") return bestColumn(table, query, numbers, row);
  if (!columns.every((column) => isAddable(table.columns[column]!))) return null;
  const { unit, kind } = table.columns[columns[0]!]!;
  const value = computed(of, numbers);
  if (!Number.isFinite(value)) return null;
  return { ...noResult, value, unit: of === "change" || kind === "percent" ? "%" : unit, ...cells };
}

function valuesAcross(table: Table, columns: readonly number[], row: number): TableOutcome | null {
  const texts = columns.map((column) => cellText(table, table.columns[column]!, row));
  if (texts.includes("")) return null;
  const answers = columns.map((column) => ({ row, column }));
  return { ...noResult, texts, inputs: answers, inputCount: answers.length, answers };
}

function computed(of: "sum" | "mean" | "difference" | "change", numbers: readonly number[]): number {
  const [later = Number.NaN, earlier = Number.NaN] = numbers;
  if (of === "sum") return sumOf(numbers);
  if (of === "mean") return meanOf(numbers);
  return of === "difference" ? sumOf([later, -earlier]) : rounded(((later - earlier) / Math.abs(earlier)) * 100, 2);
}

function bestColumn(
  table: Table,
  { of, columns }: AcrossQuery,
  numbers: readonly number[],
  row: number,
): TableOutcome | null {
  const best = of === "most" ? Math.max(...numbers) : Math.min(...numbers);
  const [winner, ...others] = columns.filter((_, i) => numbers[i] === best);
  if (winner === undefined || others.length > 0) return null;
  const inputs = columns.map((column) => ({ row, column }));
  const answers = [{ row, column: winner }];
  return { ...noResult, texts: [table.columns[winner]!.name], inputs, inputCount: inputs.length, answers };
}
