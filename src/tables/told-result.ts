/** Tells a result in one sentence, with room for the marks of its citations. */
import type { Operation } from "./computation.ts";
import texts from "./spoken-operations.json" with { type: "json" };
import { cellText, isCurrency, type Table, type TableOutcome } from "./table.ts";
import { type Condition, conditionsIn, isVerdict, type RowSelection, rowsOf, type TableQuery } from "./table-query.ts";

/** How results are told. `{n}` cells or rows, `{column}`, `{is}` a comparison. */
interface SpokenOperations {
  readonly operations: Readonly<Record<Operation, string>>;
  readonly yes: string;
  readonly no: string;
  /** Behind the operation, where cells of the column were no values. */
  readonly unread: string;
  readonly days: string;
  /** Behind the operation, of the second highest: `{n}` is 2. */
  readonly place: string;
  readonly above: string;
  readonly below: string;
  /** Two columns fit: `{one}` and `{other}`. */
  readonly unclear: string;
  readonly percent: string;
}

const spokenOperations: Readonly<Record<string, SpokenOperations>> = texts;

const mostListed = 12;

/** The text in front of the marks, and behind them. */
export function toldResult(
  table: Table,
  query: TableQuery,
  outcome: TableOutcome,
  operation: Operation,
  language: string,
) {
  const words = spokenOperations[language] ?? spokenOperations.en!;
  const value = isVerdict(operation)
    ? words[outcome.texts[0] === "yes" ? "yes" : "no"]
    : valueText(outcome, words, language);
  const conditions = conditionTexts(table, query, words);
  const subject = subjectOf(table, query, conditions);
  const decided = decidedBy(table, query, outcome);
  const before = `${subject === "" ? "" : `${subject}: `}${value}${decided === "" ? "" : `, ${decided}`}`;
  const isTold = subject.startsWith(conditions.join(", "));
  const told = [phrase(words, operation, { table, query, outcome }), ...(isTold ? [] : conditions)];
  const { place = 1, count = 1 } = "best" in query.rows ? query.rows : {};
  if (place * count > 1) told.push(words.place.replace("{n}", count > 1 ? `1–${count}` : String(place)));
  if (outcome.unread.length > 0) told.push(words.unread.replace("{n}", String(outcome.unread.length)));
  return { before, behind: ` (${told.join("; ")}).` };
}

function valueText({ value, texts, unit }: TableOutcome, words: SpokenOperations, language: string): string {
  if (texts.length > 0) {
    const more = texts.length > mostListed ? " …" : "";
    return texts.slice(0, mostListed).join("; ") + more;
  }
  const isMoney = isCurrency(unit) && !Number.isInteger(value);
  const digits = { minimumFractionDigits: isMoney ? 2 : 0, maximumFractionDigits: 10 };
  return withUnit(new Intl.NumberFormat(language, digits).format(value ?? 0), unit, words);
}

function withUnit(number: string, unit: string, words: SpokenOperations): string {
  if (unit === "") return number;
  if (unit === "%") return number + words.percent;
  if (unit === "days") return `${number} ${words.days}`;
  return /^(?:[A-Z]{0,3}\$|[£¥₹₩₽₺฿])$/u.test(unit) ? `${unit}${number}` : `${number} ${unit}`;
}

function phrase(
  words: SpokenOperations,
  operation: Operation,
  { table, query, outcome }: { readonly table: Table; readonly query: TableQuery; readonly outcome: TableOutcome },
): string {
  const inBest = query.take === "values" && "best" in query.rows ? query.rows : null;
  const n = inBest === null ? outcome.inputCount : comparedRows(table, inBest);
  const column = inBest === null ? ("column" in query ? query.column : null) : inBest.best;
  const columns = query.take === "across" ? query.columns : column === null ? [] : [column];
  const name = columns.map((one) => columnName(table, one)).join(", ");
  const compared = query.take === "across" && query.is !== undefined ? `${query.is.is} ${query.is.value}` : "";
  return words.operations[operation].replace("{n}", String(n)).replace("{column}", name).replace("{is}", compared);
}

