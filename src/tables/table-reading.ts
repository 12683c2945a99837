/** What a question says about a table: the cells and columns that its words name. */
import type { AskingKind } from "../language/data/table-words.ts";
import { areKin } from "../language/words/kinship.ts";
import type { CellIndex, CellLink } from "./cell-index.ts";
import { foldedWords, type Stemmer, type WordRange, withoutRemarks } from "./folded-words.ts";
import type { Table } from "./table.ts";
import { type AskedWord, superlatives, type TableAsking, type TableQuestion } from "./table-question.ts";

export interface HeaderLink {
  /** Positions of words, ascending. */
  readonly words: readonly number[];
  /** Of the name's words, how many there are: 0–1. */
  readonly share: number;
  readonly stems: readonly string[];
  readonly isKin?: true;
  /** What its words ask in a question, of those that tell columns apart. */
  readonly kinds: readonly AskingKind[];
}

const tellingKinds: readonly AskingKind[] = [
  ...(["year", "rank", "total", "number", "money", "name", "share", "month", "times"] as const),
];

/** A column that is named for a period: a year, a quarter, a month. */
export interface DatePeriod {
  readonly column: number;
  readonly order: number;
  readonly isNamed: boolean;
  /** Stems of its name beside the period, joined: `amount` of `2019 amount`; those that all periods have are left out. */
  readonly rest: string;
  /** Its words in the question, as bits. */
  readonly mask: number;
}

export interface TableReading {
  readonly table: Table;
  readonly question: TableQuestion;
  readonly links: readonly CellLink[];
  readonly headers: readonly HeaderLink[];
  readonly periods: readonly DatePeriod[];
  /** The words that the title or the caption of the table says, as bits. */
  readonly known: number;
  /** The word that "which" asks for (`country`), as a position in the words; -1 without one. */
  readonly noun: number;
  /** What "how many" and "the most" count. */
  readonly counted: Readonly<Record<"many" | "most", CountedNoun>>;
  /** The first column of texts, whose cells name the rows. */
  readonly subject: number;
}

/** The word behind what asks, where it names a column of texts: "how many schools", "the most schools". */
interface CountedNoun {
  readonly mask: number;
  readonly isNamed: boolean;
}
const mostLinks = 14;

/** @param context stems of the title and the caption: words that are true of all rows */
export function readTable(
  table: Table,
  index: CellIndex,
  read: TableQuestion,
  stem: Stemmer,
  context: ReadonlySet<string> = new Set(),
): TableReading {
  const { words } = read;
  const isKnown = ({ from, to }: WordRange) =>
    words.slice(from, to).every((word) => word.isStop || context.has(word.stem));
  const links = index
    .links(words)
    .filter((link) => link.rows.length > 0 && (link.isWhole || !isKnown(link)))
    .toSorted((one, other) => weightOf(other, words) - weightOf(one, words))
    .slice(0, mostLinks);
  const named = table.columns.filter(({ name }, i) => i > 0 && name !== "");
  const common = commonStems(named.map(({ name }) => foldedWords(name, stem).map((one) => one.stem)));
  const exact = table.columns.map(({ name }) => {
    const kinds = read.kindsIn(name);
    return { ...headerLink(name, words, stem, common), kinds: tellingKinds.filter((kind) => kinds.has(kind)) };
  });
  const headers = withKin(exact, words);
  const question = withoutNames(read, headers);
  const subject = subjectOf(table);
  const periods = periodsOf(table, headers, question, stem);
  const known = bits(words.flatMap((word, i) => (context.has(word.stem) ? [i] : [])));
  const nounBehind = (kinds: readonly AskingKind[]) => countedNoun(table, question, headers, kinds);
  const counted = { many: nounBehind(["howMany", "number"]), most: nounBehind(superlatives) };
  const noun = nounOf(question);
  return { table, question, links, headers, periods, known, noun, counted, subject };
}

const namingKinds: ReadonlySet<AskingKind> = new Set(["number", "month", "mean"]);
const longNamingKinds: ReadonlySet<AskingKind> = new Set([...namingKinds, "share", "best"]);

/** "Amount" does not ask for a count where a column is called so, nor "win percentage" for the best or a share. */
function withoutNames(question: TableQuestion, headers: readonly HeaderLink[]): TableQuestion {
  const isName = ({ kind, from, to }: TableAsking) =>
    to - from === 1 &&
    headers.some(({ words, share }) => {
      const isLong = share === 1 && words.length > 1;
      return (isLong ? longNamingKinds : namingKinds).has(kind) && share > 0.5 && words.includes(from);
    });
  const asks = question.asks.filter((asking) => !isName(asking));
  return { ...question, asks, kinds: new Set(asks.map(({ kind }) => kind)) };
}

