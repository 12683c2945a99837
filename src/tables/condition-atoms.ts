/** The conditions on rows that words of a question may mean, each with what speaks for and against it. */

import type { AskingKind } from "../language/data/table-words.ts";
import type { CellLink } from "./cell-index.ts";
import { isEmptyCell, monthOf } from "./cell-value.ts";
import type { WordRange } from "./folded-words.ts";
import { cellText, isOrdered } from "./table.ts";
import { type CellLimit, type Comparator, type Condition, rowsOf } from "./table-query.ts";
import { type AskedNumber, overlaps } from "./table-question.ts";
import { bits, howNamed, rangeBits, type TableReading } from "./table-reading.ts";

export interface Atom extends WordRange {
  readonly condition: Condition;
  readonly column: number;
  readonly form: "cell" | "number";
  readonly features: readonly string[];
  readonly mask: number;
  readonly count: number;
  /** Whether it asks for cells that hold nothing. */
  readonly isNothing?: true;
}

/** In a table of more rows, only what the question names is tried: each set of rows takes milliseconds. */
const mostRows = 20_000;
const mostNumbers = 30;
const mostOfLarge = 4;

export const isLarge = ({ rowCount }: TableReading["table"]) => rowCount > mostRows;

export const sizeName = (size: number) => (size > 8 ? "many" : size > 2 ? "some" : String(size));

export function conditionAtoms(reading: TableReading): Atom[] {
  const cells = reading.links.map((link) => cellAtom(reading, link));
  const found = [
    ...cells,
    ...unlabelledTotal(reading),
    ...numberAtoms(reading),
    ...emptyAtoms(reading),
    ...monthAtoms(reading),
  ];
  if (!isLarge(reading.table)) return found;
  return found.filter(({ features }) => features.some((one) => namedAtom.test(one))).slice(0, mostOfLarge);
}

type Saying = Extract<Condition, { says: string }>;
function saying(condition: Saying, { from, to }: WordRange, features: readonly string[], mask: number): Atom {
  const { column, rows } = condition;
  return { condition, from, to, column, form: "cell", features, mask, count: rows.length };
}

export const nothingSaid = "–";
const mostSearched = 5_000;

/** "Have no owner": rows without a value in a column that the question names. */
function emptyAtoms(reading: TableReading): Atom[] {
  const { table, headers, question } = reading;
  const not = question.asks.filter(({ kind }) => kind === "not");
  if (not.length === 0 || table.rowCount > mostSearched) return [];
  return table.columns.flatMap((column, i): Atom[] => {
    const { share, words } = headers[i]!;
    const [from] = words;
    if (share <= 0.5 || from === undefined) return [];
    const rows = table.body.filter((row) => isEmptyCell(cellText(table, column, row)));
    if (rows.length === 0 || rows.length === table.body.length) return [];
    const mask = not.reduce((sum, one) => sum | rangeBits(one), bits(words));
    const range = { from, to: from + 1 };
    return [{ ...saying({ column: i, says: nothingSaid, rows }, range, ["cell:empty"], mask), isNothing: true }];
  });
}

export const monthsSaid = ({ text, words, periods }: TableReading["question"]) =>
  periods.map(({ from, to }) => text.slice(words[from]!.start, words[to - 1]!.end)).join(", ");

/** "In March", "in the first quarter": rows by the month of a date. */
function monthAtoms({ table, headers, question }: TableReading): Atom[] {
  const { askedMonths, periods } = question;
  const [first] = periods;
  if (first === undefined || askedMonths.size === 0) return [];
  return table.columns.flatMap(({ kind, values }, column): Atom[] => {
    const rows = kind === "date" ? table.body.filter((row) => askedMonths.has(monthOf(values[row]!))) : [];
    if (rows.length === 0 || rows.length === table.body.length) return [];
    const mask = periods.reduce((sum, one) => sum | rangeBits(one), bits(headers[column]!.words));
    const features = ["cell:month", ...(headers[column]!.share > 0.5 ? ["cell:named"] : [])];
    return [saying({ column, says: monthsSaid(question), rows }, first, features, mask)];
  });
}