function comparedRows(table: Table, { best, of }: Extract<RowSelection, { best: number }>): number {
  return rowsOf(table, of).filter((row) => !Number.isNaN(table.columns[best]!.values[row])).length;
}

export function columnName({ columns }: Table, column: number): string {
  const { name, index } = columns[column]!;
  return name === "" ? String(index + 1) : name;
}
function subjectOf(table: Table, query: TableQuery, conditions: readonly string[]): string {
  if (query.take === "values" && "best" in query.rows) return "";
  const isNamed = "column" in query && query.column !== null && !["group", "each", "share"].includes(query.take);
  return [...conditions, ...(isNamed ? [columnName(table, query.column)] : [])].join(", ");
}

/** Of the highest row, the value that made it so, where the answer does not say it. */
function decidedBy(table: Table, query: TableQuery, { answers }: TableOutcome): string {
  if (query.take !== "values" || !("best" in query.rows) || query.rows.best === query.column) return "";
  const { best, count = 1 } = query.rows;
  return answers
    .slice(0, count)
    .map(({ row }) => cellText(table, table.columns[best]!, row))
    .join("; ");
}

function conditionTexts(table: Table, query: TableQuery, words: SpokenOperations): string[] {
  return [query.rows, ...("than" in query ? [query.than] : [])].flatMap((rows) => selectionTexts(table, rows, words));
}

function selectionTexts(table: Table, rows: RowSelection, words: SpokenOperations): string[] {
  if ("every" in rows || "any" in rows) return conditionsIn(rows).map((condition) => conditionText(table, condition));
  const of = selectionTexts(table, rows.of, words);
  if ("than" in rows || "same" in rows) return [comparedText(table, rows, of)];
  const side = "side" in rows ? rows.side : "beside" in rows ? (rows.beside === 1 ? "below" : "above") : null;
  return side === null ? of : [words[side].replace("{one}", of.join(", "))];
}

type ComparedRows = Extract<RowSelection, { than: unknown } | { same: unknown }>;
function comparedText(table: Table, rows: ComparedRows, of: readonly string[]): string {
  const [row = 0] = rowsOf(table, rows.of);
  const [column, sign] = "same" in rows ? [rows.same, "="] : [rows.than, rows.more ? ">" : "<"];
  return `${columnName(table, column)} ${sign} ${cellText(table, table.columns[column]!, row)} (${of.join(", ")})`;
}

function conditionText(table: Table, condition: Condition): string {
  if ("says" in condition) return saidBy(table, condition);
  const { column, is, value, to } = condition;
  return `${columnName(table, column)} ${is === "between" ? `${value}–${to}` : `${is} ${value}`}`;
}

/** Of cells that say all the same, their text, else the words of the question. */
function saidBy(table: Table, { column, says, rows }: Extract<Condition, { says: string }>): string {
  const [first] = rows;
  const cell = first === undefined ? says : cellText(table, table.columns[column]!, first);
  const isSame = rows.slice(0, 1000).every((row) => cellText(table, table.columns[column]!, row) === cell);
  return isSame && cell.length <= 80 ? cell : says;
}

export function unclearBetween(
  table: Table,
  [one, other]: readonly [TableQuery, TableQuery],
  language: string,
): string {
  const { unclear } = spokenOperations[language] ?? spokenOperations.en!;
  const [first, second] = [decisiveColumn(one), decisiveColumn(other)].toSorted((a, b) => a - b);
  return unclear.replace("{one}", columnName(table, first!)).replace("{other}", columnName(table, second!));
}
export function decisiveColumn(query: TableQuery): number {
  if ("best" in query.rows) return query.rows.best;
  if (query.take === "across") return query.columns[0]!;
  if (query.take === "group" || query.take === "each") return query.sum ?? query.column;
  return "column" in query && query.column !== null ? query.column : 0;
}
