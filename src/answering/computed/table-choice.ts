/** Which table a question asks, and what of it: the tables of the passages found, each read by the grammar. */

import type { AskingKind } from "../../language/data/table-words.ts";
import { codePointLength } from "../../language/text/code-points.ts";
import { type QueryCandidate, unexplained } from "../../tables/candidate-features.ts";
import { monthsSaid, nothingSaid } from "../../tables/condition-atoms.ts";
import { foldedTexts, foldedWords, type Stemmer } from "../../tables/folded-words.ts";
import { type Meaning, meaningsOf } from "../../tables/grammar.ts";
import { type Column, isAddable, isCurrency, type Table } from "../../tables/table.ts";
import { type Condition, conditionsIn, type RowSelection, type TableQuery } from "../../tables/table-query.ts";
import { questionReaderOf, type TableQuestion } from "../../tables/table-question.ts";
import { type HeaderLink, rangeBits, readTable, type TableReading } from "../../tables/table-reading.ts";
import { decisiveColumn } from "../../tables/told-result.ts";
import type { RetrievedPassage } from "../answer.ts";
import type { ReplyInput } from "../choice/extractive-reply.ts";
import type { ShelvedSource, ShelvedTable, TableShelf } from "./table-shelf.ts";

export interface TableMeaning {
  readonly source: ShelvedSource;
  readonly reading: TableReading;
  readonly meaning: Meaning;
  /** Another column that the question fits as well; null if there is none. */
  readonly rival: Meaning | null;
}

const mostSources = 3;
const mostTables = 8;
/** A second reading so near to the first leaves the question open. */
const nearChance = 0.7;

/** What the question asks of a table; null: of none, or of several; `no column`: a quantity that no table found has. */
export async function chooseTable(
  shelf: TableShelf,
  input: ReplyInput,
  language: string,
): Promise<TableMeaning | "no column" | null> {
  const found = await tablesOf(shelf, input, language);
  if (found.length === 0) return null;
  const stem = shelf.stem(language);
  const asked = questionReaderOf(language).read(input.question, stem);
  const readings = found.flatMap(({ source, tables, context }) =>
    tables.map(({ table, index }) => {
      const known = knownStems(source, table, context, stem);
      return { source, reading: readTable(table, index, asked, stem, known) };
    }),
  );
  const [best, second] = readings
    .flatMap(({ reading, source }) => meaningIn(reading, source) ?? [])
    .sort((one, other) => other.meaning.confidence - one.meaning.confidence);
  if (best === undefined) return isSaidNowhere(asked, input) ? "no column" : null;
  const isContested = second !== undefined && second.meaning.confidence > nearChance * best.meaning.confidence;
  return isContested && !isSameAnswer(best.meaning, second.meaning) ? null : best;
}

const quantities: readonly AskingKind[] = ["most", "least", "highest", "lowest"];
const choosing: readonly AskingKind[] = ["which", "who", "where", "when", "name"];

/** "Which candy has the most calories?" where a row is found first, and no passage found has the word. */
function isSaidNowhere({ words, asks, kinds }: TableQuestion, { found: { passages } }: ReplyInput): boolean {
  const isOfRows = passages[0]?.outline.some(({ kind }) => kind === "table_row") ?? false;
  if (!isOfRows || !choosing.some((kind) => kinds.has(kind))) return false;
  const quantity = asks.find(({ kind, to }) => quantities.includes(kind) && words[to]?.isStop === false);
  const isAsking = (at: number) => asks.some(({ from, to }) => at >= from && at < to);
  if (quantity === undefined || isAsking(quantity.to)) return false;
  const said = foldedTexts(passages.map(({ title, section, text }) => [title, section, text].join(" ")).join(" ")).join(
    " ",
  );
  const { text, stem } = words[quantity.to]!;
  return !said.includes(text) && !said.includes(stem);
}

/** Stems of what is said of all rows; not of what tells the rows of joined tables apart. */
function knownStems({ tables }: ShelvedSource, table: Table, context: string, stem: Stemmer): Set<string> {
  const said = table.parts.length === 0 ? `${context} ${table.caption}` : context;
  const known = new Set(foldedWords(said, stem).map((word) => word.stem));
  const parts = tables.filter((one) => table.parts.includes(one.table.number));
  for (const part of parts) for (const word of foldedWords(part.table.caption, stem)) known.delete(word.stem);
  return known;
}

function meaningIn(reading: TableReading, source: ShelvedSource): TableMeaning | null {
  const [meaning, ...others] = meaningsOf(reading, (candidate) => isNamed(reading, candidate));
  if (meaning === undefined) return null;
  const rival = rivalOf(reading, meaning, others);
  const confidence = meaning.confidence + (rival?.confidence ?? 0);
  return isPlain(meaning, confidence) ? { source, reading, meaning, rival } : null;
}