/** The first column of texts, unless its cells repeat and those of a later one do not. */
function subjectOf({ columns }: Table): number {
  const first = columns.findIndex(({ kind }) => kind === "text");
  if (first === -1) return 0;
  const telling = columns.findIndex(({ kind, variety }) => kind === "text" && variety >= leastTelling);
  return telling !== -1 && columns[first]!.variety < mostRepeated ? telling : first;
}

const leastTelling = 0.7;
const mostRepeated = 0.3;

function countedNoun(
  { columns }: Table,
  { words, asks }: TableQuestion,
  headers: readonly HeaderLink[],
  kinds: readonly AskingKind[],
): CountedNoun {
  const asking = asks.find(({ kind }) => kinds.includes(kind));
  const at = asking === undefined ? -1 : words.findIndex(({ isStop }, i) => i >= asking.to && !isStop);
  const names = (one: HeaderLink, i: number) =>
    one.share >= 0.5 && one.words.includes(at) && columns[i]!.kind === "text";
  const isNamed = at >= 0 && at - asking!.to <= 1 && headers.some(names);
  return { mask: isNamed ? bits([at]) : 0, isNamed };
}

const writtenYear = /(?:^|\D)((?:19|20)\d\d)(?!\d)/;
const shortYear = /\b(?:FY|CY)\s?'?(\d\d)\b/;
const half = /^h([12])\b/i;
const longestPeriod = { month: 14, quarter: 80 };

function periodIn(name: string, { periodOf }: TableQuestion) {
  const said = name.length <= longestPeriod.quarter ? periodOf(name) : null;
  const short = shortYear.exec(name)?.[1];
  const year = Number(writtenYear.exec(name)?.[1] ?? (short === undefined ? 0 : 2000 + Number(short)));
  const isMonth = year > 0 || (said?.from === 0 && name.length <= longestPeriod.month);
  const quarter = (said?.quarter ?? 0) || Number(half.exec(name)?.[1] ?? 0);
  return { year, quarter, month: isMonth ? (said?.month ?? 0) : 0 };
}

function periodsOf(table: Table, headers: readonly NamedWords[], question: TableQuestion, stem: Stemmer): DatePeriod[] {
  const { words, periods, askedMonths, askedQuarters } = question;
  const isPeriod = (at: number) => periods.some(({ from, to }) => at >= from && at < to);
  const found = table.columns.flatMap(({ name }, column) => {
    const period = periodIn(name, question);
    if (column === 0 && table.columns[0]!.kind === "text") return [];
    return period.year + period.quarter + period.month === 0 ? [] : [{ column, period }];
  });
  const asked = new Set(words.flatMap(({ text }, i) => yearsSaid(text, words[i - 1]?.text ?? "")));
  const askedYears = new Set(found.flatMap(({ period: { year } }) => (asked.has(year) ? [year] : [])));
  const common = commonStems(found.map(({ column }) => headers[column]!.stems));
  const rests = found.map(({ column }) => restOf(table.columns[column]!.name, question, stem));
  return found.map(({ column, period: { year, quarter, month } }, i): DatePeriod => {
    const { words: own } = headers[column]!;
    const said = own.filter((at) => /\d/.test(words[at]!.text) || isPeriod(at));
    const agrees = (value: number, all: ReadonlySet<number>) => value === 0 || all.size === 0 || all.has(value);
    const isSaid = askedYears.has(year) || askedMonths.has(month) || (quarter > 0 && askedQuarters.has(quarter));
    const isNamed =
      (isSaid || (said.length > 0 && year === 0)) &&
      agrees(year, askedYears) &&
      agrees(month, askedMonths) &&
      agrees(quarter, askedQuarters);
    const rest = rests[i]!.filter((one) => !common.has(one)).join(" ");
    return { column, order: year * 100 + quarter + month, isNamed, rest, mask: isNamed ? bits(said) : 0 };
  });
}

/** Stems of a name without its period and a remark behind it. */
function restOf(name: string, { periodOf }: TableQuestion, stem: Stemmer): string[] {
  const words = foldedWords(withoutRemarks(name), stem);
  const said = periodOf(name);
  return words
    .filter(({ text }, i) => (said === null || i < said.from || i >= said.to) && !/^(?:\d|[fc]y$)/.test(text))
    .map((one) => one.stem);
}

