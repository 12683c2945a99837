/** Whether a reading of a question is plain enough to be answered: the table names what is computed, and nothing is left over. */

import { type QueryCandidate, unexplained } from "../../tables/candidates/candidate-features.ts";
import type { Meaning } from "../../tables/grammar.ts";
import { isCurrency } from "../../tables/table.ts";
import { type Condition, conditionsIn, type TableQuery } from "../../tables/table-query.ts";
import type { TableReading } from "../../tables/table-reading.ts";
import type { AskingKind } from "../../tables/words/question-terms.ts";

/** The least chance of a reading that is answered, and of one that depends on the order of the rows. */
const leastChance = 0.6;
const leastInOrder = 0.8;
/** A column is named by a third of its words, unless another one is as well: that is asked back. */
const leastNamed = 0.3;
/** Values that one answer lists. */
const mostValues = 12;

/** @param chance with that of a reading which is as likely */
export function isPlain({ candidate: { rows }, outcome }: Meaning, chance: number): boolean {
  const isInOrder = /^(?:first|last|next|previous)/.test(rows.form);
  return chance >= (isInOrder ? leastInOrder : leastChance) && outcome.texts.length <= mostValues;
}

/** Whether a query leaves no word of the question over, and the question names what it computes with. */
export function isNamed(reading: TableReading, candidate: QueryCandidate): boolean {
  const { query } = candidate;
  const asked = asking[query.take];
  if (asked !== undefined && !asked.some((kind) => isAsked(reading, kind))) return false;
  const conditions = [...conditionsIn(query.rows), ...("than" in query ? conditionsIn(query.than) : [])];
  return (
    conditions.every((condition) => isNamedBy(reading, condition)) &&
    isAskedFor(reading, query, conditions.length) &&
    unexplained(reading, candidate).length === 0
  );
}

/** Whether words ask for something that name no column: "amount" asks for a number, unless a column is called so. */
function isAsked({ question, headers }: TableReading, kind: AskingKind): boolean {
  const isName = (at: number) => headers.some(({ words, share }) => share > 0.5 && words.includes(at));
  return question.asks.some(
    (asking) => asking.kind === kind && !(asking.to - asking.from === 1 && isName(asking.from)),
  );
}

/** The condition is a whole cell, or compares a column that the question names, or years. */
function isNamedBy({ links, headers, table, question }: TableReading, condition: Condition): boolean {
  const { column } = condition;
  if ("says" in condition)
    return links.some((link) => link.isWhole && link.column === column && link.rows === condition.rows);
  const isYear = question.numbers.some(({ isYear: one, value }) => one && value === condition.value);
  const { kind } = table.columns[column]!;
  return headers[column]!.share > 0.5 || (isYear && (kind === "year" || kind === "date"));
}

/** Whether the question names the columns that the answer is taken from and decided by. */
function isAskedFor(reading: TableReading, query: TableQuery, conditions: number): boolean {
  const hasName = (column: number) => isColumnNamed(reading, column);
  if ("best" in query.rows && !hasName(query.rows.best)) return false;
  switch (query.take) {
    case "values":
      return hasName(query.column) || isSubject(reading, query.column);
    case "count":
      return conditions > 0 || reading.known !== 0;
    case "fewer":
    case "across":
      return conditions > 0;
    case "share":
      return query.column === null ? conditions > 0 : hasName(query.column);
    case "group":
    case "each":
      return hasName(query.column) && (query.sum === null || hasName(query.sum));
    default:
      return hasName(query.column);
  }
}

function isColumnNamed({ headers, table, question }: TableReading, column: number): boolean {
  const { unit } = table.columns[column]!;
  const isMoney = question.kinds.has("money") && isCurrency(unit);
  const others = table.columns.filter((other) => isCurrency(other.unit)).length;
  return headers[column]!.share >= leastNamed || (isMoney && others === 1);
}

/** The rows themselves are asked for: "which risks", "who", where the title or the caption says what the rows are. */
function isSubject({ subject, question, noun, known }: TableReading, column: number): boolean {
  const isNext = question.asks.some(({ kind, to }) => kind === "which" && to === noun);
  const isOfRows = isNext && noun < 31 && (known & (1 << noun)) !== 0;
  return column === subject && (isOfRows || question.kinds.has("who"));
}

/** What must be asked for in words before it is computed. */
const asking: Partial<Record<TableQuery["take"], readonly AskingKind[]>> = {
  count: ["howMany", "number"],
  distinct: ["howMany", "number"],
  sum: ["total", "howMuch", "howMany", "money"],
  fewer: ["howMany", "difference", "number"],
  share: ["share"],
};