/** "Total" names the row that sums up others, where it has no label. */
function unlabelledTotal({ table, question }: TableReading): Atom[] {
  const [label] = table.columns;
  const asking = question.asks.find(({ kind }) => kind === "total");
  const row = table.rowCount - 1;
  if (asking === undefined || !table.totals.has(row) || label!.starts[row] !== label!.ends[row]) return [];
  const says = question.text.slice(question.words[asking.from]!.start, question.words[asking.to - 1]!.end);
  return [saying({ column: 0, says, rows: [row] }, asking, ["cell:unlabelled"], rangeBits(asking))];
}

const namedAtom = /^(?:cell:(?:whole#?|month)|number:(?:<>|=|between):named)$/;

function cellAtom(reading: TableReading, link: CellLink): Atom {
  const { headers, question } = reading;
  const words = question.words.slice(link.from, link.to);
  const says = question.text.slice(words[0]!.start, words.at(-1)!.end);
  const { column, rows } = link;
  return saying(
    { column, says, rows },
    link,
    cellFeatures(reading, link),
    rangeBits(link) | bits(headers[column]!.words),
  );
}

function cellFeatures(reading: TableReading, link: CellLink): string[] {
  const { links, headers, question, subject, table } = reading;
  const words = question.words.slice(link.from, link.to);
  const content = words.filter(({ isStop }) => !isStop).length;
  const isNumber = words.every(({ text }) => /^\d/.test(text));
  const others = links.filter(({ column, from, to }) => column !== link.column && from === link.from && to === link.to);
  const form = `${link.isWhole ? "whole" : "part"}${isNumber ? "#" : ""}`;
  return [
    `cell:${form}`,
    `cell:${form}:${Math.min(3, content)}`,
    `cell:${link.column === subject ? "subject" : "other"}`,
    `cell:rows:${sizeName(link.rows.length)}`,
    `cell:kind:${table.columns[link.column]!.kind}`,
    ...(headers[link.column]!.share > 0.5 ? ["cell:named"] : []),
    `cell:beside:${wordsBeside(reading, link)}`,
    ...headers[link.column]!.kinds.map((kind) => `cell:head:${kind}`),
    ...(others.length > 0 ? [`cell:also:${others.some(({ isWhole }) => isWhole) ? "whole" : "part"}`] : []),
    ...askedIn(reading, link).map((kind) => `cell:asks:${kind}`),
  ];
}

/** Of the words on both sides, those that no cell, no column and no asking explains: the run may be a part of a name. */
function wordsBeside({ question: { words, asks }, headers, known }: TableReading, { from, to }: WordRange): number {
  const isOpen = (at: number) =>
    words[at]?.isStop === false &&
    (at >= 31 || (known & (1 << at)) === 0) &&
    !asks.some((asking) => at >= asking.from && at < asking.to) &&
    !headers.some((header) => header.words.includes(at));
  return [from - 1, to].filter(isOpen).length;
}

/** What the words of a run themselves ask: `first` may be a cell, or ask for a row. */
const askedIn = ({ question }: TableReading, range: WordRange): AskingKind[] =>
  question.asks.filter((asking) => overlaps(asking, range)).map(({ kind }) => kind);

const comparing: readonly (readonly [AskingKind, Comparator])[] = [
  ["moreThan", ">"],
  ["lessThan", "<"],
  ["atLeast", ">="],
  ["atMost", "<="],
  ["before", "<"],
  ["after", ">"],
  ["since", ">="],
  ["until", "<="],
  ["above", ">"],
  ["below", "<"],
];

function numberAtoms(reading: TableReading): Atom[] {
  const { numbers } = reading.question;
  const [low, high] = numbers;
  const isSpan = low !== undefined && high !== undefined && low.value < high.value;
  const spans = isSpan ? betweenAtoms(reading, low, high) : [];
  const decades = numbers.flatMap((number) => decadeAtoms(reading, number));
  return [...numbers.flatMap((number) => comparedWith(reading, number)), ...spans, ...decades]
    .filter(({ count }) => count > 0)
    .slice(0, mostNumbers);
}

function comparedWith(reading: TableReading, number: AskedNumber): Atom[] {
  const isNear = ({ from, to }: WordRange) => from <= number.to + 1 && to >= number.from - 3;
  const found = comparing.flatMap(([kind, is]) =>
    reading.question.asks
      .filter((asking) => asking.kind === kind && isNear(asking))
      .flatMap((asking) => comparedColumns(reading, number, { is, kind, mask: rangeBits(asking) })),
  );
  return [...found, ...comparedColumns(reading, number, { is: "=", kind: null, mask: 0 })];
}

interface ComparedColumn {
  readonly is: Comparator;
  readonly kind: AskingKind | null;
  readonly mask: number;
}

function comparedColumns(reading: TableReading, number: AskedNumber, compared: ComparedColumn): Atom[] {
  const { table, headers } = reading;
  return table.columns.flatMap((column, i): Atom[] => {
    const isStrange = headers[i]!.share === 0 && (isLarge(table) || (number.isYear && column.kind === "number"));
    return !isOrdered(column) || isStrange ? [] : [numberAtom(reading, number, compared, i)];
  });
}

function numberAtom(
  reading: TableReading,
  number: AskedNumber,
  { is, kind, mask }: ComparedColumn,
  column: number,
): Atom {
  const { words } = reading.headers[column]!;
  const condition = { column, is, value: number.value };
  const named = howNamed(reading.headers[column]!);
  const how = is === "=" ? "=" : "<>";
  return {
    condition,
    from: number.from,
    to: number.to,
    column,
    form: "number",
    features: [
      `number:${is}`,
      `number:${how}:${named}`,
      `number:${how}:${number.isYear ? "year" : "plain"}:${reading.table.columns[column]!.kind}`,
      ...(kind === null ? [] : [`number:by:${kind}`]),
      ...askedIn(reading, number).map((asked) => `number:asks:${asked}`),
    ],
    mask: mask | rangeBits(number) | bits(words),
    count: rowsOf(reading.table, { every: [condition] }).length,
  };
}

function betweenAtoms(reading: TableReading, low: AskedNumber, high: AskedNumber): Atom[] {
  const { asks } = reading.question;
  const asked = asks.find(({ kind, to }) => kind === "between" && to <= low.from && low.from - to <= 3);
  return asked === undefined ? [] : spanAtoms(reading, low, high, asked);
}

function decadeAtoms(reading: TableReading, number: AskedNumber): Atom[] {
  const { words } = reading.question;
  const [written, mark] = [words[number.to - 1]!, words[number.to]];
  const isDecade = mark !== undefined && /^(?:s|er)$/.test(mark.text) && mark.start - written.end <= 1;
  if (!isDecade || number.value % 10 !== 0 || number.value >= 2100) return [];
  const value = number.value < 100 ? 1900 + number.value : number.value;
  const last = value % 100 === 0 && value < 2000 ? value + 99 : value + 9;
  const first = { ...number, value, isYear: true };
  return spanAtoms(reading, first, { ...first, value: last, to: number.to + 1 }, number);
}

function spanAtoms(reading: TableReading, low: AskedNumber, high: AskedNumber, asked: WordRange): Atom[] {
  const { table, headers } = reading;
  return table.columns.flatMap((column, i): Atom[] => {
    if (!isOrdered(column) || (low.isYear && column.kind === "number")) return [];
    const condition = { column: i, is: "between" as const, value: low.value, to: high.value };
    const named = `number:between:${headers[i]!.share > 0 ? "named" : "not"}`;
    const features = ["number:between", named, `${named}:${column.kind}`];
    const mask = rangeBits(asked) | rangeBits(low) | rangeBits(high) | bits(headers[i]!.words);
    const count = rowsOf(table, { every: [condition] }).length;
    return [{ condition, from: low.from, to: high.to, column: i, form: "number", features, mask, count }];
  });
}

export interface AskedComparison {
  readonly compared: CellLimit;
  readonly features: readonly string[];
  readonly mask: number;
}

export function comparisonsIn({ question: { numbers, asks } }: TableReading): AskedComparison[] {
  return numbers
    .filter(({ isYear }) => !isYear)
    .flatMap((number) =>
      comparing.flatMap(([kind, is]): AskedComparison[] => {
        const asking = asks.find((one) => one.kind === kind && one.to <= number.from && number.from - one.to <= 2);
        if (asking === undefined) return [];
        return [
          {
            compared: { is, value: number.value },
            features: [`where:${kind}`],
            mask: rangeBits(asking) | rangeBits(number),
          },
        ];
      }),
    );
}