function yearsSaid(text: string, before: string): number[] {
  if (/^(?:19|20)\d\d$/.test(text)) return [Number(text)];
  return /^\d\d$/.test(text) && /^(?:fy|cy)$/.test(before) ? [2000 + Number(text)] : [];
}

/** The stems that all names have: they tell no column from the others. */
function commonStems(names: readonly (readonly string[])[]): ReadonlySet<string> {
  const [first = [], ...others] = names;
  return new Set(others.length === 0 ? [] : first.filter((stem) => others.every((other) => other.includes(stem))));
}

/** Longer runs, whole cells and rarer ones first. */
const weightOf = ({ from, to, isWhole, rows }: CellLink, words: readonly AskedWord[]) =>
  words.slice(from, to).filter(({ isStop }) => !isStop).length * 4 + (isWhole ? 3 : 0) - Math.log10(rows.length);

type NamedWords = Omit<HeaderLink, "kinds">;

function headerLink(name: string, words: readonly AskedWord[], stem: Stemmer, common: ReadonlySet<string>): NamedWords {
  const stems = foldedWords(name, stem).map((one) => one.stem);
  if (stems.length === 0) return { words: [], share: 0, stems };
  const all = new Set(stems);
  const found = words.flatMap((word, i) => (all.has(word.stem) && !(word.isStop && all.size > 1) ? [i] : []));
  if (found.length === 0 && all.size === 1) return joinedName(name.toLowerCase(), words, stems);
  const plain = foldedWords(withoutRemarks(name), stem).map((one) => one.stem);
  const telling = plain.filter((one) => !common.has(one));
  const said = new Set(found.map((i) => words[i]!.stem));
  const shareOf = (own: ReadonlySet<string>) =>
    own.size === 0 ? 0 : [...own].filter((one) => said.has(one)).length / own.size;
  return { words: found, share: Math.max(shareOf(new Set(plain)), shareOf(new Set(telling))), stems };
}

/** What a name counts that the question only has in another form: `Director` in "who directed". */
const shareOfKin = 0.6;

function withKin(headers: readonly HeaderLink[], words: readonly AskedWord[]): HeaderLink[] {
  const taken = new Set(headers.flatMap((one) => one.words));
  return headers.map((header) => {
    const kin = (stem: string) =>
      words.flatMap((word, i) => (!word.isStop && !taken.has(i) && areKin(word.stem, stem) ? [i] : []));
    const found = header.words.length > 0 ? [] : header.stems.map(kin);
    const said = [...new Set(found.flat())];
    if (said.length === 0) return header;
    const share = (shareOfKin * found.filter((all) => all.length > 0).length) / header.stems.length;
    return { ...header, words: said.sort((one, other) => one - other), share, isKin: true };
  });
}

/** A name in one word that the question writes as two: `winpercent` as "win percentage". */
function joinedName(name: string, words: readonly AskedWord[], stems: readonly string[]): NamedWords {
  const at = words.findIndex((word, i) => {
    const both = word.text + (words[i + 1]?.text ?? "");
    return (
      !word.isStop &&
      name.length >= 6 &&
      name.startsWith(word.text) &&
      both.startsWith(name) &&
      both.length <= name.length + 4
    );
  });
  return at === -1 ? { words: [], share: 0, stems } : { words: [at, at + 1], share: 1, stems };
}

/** Words between the question word and what it asks for, at most. */
const mostBetween = 3;

/** What the question asks for: "amount" in "what is the highest amount". */
function nounOf({ words, asks }: TableQuestion): number {
  const asking = asks.find(({ kind }) => kind === "which" || kind === "howMany" || kind === "name");
  if (asking === undefined) return -1;
  let { to: from } = asking;
  for (const { kind, from: begins, to } of asks.toSorted((one, other) => one.from - other.from)) {
    const isNext = begins >= from && words.slice(from, begins).every(({ isStop }) => isStop);
    if (superlatives.includes(kind) && isNext) from = to;
  }
  const at = words.findIndex(({ isStop }, i) => i >= from && !isStop);
  return at >= 0 && at - from <= mostBetween ? at : -1;
}

export const howNamed = ({ share, isKin }: HeaderLink) =>
  isKin ? "kin" : share > 0.5 ? "named" : share > 0 ? "part" : "not";

export function bits(positions: readonly number[]): number {
  return positions.reduce((sum, at) => (at < 31 ? sum | (1 << at) : sum), 0);
}

export function rangeBits({ from, to }: { readonly from: number; readonly to: number }): number {
  let sum = 0;
  for (let at = from; at < Math.min(to, 31); at++) sum |= 1 << at;
  return sum;
}
