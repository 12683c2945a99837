/** Makes a computation again, from nothing but its cells as they are written. */
import { type CellWords, cellValue, daysBetween } from "./cell-value.ts";
import type { Computation, Operation, Role, WrittenCell } from "./computation.ts";
import { isPairOperation, isVerdict, meanOf, ofPair, rounded, sumOf, verdictOf } from "./table-query.ts";

export interface ComputedResult {
  readonly value: number | null;
  readonly texts: readonly string[];
}

/** The result, from nothing but the cells as they are written. Null: a cell does not say what the operation needs. */
export function recomputed(
  given: Pick<Computation, "operation" | "most"> & { readonly cells: readonly WrittenCell[] },
  words: CellWords,
): ComputedResult | null {
  const { operation, most } = given;
  const cells = given.cells.filter(({ role }) => role !== "boundary");
  const of = (role: Role) => cells.filter((cell) => cell.role === role);
  const value = (number: number) => told(operation, number);
  const numbers = (role: Role) => of(role).map((cell) => numberOf(cell, words));
  const rows = (role: Role) => new Set(of(role).map(({ row }) => row)).size;
  switch (operation) {
    case "value":
      return saidBy(of("answer"), words);
    case "highest":
    case "lowest":
      return bestOf(of("compared"), of("answer"), most, words);
    case "count":
      return value(rows("input"));
    case "fewer":
      return value(rows("input") - rows("less"));
    case "distinct":
      return value(new Set(of("input").map(({ text }) => text.toLowerCase())).size);
    case "group":
    case "each":
      return groupsOf(cells, { operation, most }, words);
    case "columns":
      return { value: null, texts: of("answer").map(({ column }) => column) };
    case "column":
      return columnOf(of("compared"), most, words);
    case "share":
      return shareOf(cells, words);
    case "rank":
      return rankOf(of("part"), of("input"), most, words);
    default:
      return value(arithmetic(operation, numbers("input"), numbers("less"), cells));
  }
}

function told(operation: Operation, number: number): ComputedResult | null {
  if (!Number.isFinite(number)) return null;
  return isVerdict(operation) ? { value: null, texts: [verdictOf(number)] } : { value: number, texts: [] };
}

function numberOf({ text, kind, notation }: WrittenCell, words: CellWords): number {
  const read = cellValue(text, words, notation);
  return kind === "text" || read.kind === "text" ? Number.NaN : read.value;
}

function saidBy(answers: readonly WrittenCell[], words: CellWords): ComputedResult | null {
  const [only] = answers;
  if (only === undefined) return null;
  const isNumber = answers.length === 1 && (only.kind === "number" || only.kind === "percent");
  const number = isNumber ? numberOf(only, words) : Number.NaN;
  return { value: Number.isNaN(number) ? null : number, texts: answers.map(({ text }) => text) };
}

const better = (one: number, other: number, most: boolean) => (most ? one > other : one < other);

function bestNumber(numbers: readonly number[], most: boolean): number {
  return numbers.reduce(
    (best, number) => (Number.isNaN(best) || better(number, best, most) ? number : best),
    Number.NaN,
  );
}

function bestOf(
  compared: readonly WrittenCell[],
  answers: readonly WrittenCell[],
  most: boolean,
  words: CellWords,
): ComputedResult | null {
  const numbers = compared.map((cell) => numberOf(cell, words));
  if (numbers.length === 0 || numbers.some(Number.isNaN)) return null;
  const sorted = numbers.toSorted((one, other) => (most ? other - one : one - other));
  const least = sorted[Math.min(sorted.length, Math.max(1, answers.length)) - 1]!;
  const winners = new Set(compared.filter((_, i) => !better(least, numbers[i]!, most)).map(({ row }) => row));
  return saidBy(
    answers.filter(({ row }) => winners.has(row)),
    words,
  );
}

function columnOf(compared: readonly WrittenCell[], most: boolean, words: CellWords): ComputedResult | null {
  const numbers = compared.map((cell) => numberOf(cell, words));
  const best = bestNumber(numbers, most);
  const winners = compared.filter((_, i) => numbers[i] === best);
  return winners.length === 1 ? { value: null, texts: [winners[0]!.column] } : null;
}

function arithmetic(
  operation: Operation,
  numbers: readonly number[],
  less: readonly number[],
  cells: readonly WrittenCell[],
): number {
  const [first = Number.NaN] = numbers;
  const [second = Number.NaN] = less;
  const areDates = cells.every(({ kind }) => kind === "date");
  if (operation === "sum") return sumOf(numbers);
  if (operation === "mean") return meanOf(numbers);
  if (operation === "max" || operation === "min") return bestNumber(numbers, operation === "max");
  if (operation === "range") {
    const [high, low] = [bestNumber(numbers, true), bestNumber(numbers, false)];
    return areDates ? daysBetween(low, high) : sumOf([high, -low]);
  }
  if (operation === "difference" && areDates) return daysBetween(second, first);
  return isPairOperation(operation) ? ofPair(operation, first, second) : Number.NaN;
}

function groupsOf(
  cells: readonly WrittenCell[],
  { operation, most }: { readonly operation: Operation; readonly most: boolean },
  words: CellWords,
): ComputedResult | null {
  const inputs = new Map(cells.filter(({ role }) => role === "input").map((cell) => [cell.row, numberOf(cell, words)]));
  const groups = new Map<string, { readonly text: string; readonly numbers: number[] }>();
  for (const { role, row, text } of cells) {
    if (role !== "group") continue;
    const group = groups.getOrInsertComputed(text.toLowerCase(), () => ({ text, numbers: [] }));
    const number = inputs.size === 0 ? 1 : inputs.get(row);
    if (number !== undefined && !Number.isNaN(number)) group.numbers.push(number);
  }
  const all = [...groups.values()].map(({ text, numbers }) => ({ text, value: sumOf(numbers) }));
  if (operation === "each") {
    return {
      value: null,
      texts: all.toSorted((one, other) => other.value - one.value).map(({ text, value }) => `${text}: ${value}`),
    };
  }
  const best = bestNumber(
    all.map(({ value }) => value),
    most,
  );
  return { value: null, texts: all.filter(({ value }) => value === best).map(({ text }) => text) };
}

function shareOf(cells: readonly WrittenCell[], words: CellWords): ComputedResult | null {
  const parts = cells.filter(({ role }) => role === "part");
  const [own, all] = [parts, cells].map((some) =>
    sumOf(some.map((cell) => (cell.kind === "text" ? 1 : numberOf(cell, words)))),
  );
  const value = rounded((own! / all!) * 100, 1);
  return Number.isFinite(value) ? { value, texts: [] } : null;
}

function rankOf(
  [own]: readonly WrittenCell[],
  others: readonly WrittenCell[],
  most: boolean,
  words: CellWords,
): ComputedResult | null {
  if (own === undefined) return null;
  const number = numberOf(own, words);
  return { value: others.filter((cell) => better(numberOf(cell, words), number, most)).length + 1, texts: [] };
}