/** The reading that is the same but for its column, if the question names both columns by the same words, in part. */
function rivalOf({ headers }: TableReading, meaning: Meaning, others: readonly Meaning[]): Meaning | null {
  const { query, rows } = meaning.candidate;
  const column = decisiveColumn(query);
  const { share, words } = headers[column]!;
  const alike = others.find(({ candidate: { query: its, rows: theirs } }) => {
    const other = decisiveColumn(its);
    const isAlike = theirs.form === rows.form && its.take === query.take && other !== column;
    return isAlike && words.length > 0 && headers[other]!.words.join() === words.join();
  });
  return share < 1 ? (alike ?? null) : null;
}

const isSameAnswer = (one: Meaning, other: Meaning) =>
  one.outcome.value === other.outcome.value && one.outcome.texts.join() === other.outcome.texts.join();

interface FoundTables {
  readonly source: ShelvedSource;
  readonly tables: readonly ShelvedTable[];
  /** What is said of the tables beside their cells: title and sections. */
  readonly context: string;
}

async function tablesOf(shelf: TableShelf, { expert, found }: ReplyInput, language: string): Promise<FoundTables[]> {
  const ofTables = found.passages.filter(
    ({ brought, outline }) => brought === undefined && outline.some(({ kind }) => kind === "table_row"),
  );
  const bySource = Map.groupBy(ofTables, ({ sourceId }) => sourceId);
  const all: FoundTables[] = [];
  for (const passages of [...bySource.values()].slice(0, mostSources)) {
    const [{ sourceId, sourceVersion, title }] = passages as [RetrievedPassage];
    const source = await shelf.open(expert.id, sourceId, language);
    if (source === null || source.version !== sourceVersion) continue;
    const held = source.tables.filter((one) => passages.some((passage) => holds(source, one, passage)));
    const parts = new Set(held.flatMap(({ table }) => table.parts));
    const tables = held.filter(({ table }) => !parts.has(table.number)).slice(0, mostTables);
    all.push({ source, tables, context: [title, expert.name, ...passages.map(({ section }) => section)].join("\n") });
  }
  return all;
}

/** Whether a passage has rows of a table. */
function holds(
  { place }: ShelvedSource,
  { table: { rows, rowCount } }: ShelvedTable,
  { start, text }: RetrievedPassage,
): boolean {
  const first = place(rows.starts[0]!).point;
  const last = place(rows.ends[rowCount - 1]! - 1).point;
  return first < start + codePointLength(text) && last >= start;
}

/** Readings that are answered: of those that are as sure as this or surer, four in five are right. */
const leastConfidence = 0.45;
/** A column is named by a third of its words, unless another one is as well: that is asked back. */
const leastNamed = 0.3;
const mostValues = 12;

/** Whether a reading can be answered without asking back. @param confidence with that of a reading which is as likely */
export function isPlain({ outcome }: Meaning, confidence: number): boolean {
  return confidence >= leastConfidence && outcome.texts.length <= mostValues;
}

/** Whether a query leaves no word of the question over, and the question names what it computes with. */
export function isNamed(reading: TableReading, candidate: QueryCandidate): boolean {
  const { query } = candidate;
  const asked = asking[query.take];
  if (asked !== undefined && !asked.some((kind) => isAsked(reading, kind))) return false;
  const take = query.take === "across" ? query.of : query.take;
  const isOpen = (kind: AskingKind) => isAsked(reading, kind, candidate.rows.mask);
  if (take === "difference" && !differing.some(isOpen)) return false;
  if (only.some(({ kinds, takes }) => kinds.every(isOpen) && !takes.includes(take))) return false;
  const conditions = [...conditionsIn(query.rows), ...("than" in query ? conditionsIn(query.than) : [])];
  return (
    conditions.every((condition) => isNamedBy(reading, condition)) &&
    isAskedFor(reading, query, conditions.length) &&
    !repeatsQuestion(reading, query) &&
    unexplained(reading, candidate).length === 0
  );
}

/** Whether words ask, and name no column: "amount" asks for a number, unless a column is called so. @param mask left out */
function isAsked({ question, headers }: TableReading, kind: AskingKind, mask = 0): boolean {
  const isName = (at: number) => headers.some(({ words, share }) => share > 0.5 && words.includes(at));
  const asks = question.asks.filter((asking) => asking.kind === kind && (rangeBits(asking) & mask) === 0);
  return asks.some(({ from, to }) => to - from > 1 || !isName(from));
}

