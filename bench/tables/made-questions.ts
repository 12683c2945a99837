/** Questions with known answers that no public set has enough of: sums, means, groups, and values of two columns. */
import { outcomeOf } from "../../src/tables/query-outcome.ts";
import { type Column, cellText, isAddable, type Table } from "../../src/tables/table.ts";
import type { RowSelection, TableQuery } from "../../src/tables/table-query.ts";
import { answerOf } from "./wiki-cases.ts";

export interface MadeQuestion {
  readonly question: string;
  readonly expected: readonly string[];
}

interface Chosen {
  readonly number: string;
  readonly category: string;
  readonly cell: string;
  readonly other: string;
}

type Form = readonly [question: (chosen: Chosen) => string, query: "sum" | "mean" | "max" | "min" | "each" | "eachSum"];

const forms: readonly Form[] = [
  [({ number, cell }) => `What is the total ${number} for ${cell}?`, "sum"],
  [({ number, cell }) => `total ${number} in ${cell}`, "sum"],
  [({ number, cell }) => `How much ${number} do we have for ${cell} in total?`, "sum"],
  [({ number, cell, category }) => `What is the sum of ${number} for the ${category} ${cell}?`, "sum"],
  [({ number, cell }) => `What is the average ${number} for ${cell}?`, "mean"],
  [({ number, cell }) => `average ${number} of ${cell}`, "mean"],
  [({ number, cell }) => `What is the mean ${number} in ${cell}?`, "mean"],
  [({ number, cell }) => `What is the highest ${number} for ${cell}?`, "max"],
  [({ number, cell }) => `lowest ${number} in ${cell}`, "min"],
  [({ other, category }) => `How many ${other}s per ${category}?`, "each"],
  [({ category }) => `How many are there for each ${category}?`, "each"],
  [({ number, category }) => `What is the total ${number} per ${category}?`, "eachSum"],
];
const wholeForms: readonly Form[] = [
  [({ number }) => `What is the total ${number}?`, "sum"],
  [({ number }) => `What is the average ${number}?`, "mean"],
  [({ number }) => `What was the highest ${number}?`, "max"],
  [({ number }) => `What is the lowest ${number}?`, "min"],
];

/** At most one question of a table. @param seed which form it has */
export function madeQuestion(table: Table, seed: number): MadeQuestion | null {
  const named = (column: Column) => /^[\p{L}][\p{L} ]{2,24}$/u.test(column.name);
  const numbers = table.columns.flatMap((one, i) => (isAddable(one) && named(one) ? [i] : []));
  const categories = table.columns.flatMap((one, i) => (one.kind === "text" && named(one) && !one.isKey ? [i] : []));
  const [column, category] = [numbers[seed % numbers.length], categories[seed % categories.length]];
  if (column === undefined || category === undefined || table.body.length < 4) return null;
  const isWhole = seed % 4 === 0;
  const list = isWhole ? wholeForms : forms;
  const [say, take] = list[seed % list.length]!;
  const says = cellText(table, table.columns[category]!, table.body[seed % table.body.length]!);
  const rows = table.body.filter((row) => cellText(table, table.columns[category]!, row) === says);
  if (!/^[\p{L}][\p{L} .'-]{2,30}$/u.test(says) || rows.length < 2) return null;
  const name = (at: number) => table.columns[at]!.name.toLowerCase();
  const other = table.columns.find((one) => one.kind === "text" && named(one))!.name.toLowerCase();
  const chosen = { number: name(column), category: name(category), cell: says, other };
  const every: RowSelection = { every: [] };
  const asked: RowSelection = isWhole ? every : { every: [{ column: category, says, rows }] };
  const outcome = outcomeOf(table, queryOf(take, { column, category }, asked));
  return outcome === null ? null : { question: say(chosen), expected: answerOf(outcome) };
}

function queryOf(
  take: Form[1],
  { column, category }: { readonly column: number; readonly category: number },
  rows: RowSelection,
): TableQuery {
  if (take === "each") return { take, column: category, sum: null, rows: { every: [] } };
  if (take === "eachSum") return { take: "each", column: category, sum: column, rows: { every: [] } };
  return { take, column, rows };
}

/** The values of two columns of one row. */
export function madePair(table: Table, seed: number): MadeQuestion | null {
  const named = table.columns.flatMap((one, i) => (/^[\p{L}][\p{L} ]{2,24}$/u.test(one.name) ? [i] : []));
  const key = named.find((i) => table.columns[i]!.isKey && table.columns[i]!.kind === "text");
  const others = named.filter((i) => i !== key);
  const row = table.body[seed % table.body.length];
  if (key === undefined || others.length < 2 || row === undefined) return null;
  const [one, other] = [others[seed % others.length]!, others[(seed + 1) % others.length]!];
  const text = (i: number) => cellText(table, table.columns[i]!, row);
  const [first, second] = [one, other].map((i) => table.columns[i]!.name.toLowerCase());
  if (text(key) === "" || text(one) === "" || text(other) === "" || first === second) return null;
  const say =
    seed % 2 === 0 ? `What are the ${first} and the ${second} of ${text(key)}?` : `${first}, ${second} of ${text(key)}`;
  return { question: say, expected: [text(one), text(other)] };
}