/** The condition is a whole cell, or compares a column that the question names, or years. */
function isNamedBy(reading: TableReading, condition: Condition): boolean {
  const { links, table, question } = reading;
  const { column } = condition;
  if ("says" in condition && condition.says === nothingSaid) return isColumnNamed(reading, column);
  if ("says" in condition && question.periods.length > 0 && condition.says === monthsSaid(question)) return true;
  if ("says" in condition)
    return links.some((link) => link.isWhole && link.column === column && link.rows === condition.rows);
  const isYear = question.numbers.some(({ isYear: one, value }) => one && value === condition.value);
  const { kind } = table.columns[column]!;
  return isColumnNamed(reading, column) || (isYear && (kind === "year" || kind === "date"));
}

/** Whether the question names the columns that the answer is taken from and decided by. */
function isAskedFor(reading: TableReading, query: TableQuery, conditions: number): boolean {
  const hasName = (column: number) => isColumnNamed(reading, column);
  if ("best" in query.rows && !hasName(query.rows.best)) return false;
  if ("same" in query.rows && !hasName(query.rows.same)) return false;
  switch (query.take) {
    case "values":
      return hasName(query.column) || isSubject(reading, query.column) || namesRows(reading, query.column, query.rows);
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

/** The answer would be a cell that the question names: "Who should …?" of a row called "should". */
function repeatsQuestion({ links }: TableReading, query: TableQuery): boolean {
  if (query.take !== "values" || !("every" in query.rows)) return false;
  const named = links.filter((link) => link.isWhole && link.column === query.column).map((link) => link.rows);
  return query.rows.every.some((one) => "says" in one && one.column === query.column && named.includes(one.rows));
}

function isColumnNamed(reading: TableReading, column: number): boolean {
  const { headers, table, question } = reading;
  const { unit } = table.columns[column]!;
  const isMoney = question.kinds.has("money") && isCurrency(unit);
  const others = table.columns.filter((other) => isCurrency(other.unit)).length;
  return isNamedByWords(headers, column) || (isMoney && others === 1) || isImplied(reading, column);
}

/** By a part of its words, unless these are the whole name of another column. */
function isNamedByWords(headers: readonly HeaderLink[], column: number): boolean {
  const { share, words } = headers[column]!;
  if (share < leastNamed) return false;
  return !headers.some((other) => other.share === 1 && share < 1 && words.every((at) => other.words.includes(at)));
}

const sizes: readonly AskingKind[] = ["highest", "lowest", "largest", "smallest", "most", "least"];
const ages: readonly AskingKind[] = ["oldest", "youngest"];

/** The oldest is decided by the only column of dates, the largest by the only one of numbers. */
function isImplied({ table: { columns }, question: { kinds } }: TableReading, column: number): boolean {
  const isDate = ({ kind }: Column) => kind === "date" || kind === "year";
  const isOnly = (is: (column: Column) => boolean) => is(columns[column]!) && columns.filter(is).length === 1;
  if (ages.some((kind) => kinds.has(kind)) && isOnly(isDate)) return true;
  return sizes.some((kind) => kinds.has(kind)) && isOnly(isAddable);
}

/** The rows themselves are asked for: "which risks", "who", where the title or the caption says what the rows are. */
function isSubject({ subject, question, noun, known }: TableReading, column: number): boolean {
  const isNext = question.asks.some(({ kind, to }) => kind === "which" && to === noun);
  const isOfRows = isNext && noun < 31 && (known & (1 << noun)) !== 0;
  return column === subject && (isOfRows || question.kinds.has("who"));
}

/** Of the highest row, its name: the answer says the value too. */
function namesRows({ table: { columns }, subject }: TableReading, column: number, rows: RowSelection): boolean {
  const isName = ({ kind, isKey }: Column) => kind === "text" && isKey;
  return "best" in rows && (isName(columns[column]!) || (column === subject && !columns.some(isName)));
}

/** What must be asked for in words before it is computed. */
const asking: Partial<Record<TableQuery["take"], readonly AskingKind[]>> = {
  count: ["howMany", "number"],
  distinct: ["howMany", "number"],
  sum: ["total", "howMuch", "howMany", "money"],
  fewer: ["howMany", "difference", "number"],
  share: ["share"],
  ratio: ["ratio"],
  portion: ["share"],
  change: ["share"],
  isMore: ["whether"],
  isLess: ["whether"],
};

const differing: readonly AskingKind[] = ["difference", "increase", "decrease", "howLong", "more", "less", "between"];

/** Words that nothing else answers. */
const only: readonly { readonly kinds: readonly AskingKind[]; readonly takes: readonly string[] }[] = [
  { kinds: ["mean"], takes: ["mean"] },
  { kinds: ["howMuch", "increase"], takes: ["difference", "change"] },
  { kinds: ["howMuch", "decrease"], takes: ["difference", "change"] },
];
